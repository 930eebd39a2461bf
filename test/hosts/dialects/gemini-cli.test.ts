/**
 * The expected name, description and body of every row come from gemini-cli 0.61.0, except for the deeply nested rows.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { geminiCli } from "../../../src/hosts/dialects/gemini-cli.ts";

function read(text: string) {
  const { name, description, body, failure, repaired } = geminiCli(Buffer.from(text));
  return failure ? failure.cause : [name, description, body, ...(repaired ? ["by lines"] : [])];
}

/** Returns a file with these frontmatter lines and an empty body. */
function header(lines: string): string {
  return `---\n${lines}\n---\n`;
}

describe("the fence", () => {
  test.each([
    ["---\nname: n\ndescription: d\n---\n\n b \n", ["n", "d", "b"]],
    ["---\nname: n\ndescription: d\n---", ["n", "d", ""]],
    ["---\r\nname: n\r\ndescription: d\r\n---\r\nb", ["n", "d", "b"]],
    ["---\nname: n\ndescription: d\n----\nb", ["n", "d", ""]],
    ["---\nname: n\ndescription: d\n--- \nb", ["n", "d", ""]],
    ["---\nname: n\ndescription: |\n  a\n---\n  b\n---\n", ["n", "a\n", "b\n---"]],
    ["---\nname: n\ndescription: |\n  a\n  ---\n  b\n---\n", ["n", "a\n---\nb\n", ""]],
    ["---\n---\nname: n\ndescription: d\n---\n", ["n", "d", ""]],
    ["--- \nname: n\ndescription: d\n---\n", "no-frontmatter"],
    ["----\nname: n\ndescription: d\n---\n", "no-frontmatter"],
    ["\nname: n\n---\n", "no-frontmatter"],
    ["\ufeff---\nname: n\ndescription: d\n---\n", "no-frontmatter"],
    ["---\rname: n\rdescription: d\r---\rb", "no-frontmatter"],
    ["---\nname: n\ndescription: d\n...\n", "no-frontmatter"],
    ["---\nname: n\ndescription: d\n", "no-frontmatter"],
    ["---\n---", "no-frontmatter"],
    ["", "no-frontmatter"],
  ])("%j", (text, expected) => expect(read(text)).toEqual(expected));
});

describe("YAML", () => {
  test.each([
    ["name: n\ndescription: >\n  a\n  b\n\n  c", ["n", "a b\nc\n"]],
    ['name: n\ndescription: "a\\u263a\\n b"', ["n", "a☺\n b"]],
    ["name: n\ndescription: a # c", ["n", "a"]],
    ["name: n\ndescription: ''", ["n", ""]],
    ["name: ''\ndescription: d", ["", "d"]],
    ["name: ' n '\ndescription: ' d '", [" n ", " d "]],
    ["name: a/b\ndescription: d", ["a/b", "d"]],
    ["b: &b {name: m, description: bb}\n<<: *b", ["m", "bb"]],
    ["name: &x foo\ndescription: *x", ["foo", "foo"]],
    ["{name: n, description: d}", ["n", "d"]],
    ["? name\n: n\n? description\n: d", ["n", "d"]],
    ["  name: n\n  description: d", ["n", "d"]],
    ["name: !!str 12\ndescription: d", ["12", "d"]],
    ["name: y\ndescription: 'on'", ["y", "on"]],
  ])("%j", (lines, expected) => expect(read(header(lines)).slice(0, 2)).toEqual(expected));
});

describe("line by line", () => {
  test.each([
    ["name: n\ndescription: a: b", ["n", "a: b"]],
    ["name: n\ndescription: d\nname: m", ["m", "d"]],
    ["name: 12\ndescription: 2024-01-01", ["12", "2024-01-01"]],
    ["name: n\ndescription:", ["n", ""]],
    ["name:\ndescription: d", ["", "d"]],
    ["name: n\ndescription: [a, b]", ["n", "[a, b]"]],
    ["name: n # x\ndescription: 'd' # y\nz: a: b", ["n # x", "'d' # y"]],
    ["name: a: b\ndescription: |\n  one\n  two\n\n  three\nx: 1", ["a: b", "| one two"]],
    ["description: a: b\n  name: inner\n  more\nname: n", ["n", "a: b name: inner more"]],
    ["name: a: b\ndescription:\n\n  one", ["a: b", ""]],
    ["\tname: n\n\tdescription: d", ["n", "d"]],
    ["name: a: b\n\u00a0description: x", ["a: b", "x"]],
    ["name: a: b\ndescription: \u2028 x", ["a: b", "x"]],
    ["x: [\nname: a\u2028b\nname: c\ndescription: d", ["c", "d"]],
    ["name: n", ["n", undefined]],
    ["description: d", [undefined, "d"]],
    ["name: n\ndescription : 1", ["n", undefined]],
    ["- name: n\n- description: d", [undefined, undefined]],
    ["Name: n\nDescription: d", [undefined, undefined]],
  ])("%j", (lines, expected) => expect(read(header(lines))).toEqual([...expected, "", "by lines"]));
});

test("a description that goes on ends at the first line without an indent", () => {
  expect(read(header("name: a: b\ndescription: x\n  y\n\tz\n\u00a0w"))).toEqual(["a: b", "x y z", "", "by lines"]);
});

test("bytes that are not UTF-8 are replaced", () => {
  const bytes = Buffer.concat([Buffer.from("---\nname: n\ndescription: Caf"), Buffer.of(0xe9), Buffer.from("\n---\n")]);
  expect(geminiCli(bytes).description).toBe("Caf\ufffd");
});

test.each([
  ["brackets", `name: n\ndescription: d\nx: ${"[".repeat(200_000)}`],
  ["dashes", `name: n\ndescription: d\nx: ${"- ".repeat(100_000)}`],
  ["merges", `name: n\ndescription: d\na: &a {${"k: 1,".repeat(20_000)}}\nb: {<<: [${"*a,".repeat(20_000)}]}`],
  ["spaces", `name: n\ndescription: d\nname:${" ".repeat(200_000)}x\ry`],
])("a labyrinth of %s is read by lines", (_, lines) => {
  expect(read(header(lines))).toEqual(["n", "d", "", "by lines"]);
});

test("any bytes give a reading", () => {
  const text = fc.array(
    fc.constantFrom(
      "name:",
      "description:",
      " ",
      "a",
      "\n",
      "\r",
      "\t",
      '"',
      "'",
      "[",
      "{",
      "&a ",
      "*a",
      "|",
      ">",
      "#",
      "- ",
      "? ",
      "!",
      "<<: ",
      "---",
      "\u2028",
      "\0",
      "\ufeff",
    ),
    { maxLength: 40 },
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    text.map((parts) => Buffer.from(header(parts.join("")))),
  );
  fc.assert(
    fc.property(bytes, (each) => {
      const { name, description, body } = geminiCli(each);
      expect([name ?? "", description ?? "", body].map((value) => typeof value)).toEqual([
        "string",
        "string",
        "string",
      ]);
    }),
    { numRuns: 2000 },
  );
});
