import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DISCOVERY_SCHEMA, readDiscoveryIndex } from "../../../src/install/fetch/web/discovery-index.ts";
import { OperationError } from "../../../src/model/errors.ts";
import { INSTALL_LIMITS } from "../../../src/model/skills/bundle.ts";

const DIGEST = `sha256:${"a".repeat(64)}`;
const artifact = { type: "skill-md", url: "a/SKILL.md", digest: DIGEST };

/** Returns the entries of an index and the codes of its findings with their subjects, or the error. */
function read(index: unknown): unknown {
  const bytes = Buffer.from(typeof index === "string" ? index : JSON.stringify(index));
  try {
    const { entries, diagnostics } = readDiscoveryIndex(bytes, "https://example.test/index.json", INSTALL_LIMITS);
    return { entries, said: diagnostics.map(({ code, message }) => `${code} ${message}`) };
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return `${error.code} ${error.message.replace("`https://example.test/index.json` ", "")}`;
  }
}

const current = (...skills: unknown[]): unknown => read({ $schema: DISCOVERY_SCHEMA, skills });
const older = (...skills: unknown[]): unknown => read({ skills });

describe("as a whole", () => {
  test.each([
    ["<html>", "SK623 is not an index of skills"],
    ["[]", "SK623 is not an index of skills"],
    ["{}", "SK623 is not an index of skills"],
    ['{"skills": {}}', "SK623 is not an index of skills"],
    ['{"$schema": 1, "skills": []}', "SK623 follows `1`, which is not known here"],
    [
      '{"$schema": "https://schemas.example/0.3.0\\u202e", "skills": []}',
      "SK623 follows `https://schemas.example/0.3.0\\u{202e}`, which is not known here",
    ],
    [JSON.stringify({ skills: Array(1001).fill({}) }), "SK623 has more than 1000 skills"],
  ])("[I9] %#: %.60s → %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test("[I9] an index of exactly as many skills as there may be is read", () => {
    const { maxSkills } = INSTALL_LIMITS;
    const skills = Array.from({ length: maxSkills }, (_, at) => ({ name: `s${at}`, ...artifact }));
    expect(current(...skills)).toMatchObject({ entries: { length: maxSkills }, said: [] });
  });
});

describe("version 0.2", () => {
  test("[I9] artifacts with their digests", () => {
    expect(
      current(
        { name: "a", description: "A", ...artifact },
        { name: "b", ...artifact, type: "archive", files: ["SKILL.md"] },
      ),
    ).toEqual({
      entries: [
        { name: "a", ...artifact },
        { name: "b", ...artifact, type: "archive", files: ["SKILL.md"] },
      ],
      said: [],
    });
  });

  test.each([
    [{ name: "a", ...artifact, type: "wasm" }, "SK606 `a` is of the type `wasm`, and is left out"],
    [{ name: "a", files: ["SKILL.md"] }, "SK606 `a` is of the type `undefined`, and is left out"],
    [{ name: "a", ...artifact, url: 1 }, "SK606 `a` has no address, and is left out"],
    [{ name: "a", ...artifact, digest: undefined }, "SK605 the index states no SHA-256 of `a`"],
    [{ name: "a", ...artifact, digest: `x${DIGEST}` }, "SK605 the index states no SHA-256 of `a`"],
    [{ name: "a", ...artifact, digest: "sha1:00" }, "SK605 the index states no SHA-256 of `a`"],
    [{ name: "a", ...artifact, digest: DIGEST.toUpperCase() }, "SK605 the index states no SHA-256 of `a`"],
    [{ ...artifact }, "SK606 an entry of the index has no name, and is left out"],
    [null, "SK606 an entry of the index is not an index entry, and is left out"],
  ])("[I9] %#: %j is left out", (entry, expected) => {
    expect(current(entry, { name: "good", ...artifact })).toEqual({
      entries: [{ name: "good", ...artifact }],
      said: [expected],
    });
  });

  test("[I9] the author of the index can repair an entry without a name", () => {
    const { diagnostics } = readDiscoveryIndex(
      Buffer.from(JSON.stringify({ $schema: DISCOVERY_SCHEMA, skills: [{ ...artifact }] })),
      "https://example.test/index.json",
      INSTALL_LIMITS,
    );
    expect(diagnostics.map(({ help }) => help)).toEqual(["report it to the author of the index"]);
  });

  test.each([
    ["../a", "SK640 `../a` leaves the skill by `..`"],
    ["/etc", "SK640 `/etc` leaves the skill: it is absolute"],
    ["a/b", "SK640 `a/b` is not a valid skill name"],
    ["..", "SK640 `..` leaves the skill by `..`"],
    [".git", "SK640 `.git` is part of a git repository"],
    [".hidden", "SK640 `.hidden` is not a valid skill name"],
    ["-rf", "SK640 `-rf` is not a valid skill name"],
    ["a\\b", "SK640 `a\\b` has a backslash, which some systems take for `/`"],
    ["con", "SK640 `con` has a name that Windows reserves for a device"],
    ["", "SK640 `` is not a valid path"],
    ["a\u0000", "SK640 `a\\u{0}` has the hidden character U+0000"],
    ["x".repeat(65), `SK640 \`${"x".repeat(65)}\` is not a valid skill name`],
  ])("[I12] the name %j", (name, expected) => {
    expect(current({ name, ...artifact })).toEqual({ entries: [], said: [expected] });
    expect(older({ name, files: ["SKILL.md"] })).toEqual({ entries: [], said: [expected] });
  });

  test("[I9] the first of one name wins, in any case", () => {
    expect(current({ name: "a", ...artifact }, { name: "A", ...artifact })).toEqual({
      entries: [{ name: "a", ...artifact }],
      said: ["SK606 `A` is in the index twice, and is left out"],
    });
  });
});

describe("version 0.1, and OpenCode's", () => {
  test("[I9] files, and a version where there is one", () => {
    expect(
      older({ name: "a", files: ["SKILL.md", "b/c.md"] }, { name: "b", files: ["SKILL.md"], version: "2" }),
    ).toEqual({
      entries: [
        { type: "files", name: "a", files: ["SKILL.md", "b/c.md"] },
        { type: "files", name: "b", files: ["SKILL.md"], version: "2" },
      ],
      said: [],
    });
  });

  test.each([
    [["SKILL.md", "../../.bashrc"], "SK640 `a/../../.bashrc` leaves the skill by `..`"],
    [["SKILL.md", "/etc/passwd"], "SK640 `a//etc/passwd` leaves the skill: it is absolute"],
    [["SKILL.md", "C:/x"], "SK640 `a/C:/x` leaves the skill: it begins with a drive"],
    [["SKILL.md", "x?y"], "SK640 `a/x?y` has `?` in it, which no file on Windows can have"],
    [["SKILL.md", ".git/config"], "SK640 `a/.git/config` is part of a git repository"],
    [["SKILL.md", 1], "SK606 `a` has no list of files, and is left out"],
    ["SKILL.md", "SK606 `a` has no list of files, and is left out"],
    [["a.md"], "SK606 `a` has no `SKILL.md` among its files, and is left out"],
    [[], "SK606 `a` has no `SKILL.md` among its files, and is left out"],
    [Array(2001).fill("SKILL.md"), "SK642 `a` has more than 2000 files"],
  ])("[I12] %#: nothing of a skill with the files %.60j is asked for", (files, expected) => {
    expect(older({ name: "a", files })).toEqual({ entries: [], said: [expected] });
  });
});

test("[I9] any bytes are an index or are refused", () => {
  const key = fc.constantFrom("name", "type", "url", "digest", "files", "version", "__proto__");
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom("archive", "skill-md", DIGEST, "a", "SKILL.md", ["SKILL.md"]));
  const index = fc.record({
    $schema: fc.constantFrom(undefined, DISCOVERY_SCHEMA, 1),
    skills: fc.array(fc.oneof(fc.dictionary(key, value), fc.jsonValue())),
  });
  fc.assert(
    fc.property(fc.oneof(index, fc.string(), fc.jsonValue()), (given) => {
      expect(read(given)).toBeDefined();
    }),
  );
});
