import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adviseOn } from "../../../src/format/check/advise.ts";
import { toVisibleLine } from "../../../src/format/parse/build-skill.ts";
import { readFields } from "../../../src/format/parse/fields/fields.ts";
import { parseCareful } from "../../../src/format/parse/parse-careful.ts";
import { parseHeader } from "../../../src/format/parse/parse-header.ts";
import { HEAD_BYTES, parsePlain, parseQuick } from "../../../src/format/parse/quick/parse-quick.ts";
import { parseSimple } from "../../../src/format/parse/quick/parse-simple.ts";
import type { Diagnostic } from "../../../src/model/diagnostics/diagnostic.ts";
import { compareDiagnostics } from "../../../src/model/diagnostics/make-diagnostic.ts";
import type { Root } from "../../../src/model/skills/root.ts";
import type { Skill } from "../../../src/model/skills/skill.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";

const ROOT: Root = {
  path: "/r",
  scope: "repo",
  label: "r",
  from: "test",
  namedBy: "project",
  namedIn: "/r",
  trusted: true,
  followLinks: true,
  exists: true,
  configured: false,
  namespace: "",
};
const PLACE = { path: "/r/pdf/SKILL.md", directory: "/r/pdf", root: ROOT };

/**
 * Returns the line-by-line reader's result as a skill shows it, or undefined if the reader gives up or reports
 * anything.
 */
function simple(header: string): unknown {
  const entries = parseSimple(header);
  if (entries === undefined) return undefined;
  const { name, description, manifest, issues } = readFields(entries, header);
  return issues.length > 0
    ? { issues }
    : { name: toVisibleLine(name), description: toVisibleLine(description), manifest };
}

/** Returns the full parser's result. */
function full(header: string): unknown {
  const { entries, issues: repaired } = parseHeader(header);
  const { name, description, manifest, issues } = readFields(entries, header);
  return {
    name: toVisibleLine(name),
    description: toVisibleLine(description),
    manifest,
    words: [...repaired, ...issues].length,
  };
}

const odd = fc.constantFrom(
  "#1",
  "true",
  "null",
  "1.0",
  "-",
  "- f",
  "g: h",
  "i #j",
  "k:",
  "*",
  "&l",
  "[m]",
  "{n}",
  '"o"',
  "'p'",
  "\\",
  "%",
  "@q",
  "`r`",
  "é",
  "\t",
  "",
);
const word = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom("Use", "when", "asked", "a:b", "x", "c#", "(d)", "e,") },
  { weight: 1, arbitrary: odd },
);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const value = fc.oneof(
  text,
  text.map((each) => `"${each}"`),
  text.map((each) => JSON.stringify(each)),
  text.map((each) => `'${each}'`),
  fc
    .tuple(
      fc.constantFrom(">", ">-", "|", "|-", ">+"),
      fc.array(text, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("  ", "   ", " ", ""),
    )
    .map(([style, lines, indent]) => `${style}\n${lines.map((line) => indent + line).join("\n")}`),
  fc
    .array(fc.tuple(fc.constantFrom("author", "version", "a", "__proto__", "x-y"), text), { maxLength: 3 })
    .map((pairs) => `\n${pairs.map(([key, each]) => `  ${key}: ${each}`).join("\n")}`),
);
const key = fc.constantFrom(
  "name",
  "description",
  "license",
  "compatibility",
  "allowed-tools",
  "metadata",
  "version",
  "model",
);
const block = (said: string): string => (said.startsWith("\n") ? said : ` ${said}`);
const maybe = (name: string): fc.Arbitrary<string> =>
  fc.option(value, { freq: 1 }).map((said) => (said === null ? "" : `${name}:${block(said)}\n`));
const plainly = (name: string): fc.Arbitrary<string> =>
  fc.option(text, { freq: 1 }).map((said) => (said === null ? "" : `${name}: ${said}\n`));
const ordered = fc
  .tuple(
    fc.constantFrom("pdf", "a-b", "x1", "a--b", "true", "A", "é"),
    value,
    plainly("license"),
    plainly("compatibility"),
    plainly("allowed-tools"),
    maybe("metadata"),
    fc.boolean(),
  )
  .map(
    ([name, description, license, compatibility, tools, metadata, swapped]) =>
      `name: ${name}\ndescription: ${description}\n${license}${compatibility}${swapped ? metadata + tools : tools + metadata}`,
  );
const anyOrder = fc
  .array(fc.tuple(key, value), { maxLength: 5 })
  .map((pairs) => pairs.map(([each, said]) => `${each}: ${said}\n`).join(""));

describe("[P19] the reader of plain headers", () => {
  test.each([
    [
      "name: pdf\ndescription: Reads a:b, c#d (e). Use when.\n",
      { name: "pdf", description: "Reads a:b, c#d (e). Use when.", manifest: {} },
    ],
    [
      'name: pdf\ndescription: "Says \\"hi\\". Use when."\nlicense: MIT\n',
      { name: "pdf", description: 'Says "hi". Use when.', manifest: { license: "MIT" } },
    ],
    [
      "name: pdf\ndescription: >-\n  Reads files.\n  Use when.\nallowed-tools: Read Bash(git log *)\n",
      { name: "pdf", description: "Reads files. Use when.", manifest: { allowedTools: ["Read", "Bash(git log *)"] } },
    ],
    [
      'name: pdf\ndescription: Reads.\nmetadata:\n  author: me\n  version: "1.0"\n  n: 5\n  v: 1.0\n',
      { name: "pdf", description: "Reads.", manifest: { metadata: { author: "me", version: "1.0", n: 5, v: "1.0" } } },
    ],
  ])("takes %j", (header, said) => {
    expect([parsePlain(header), simple(header)]).toEqual([said, said]);
  });

  test.each([
    "name: true\ndescription: x\n",
    "name: pdf\ndescription: a: b\n",
    "name: pdf\ndescription: a #b\n",
    "name: pdf\ndescription: a:\n",
    "name: pdf\ndescription: null\n",
    'name: pdf\ndescription: ""\n',
    "name: pdf\ndescription: x\n  y\n",
    "name: pdf\ndescription: x\nname: pdf\n",
    "name: pdf\ndescription: x\nlicense: MIT\nlicense: MIT\n",
    "name: pdf\ndescription: x\nmetadata:\n  a: b\n  a: c\n",
    "name: pdf\ndescription: x\nmetadata:\n  __proto__: b\n",
    "name: pdf\ndescription: x\ntools: y\n",
  ])("leaves %j to the others", (header) => {
    expect(parsePlain(header)).toBeUndefined();
  });

  test("whatever it takes, the others read alike and have no word to say about", () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(ordered, anyOrder), (header) => {
        const plain = parsePlain(header);
        if (plain === undefined) return;
        taken++;
        expect({ simple: simple(header), full: full(header) }).toEqual({ simple: plain, full: { ...plain, words: 0 } });
      }),
      { numRuns: 30_000, seed: 7 },
    );
    // The comparison proves something only if the reader accepts enough headers.
    expect(taken).toBeGreaterThan(1000);
  });
});

describe("[P19] the quick reader and the careful one", () => {
  test("agree on the skill and on every word about it", () => {
    let told = 0;
    fc.assert(
      fc.property(fc.oneof(ordered, anyOrder), (header) => {
        const bytes = Buffer.from(`---\n${header}---\nBody.\n`);
        const head = Buffer.alloc(HEAD_BYTES);
        bytes.copy(head);
        const words: Diagnostic[] = [];
        const quick = parseQuick(PLACE, head, bytes.length, HEAD_BYTES, words);
        if (quick === undefined) return;
        if (words.length > 0) told++;
        const careful = parseCareful(PLACE, bytes, HEAD_BYTES);
        expect({ skill: quick, words: words.sort(compareDiagnostics) }).toEqual({
          skill: careful.skill,
          words: [...careful.diagnostics].sort(compareDiagnostics),
        });
      }),
      { numRuns: 20_000, seed: 11 },
    );
    expect(told).toBeGreaterThan(100);
  });
});

test("[P4] broken bytes in a body are for `check` to tell, with their place", () => {
  const bytes = Buffer.concat([
    Buffer.from("---\nname: pdf\ndescription: Reads PDF files. Use when asked.\n---\n\nCaf"),
    Buffer.from([0xe9]),
    Buffer.from(" here.\n"),
  ]);
  const files = memoryFiles({ "/r/pdf/SKILL.md": bytes });
  const { skill, diagnostics } = parseCareful(PLACE, bytes, HEAD_BYTES);
  expect(diagnostics).toEqual([]);
  expect(adviseOn(skill as Skill, files).map(({ code, at }) => [code, at?.line, at?.column])).toEqual([
    ["SK009", 6, 4],
  ]);
});
