import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkSkillFile } from "../../../src/format/check/check.ts";
import { planFix } from "../../../src/format/fix/plan-fix.ts";
import { parseCareful } from "../../../src/format/parse/parse-careful.ts";
import type { Diagnostic } from "../../../src/model/diagnostics/diagnostic.ts";
import type { Skill } from "../../../src/model/skills/skill.ts";
import { rootAt } from "../../tree.ts";

interface Read {
  readonly skill: Skill | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the findings about a file in a directory of this name. */
function read(bytes: Uint8Array, directory: string): Read {
  const place = { path: `/r/${directory}/SKILL.md`, directory: `/r/${directory}`, root: rootAt("/r") };
  const { skill, diagnostics } = parseCareful(place, bytes, 65_536);
  return { skill, diagnostics: [...diagnostics, ...(skill ? checkSkillFile(skill) : [])] };
}

/** Repairs the text as `check --fix` does, until nothing is left to repair. */
function repaired(content: string | Uint8Array, directory = "pdf"): Buffer {
  let bytes = Buffer.from(content as string);
  for (let round = 0; round < 4; round++) {
    const fix = planFix(`/r/${directory}/SKILL.md`, bytes, read(bytes, directory).diagnostics);
    if (!fix) return bytes;
    bytes = Buffer.from(fix.bytes);
  }
  expect(planFix(`/r/${directory}/SKILL.md`, bytes, read(bytes, directory).diagnostics)).toBeUndefined();
  return bytes;
}

const header = (lines: string, directory = "pdf"): string =>
  repaired(`---\n${lines}\n---\nBody\n`, directory).toString().slice(4, -10);

const DESCRIBED = "\ndescription: Reads PDFs.";

describe("names", () => {
  test.each([
    ["name: other", "pdf", "name: pdf"],
    ["name:", "pdf", "name: pdf"],
    ["name: ", "pdf", "name: pdf"],
    ["name:other", "pdf", "name: pdf"],
    ['name:"other', "pdf", "name: pdf"],
    ["name: >-\n  two\n  lines", "pdf", "name: pdf"],
    ["name: two\n\n  lines", "pdf", "name: pdf"],
    ["name: other # as before", "pdf", "name: pdf"],
    ["name: pdf # as before", "pdf", "name: pdf # as before"],
    ["name: other\n# a comment", "pdf", "name: pdf\n# a comment"],
    ["name: other\n  # a comment", "pdf", "name: pdf\n  # a comment"],
    ["name: other\nno key at all", "pdf", "name: other\nno key at all"],
  ])("[O8] %j in %s/", (lines, directory, expected) => {
    expect(header(lines + DESCRIBED, directory)).toBe(expected + DESCRIBED);
  });

  test.each(["null", "true", "no", "on", "y", "123", "1e3", "1e-3", "0x1f", "0o7", "2024-01-02", "Upper", "a b"])(
    "[O8] without a name it is called after %s/, in quotes",
    (directory) => {
      expect(header(DESCRIBED.trim(), directory)).toBe(`name: "${directory}"${DESCRIBED}`);
    },
  );

  test.each(["pdf", "3d", "20-pdf", "nulls", "yes-man", "e3"])("[O8] after %s/, as it is", (directory) => {
    expect(header(DESCRIBED.trim(), directory)).toBe(`name: ${directory}${DESCRIBED}`);
  });

  test.each([
    ["name: 123", "123", 'name: "123"'],
    ["name: true # text", "true", 'name: "true" # text'],
    ["user-invocable: yes", "pdf", "user-invocable: true"],
  ])("[O8] [P11] %j in %s/ is written as it is read", (lines, directory, expected) => {
    const name = lines.startsWith("name") ? "" : "name: pdf\n";
    expect(header(name + lines + DESCRIBED, directory)).toBe(name + expected + DESCRIBED);
  });
});

describe("values", () => {
  const named = (lines: string): string => header(`name: pdf\n${lines}${DESCRIBED}`).slice(10, -DESCRIBED.length);

  test.each([
    ["compatibility: a: b", 'compatibility: "a: b"'],
    ["compatibility: a\u0007: b", 'compatibility: "a\\u0007: b"'],
    ["compatibility: a\u0000: b", 'compatibility: "a\\u0000: b"'],
  ])("[O8] %j is quoted, as YAML allows it", (lines, expected) => expect(named(lines)).toBe(expected));

  test.each(["disallowed-tools: [Bash", "allowed-tools: *", "disable-model-invocation: a: b", "hooks: [", "shell: *x"])(
    "[O8] [P6] %j stays as it is",
    (lines) => expect(named(lines)).toBe(lines),
  );

  test.each([
    ["user-invokable: true\nuser_invocable: false", "user-invokable: true\nuser-invocable: false"],
    ["user_invocable: false\nuserInvocable: true", "user-invocable: false\nuserInvocable: true"],
    ["when-to-use: now", "when_to_use: now"],
    ["argument: a file", "argument: a file"],
    ["command: run", "command: run"],
    ["trigger: now", "trigger: now"],
  ])("[O8] [P14] %j: a key is corrected where that cannot be a second one or another thing", (lines, expected) =>
    expect(named(lines)).toBe(expected),
  );

  test("[O8] [P6] beside it, what changes no rights is repaired", () => {
    const lines = "disableModelInvocation: true\nallowed-tools: *\ncompatibility: ";
    expect(named(`${lines}a: b`)).toBe(`${lines}"a: b"`);
  });

  test("[O8] a head that is not UTF-8 cannot be written back, and is left alone", () => {
    const bytes = Buffer.from("---\r\nname: pdf\r\ndescription: Caf\xe9: x\r\n---\r\nBody\r\n", "latin1");
    expect(repaired(bytes)).toEqual(bytes);
  });

  test("[O8] a body that is not UTF-8 comes along as it is", () => {
    const bytes = Buffer.from("---\nname: pdf\ndescription: a: b\n---\nCaf\xe9\r\n", "latin1");
    expect(repaired(bytes)).toEqual(Buffer.from('---\nname: pdf\ndescription: "a: b"\n---\nCaf\xe9\r\n', "latin1"));
  });
});

describe("a missing block", () => {
  const described = (text: string): string | undefined => /^description: (.*)$/m.exec(repaired(text).toString())?.[1];

  test.each([
    ["# PDF\n\nReads *PDFs*,\nand [forms](forms.md).\n\nMore.\n", '"Reads PDFs, and forms."'],
    ["# PDF\r\n\r\nReads PDFs.\r\n", '"Reads PDFs."'],
    ["# PDF\nReads PDFs.\n", '"Reads PDFs."'],
    ["- a list\n\n```sh\nmake\n\nmake install\n```\n\n> quoted\n\nReads PDFs.\n", '"Reads PDFs."'],
    ["# PDF\n\ndescription: Reads PDFs: all.\n", '"Reads PDFs: all."'],
    ['say "hi" \\ \u0007\n', '"say \\"hi\\" \\\\"'],
    [`${"a".repeat(1023)}\u{1f600}more\n`, `"${"a".repeat(1023)}\u{1f600}"`],
    [`x ${"[".repeat(900_000)}`, `"x ${"[".repeat(1022)}"`],
    ["# Only a title\n", undefined],
    ["\u0000\u0001\u0002 ELF\n", undefined],
    ["", undefined],
  ])("[O8] %#: is written from the first paragraph of prose", (text, expected) => {
    expect(described(text)).toBe(expected);
  });
});

const word = fc.constantFrom(
  ..."pdf|other|Other Name|null|~|a: b|x # y|>-\n  a\n  b|[a]|{a: b}|&x a|*x|“a”|\ta|é|\u0007|!!str a|\"a|'a|a\n  b||#a".split(
    "|",
  ),
);
const key = fc.constantFrom(
  ..."name|description|Name|allowed-tools|allowedTools|disallowed-tools|user-invokable|user_invocable|user-invocable".split(
    "|",
  ),
  ..."disable_model_invocation|when-to-use|metadata|trigger|hooks|paths|argument-hint|x".split("|"),
);
const line = fc.tuple(key, word).map((parts) => parts.join(": "));
const file = fc
  .record({
    before: fc.constantFrom("", "", "\n\n", "\ufeff"),
    fence: fc.constantFrom("---", "---", "--- "),
    lines: fc.array(line, { maxLength: 5 }),
    end: fc.constantFrom("\n", "\n", "\r\n", "\r"),
    body: fc.constantFrom("Body\n", "", "\r\nmixed\nends\r", "---\nmore\n---\n", "\ufeffx", "\u0000"),
  })
  .map(({ before, fence, lines, end, body }) => {
    const head = `${before}${fence}\n${["name: pdf", "description: Reads.", ...lines].join("\n")}\n---\n`;
    return { head: head.replaceAll("\n", end), body };
  });
const directory = fc.constantFrom("pdf", "null", "Upper", "a b", "123", "x-y");

describe("any file", () => {
  test("[O8] [P6] keeps its body and its rights, loses nothing, and is not repaired twice", () => {
    fc.assert(
      fc.property(file, directory, ({ head, body }, place) => {
        const before = read(Buffer.from(head + body), place).skill;
        const bytes = repaired(head + body, place);
        const after = read(bytes, place);
        expect(bytes.toString().endsWith(body)).toBe(true);
        if (!before || before.name === "" || before.description === "") return;
        expect(after.skill?.description).not.toBe("");
        expect([before.name, place]).toContain(after.skill?.name);
        expect(after.skill?.manifest.allowedTools).toEqual(before.manifest.allowedTools);
        expect(after.skill?.manifest.hooks).toEqual(before.manifest.hooks);
        for (const kept of ["disallowedTools", "userInvocable", "disableModelInvocation"] as const)
          if (before.manifest[kept] !== undefined) expect(after.skill?.manifest[kept]).toEqual(before.manifest[kept]);
      }),
      { numRuns: 200, seed: 20260101 },
    );
  });
});
