// The expected lists come from Claude Code 2.1.197, and the YAML values from the Bun 1.4.0 inside it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBunYaml } from "../../../../src/hosts/dialects/bun-yaml/bun-yaml.ts";
import {
  olderClaudeCode as claudeCode,
  olderClaudeCodeCommand as claudeCodeCommand,
} from "../../../../src/hosts/dialects/claude-code/claude-code.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const described = (value: string): string => `---\ndescription: ${value}\n---\n# Body\n`;
const BODY = "Body";

describe("the description that Claude Code takes", () => {
  test.each<[string, string]>([
    ["plain", "plain"],
    ["  spaced  ", "spaced"],
    ['"quoted \\u00e9 \\x41"', "quoted é A"],
    ["'it''s'", "it's"],
    ["a # comment", "a"],
    ["a#b", "a#b"],
    ["a:b", "a:b"],
    ["a: b", "a: b"],
    ["[a, b", "[a, b"],
    ["@x", "@x"],
    ["`x`", "`x`"],
    ["%x", "%x"],
    ["*a", "*a"],
    ['a "b" c: d', 'a "b" c: d'],
    ["C:\\x: y", "C:\\x: y"],
    ["multi\n  line", "multi line"],
    ["multi\n\n  line", "multi\nline"],
    ["|\n  one\n  two", "one\ntwo"],
    [">-\n  one\n  two\n\n  three", "one two\nthree"],
    ["|\n\ttab", BODY],
    ["1", "1"],
    ["1.50", "1.5"],
    ["0x1F", "31"],
    ["0o17", "15"],
    ["017", "17"],
    ["1_000", "1_000"],
    ["2024-01-01", "2024-01-01"],
    [".inf", "Infinity"],
    ["-0", "0"],
    ["True", "true"],
    ["yes", "yes"],
    ["~", BODY],
    ['""', BODY],
    ['"   "', BODY],
    ["[a, b]", BODY],
    ["{a: b}", BODY],
    ["!!str 5", "5"],
    ["!foo x", "x"],
    ["&a x", "x"],
    ["a --- b", "a"],
    ["a---b", "a"],
    ["one\ndescription: two", "two"],
    ["x\n<<: {description: y}", "x"],
    ["x\n...", "x"],
    ["x\0y", "x"],
    ['"open', "Body"],
    ['"bad \\q"', BODY],
    ["a\n b: c", BODY],
    ["a\n\tb: c", BODY],
  ])("%j → %j", (value, expected) => {
    expect(claudeCode(bytes(described(value))).description).toBe(expected);
  });

  test.each<[string, string]>([
    ["", "Skill"],
    ["\n \n", "Skill"],
    ["text", "text"],
    ["## Heading ##", "Heading ##"],
    ["#tag", "#tag"],
    ["\ufeff---\ndescription: x\n---\n", "---"],
    ["\n---\ndescription: x\n---\n", "---"],
    ["----\ndescription: x\n----\n", "----"],
    ["---\ndescription: x", "---"],
    ["---\ndescription: x---", "x"],
    ["--- \t\n\n\ndescription: x\n---body", "x"],
    ["---\r\ndescription: x\r\n---\r\n", "x"],
    ["---\rdescription: x\r---\r", "---\rdescription: x\r---"],
    ["---\n---\n\n  first\nsecond", "first"],
    ["---\n- a\n---\nbody", "body"],
    ["---\ntext\n---\nbody", "body"],
    ["---\n\tdescription: x\n---\nbody", "x"],
    ["---\ndescription: a: b\r\n---\r\nbody", "body"],
    ['---\ndescription: "a\r\n  b"\r\n---\r\n', "a\nb"],
    ["x".repeat(100), "x".repeat(100)],
    ["x".repeat(101), `${"x".repeat(97)}...`],
    ["---\n? description\n: x\n---\n", "x"],
    ["---\n{description: x}\n---\n", "x"],
    ["---\n--- {description: x}\n---\n", "{description: x}"],
  ])("%j → %j", (text, expected) => {
    expect(claudeCode(bytes(text)).description).toBe(expected);
  });
});

test("a file is read with its fields, its body and what was done to it", () => {
  const text =
    "---\nname: 7\ndescription: a: b\nwhen_to_use: [x, [y, ~]]\ndisable-model-invocation: 'true'\npaths: src/**, {a,b}/*.ts\n---\n\nBody\n";
  expect(claudeCode(bytes(text))).toEqual({
    name: "7",
    description: "a: b",
    fields: {
      name: 7,
      description: "a: b",
      when_to_use: "x,y,",
      "disable-model-invocation": true,
      paths: ["src", "a/*.ts", "b/*.ts"],
    },
    body: "Body\n",
    repaired: true,
  });
});

test.each(["yes", "on", "1", "TRUE!", "[true]"])("`disable-model-invocation: %s` hides nothing", (value) => {
  const { fields } = claudeCode(bytes(`---\ndisable-model-invocation: ${value}\n---\n`));
  expect(fields["disable-model-invocation"]).toBe(false);
});

test.each(["", "'**'", "[]", "'/**'", "' , '", "5", "['**', '{**,**}']"])("`paths: %s` is not a condition", (value) => {
  expect(claudeCode(bytes(`---\nx: y\npaths: ${value}\n---\n`)).fields.paths ?? []).toEqual([]);
});

test.each(["name", "when_to_use", "argument-hint", "agent", "version", "shell", "effort"])(
  "a map with a key `toString` as %s drops the skill",
  (key) => {
    expect(claudeCode(bytes(`---\n${key}: {toString: 1}\n---\n`)).failure?.cause).toBe("crash");
  },
);

test("a command without text is called one, and paths do not hide it", () => {
  expect(claudeCodeCommand(bytes("")).description).toBe("Custom command");
  expect(claudeCodeCommand(bytes("---\npaths: src\n---\n")).fields).toEqual({});
});

describe("YAML as Bun has it", () => {
  test.each<[string, unknown]>([
    ["", null],
    ["--- a\n--- b", ["a", "b"]],
    ["a: 1\na: 2", { a: 2 }],
    ["1: a\n~: b\n[c, {d: e}]: f", { "1": "a", null: "b", "c,[object Object]": "f" }],
    ["b: 9\n<<: [{a: 1, b: 2}, {a: 3, c: 4}]", { b: 9, a: 1, c: 4 }],
    ["a: &x [1]\nb: *x", { a: [1], b: [1] }],
    ["a: b\n: c", { a: "b", null: "c" }],
    ["a:\n- b\n- c: d\n  e: f", { a: ["b", { c: "d", e: "f" }] }],
    ['[a: b, "c":d, ? e : f, g]', [{ a: "b" }, { c: "d" }, { e: "f" }, "g"]],
    ["{a, b: , ? c : d, : e}", { a: null, b: null, c: "d", null: "e" }],
    ["a: |2\n    b\n  c\n", { a: "  b\nc\n" }],
    ["a: >+\n  b\n\n\n", { a: "b\n\n\n" }],
    ["%TAG !e! tag:x\n---\n!e!y 5", "5"],
    ["__proto__: 1", JSON.parse('{"__proto__": 1}')],
    ['"\\uD83D\\uDE00"', "😀"],
  ])("%j → %j", (text, value) => {
    expect(parseBunYaml(text)).toEqual({ value });
  });

  test.each([
    "a: b: c",
    "a: - b",
    "a: [b] c",
    "a: [b]\n: c",
    "a: \t- b",
    "a: *b",
    "a: &x {b: *x}",
    "&a &b c",
    "!!str !!int c",
    "!e!y 5",
    "%YAML 1.2\na: b",
    "a\nb: c",
    "[a\n]: b",
    '"\\uD83D"',
    "{toString: 1}: a",
  ])("%j is broken", (text) => {
    expect(parseBunYaml(text)).toHaveProperty("broken");
  });

  test("what nests without end is refused, not run out of stack", () => {
    expect(parseBunYaml("[".repeat(100_000))).toHaveProperty("broken");
    expect(parseBunYaml("- ".repeat(100_000))).toHaveProperty("broken");
    expect(parseBunYaml("? ".repeat(100_000))).toHaveProperty("broken");
  });

  test("aliases that stand for too much are refused", () => {
    const lines = Array.from(
      { length: 12 },
      (_, level) =>
        `a${level}: &a${level} [${Array(9)
          .fill(level === 0 ? "x" : `*a${level - 1}`)
          .join(", ")}]`,
    );
    expect(parseBunYaml(lines.join("\n"))).toHaveProperty("broken");
  });
});

const pieces = fc.constantFrom(
  "a",
  ": ",
  ":",
  "\n",
  "\n  ",
  "\t",
  "- ",
  "? ",
  "[",
  "]",
  "{",
  "}",
  ",",
  "&a ",
  "*a",
  "!!str ",
  "!",
  "|\n",
  ">\n",
  "'",
  '"',
  "\\",
  "#",
  " ",
  "---\n",
  "...",
  "%",
  "@",
  "\r\n",
  "\0",
  "1",
  "<<: ",
  "description: ",
);

test("any bytes give a reading, and never an exception", () => {
  const check = (input: Uint8Array): void => {
    const { name, description, body } = claudeCode(input);
    expect(["string", "undefined"]).toContain(typeof name);
    expect(typeof description).toBe("string");
    expect(typeof body).toBe("string");
  };
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), check));
  fc.assert(fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => check(bytes(`---\n${parts.join("")}\n---\n`))));
});
