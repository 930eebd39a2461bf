/** The quick checks before a source is loaded never reject a text that the source accepts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { findSource, SOURCES } from "../../../src/install/fetch/sources.ts";

const STARTS = [
  "plugin:",
  "oci://",
  "npm:",
  "clawhub:",
  "https://a.test/",
  "HTTP://a.test/",
  "file:///",
  "git@a.test:",
];
const PATHS = ["./", "../", "/", "~/", "~", ".", "C:\\", "c:/", "owner/repo", "a b", "\\\\"];
const ENDS = [
  ".tgz",
  ".tar.gz",
  ".ZIP",
  ".skill",
  ".zip?x#y",
  "#main",
  "plugin.json",
  "/.claude-plugin/marketplace.json",
];
const piece = fc.oneof(
  fc.constantFrom(...STARTS, ...PATHS, ...ENDS, `#sha256:${"0".repeat(64)}`, "\n", "@1"),
  fc.string({ maxLength: 8 }),
);
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""));

test("[I20] a source that is not even loaded would not have taken the text", async () => {
  const sources = await Promise.all(SOURCES.map(async ({ could, load }) => ({ could, source: await load() })));
  fc.assert(
    fc.property(text, (asked) => {
      for (const { could, source } of sources)
        if (source.recognises(asked)) expect([source.kind, could?.test(asked) ?? true]).toEqual([source.kind, true]);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ["plugin:./a", "plugin"],
  ["./a/.claude-plugin/plugin.json", "plugin"],
  ["oci://a.test/b", "oci"],
  ["npm:a", "npm"],
  ["clawhub:a/b", "clawhub"],
  ["https://a.test/a.tgz?b", "archive"],
  ["./a.skill", "archive"],
  ["./a", "directory"],
  ["~", "directory"],
  ["owner/repo", "git"],
  ["file:///a/b.git", "git"],
  ["https://a.test/", "well-known"],
])("[I20] %s: %s", async (asked, kind) => {
  expect((await findSource(asked)).kind).toBe(kind);
});
