/**
 * The expected result of every row comes from pi 0.73.1 and 0.87.1, except for the deeply nested rows. pi drops a skill
 * without a description.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { olderPi, pi } from "../../../src/hosts/dialects/pi.ts";

function read(text: string, dialect = pi) {
  const { name, description, body, failure } = dialect(Buffer.from(text));
  return failure ? failure.cause : [name, description, body];
}

/** Returns a file with these frontmatter lines and an empty body. */
function header(lines: string): string {
  return `---\n${lines}\n---\n`;
}

describe("the fence", () => {
  test.each([
    ["---\nname: n\ndescription: d\n---\n\n b \n", ["n", "d", "b"]],
    ["---\nname: n\ndescription: d\n---", ["n", "d", ""]],
    ["---\r\nname: n\r\ndescription: d\r\n---\r\nb\r\nc", ["n", "d", "b\nc"]],
    ["---\rname: n\rdescription: d\r---\rb", ["n", "d", "b"]],
    ["--- \nname: n\ndescription: d\n---\n", ["n", "d", ""]],
    ["--- # c\nname: n\ndescription: d\n---\n", ["n", "d", ""]],
    ["----\nname: n\ndescription: d\n---\n", ["n", "d", ""]],
    ["---x\nname: n\ndescription: d\n---\n", ["n", "d", ""]],
    ["---name: x\ndescription: d\n---\n", [undefined, "d", ""]],
    ["--- name: x\ndescription: d\n---\n", ["x", "d", ""]],
    ["---\nname: n\ndescription: d\n----\nb", ["n", "d", "-\nb"]],
    ["---\nname: n\ndescription: d\n---x\nb", ["n", "d", "x\nb"]],
    ["---\nname: n\ndescription: |\n  a\n---\n  b\n---\n", ["n", "a\n", "b\n---"]],
    ["---\nname: n\ndescription: |\n  a\n  ---\n  b\n---\n", ["n", "a\n---\nb\n", ""]],
    ["---\n---\nname: n\ndescription: d\n---\n", [undefined, undefined, "name: n\ndescription: d\n---"]],
    ["---\nname: n\ndescription: d\n", "no-frontmatter"],
    ["---\nname: n\ndescription: d\n...\n", "no-frontmatter"],
    ["\n---\nname: n\ndescription: d\n---\n", "no-frontmatter"],
    ["\ufeff---\nname: n\ndescription: d\n---\n", ["n", "d", ""]],
    ["\ufeff\ufeff---\nname: n\ndescription: d\n---\n", "no-frontmatter"],
    ["", "no-frontmatter"],
  ])("%j", (text, expected) => expect(read(text)).toEqual(expected));
});

describe("YAML", () => {
  test.each([
    ["name: n\ndescription: >\n  a\n  b\n\n  c\nx: 1", ["n", "a b\nc\n"]],
    ['name: n\ndescription: "a\\u263a\\n b"', ["n", "a☺\n b"]],
    ["name: ' n '\ndescription: ' d '", [" n ", " d "]],
    ["name: n\ndescription: a # c", ["n", "a"]],
    ["name: n\ndescription: 2024-01-01", ["n", "2024-01-01"]],
    ["name: yes\ndescription: 'on'", ["yes", "on"]],
    ["name: !!str 12\ndescription: d", ["12", "d"]],
    ["name: n\ndescription: !foo d", ["n", "d"]],
    ["name: &x foo\ndescription: *x", ["foo", "foo"]],
    ["{name: n, description: d}", ["n", "d"]],
    ["name: ''\ndescription: d", [undefined, "d"]],
    ["name: 0\ndescription: d", [undefined, "d"]],
    ["name: .nan\ndescription: d", [undefined, "d"]],
    ["name: false\ndescription: d", [undefined, "d"]],
    ["name:\ndescription: d", [undefined, "d"]],
    ["name: n\ndescription: ''", ["n", ""]],
    ["name: n\ndescription: 0", ["n", undefined]],
    ["name: n\ndescription:", ["n", undefined]],
    ["b: &b {name: m, description: bb}\n<<: *b", [undefined, undefined]],
    ["- name: n\n- description: d", [undefined, undefined]],
    ["name n", [undefined, undefined]],
    ["!!merge x", [undefined, "<<"]],
    ["name: n\ndescription: d\n1: x\n'1': y", ["n", "d"]],
    ["name: n\ndescription: d\n.nan: x\n.nan: y", ["n", "d"]],
  ])("%j", (lines, expected) => expect(read(header(lines)).slice(0, 2)).toEqual(expected));

  test.each([
    "name: n\ndescription: a: b",
    "name: n\ndescription: d\nname: m",
    "name: n\ndescription: d\nm: {a: 1, a: 2}",
    "name: n\ndescription: d\n1: x\n1.0: y",
    "name: n\ndescription: d\nnull: x\n~: y",
    "name: n\ndescription: @d",
    "name: n\ndescription: d\nx: [a",
    "name: n\ndescription: d\n\tx: a",
    "name: n\ndescription: *x",
    "name: n\ndescription: d\n...\nx: 1",
    "%YAML 1.2\nname: n\ndescription: d",
    `a: &a 1\nb: [${"*a,".repeat(100)}*a]\nname: n\ndescription: d`,
  ])("%j is broken", (lines) => expect(read(header(lines))).toBe("yaml"));

  test.each([
    ["name: 12\ndescription: d", [undefined, "d", ""]],
    ["name: true\ndescription: d", [undefined, "d", ""]],
    ["name: [n]\ndescription: d", [undefined, "d", ""]],
    ["name: n\ndescription: 12", ["n", undefined, ""]],
    ["name: n\ndescription: [d]", ["n", undefined, ""]],
    ["name: n\ndescription: {d: e}", ["n", undefined, ""]],
  ])("%j is not text", (lines, expected) => {
    expect(read(header(lines))).toEqual(expected);
    expect(read(header(lines), olderPi)).toBe("type");
  });
});

test("a byte order mark hid the frontmatter before 0.87.1", () => {
  expect(read("\ufeff---\nname: n\ndescription: d\n---\n", olderPi)).toBe("no-frontmatter");
  expect(read("---\nname: n\ndescription: d\n---\n", olderPi)).toEqual(["n", "d", ""]);
});

test("a failure names the line of the file", () => {
  expect(pi(Buffer.from("---\nname: n\ndescription: a: b\n---\n")).failure?.line).toBe(3);
  expect(pi(Buffer.from("---\nname: n\nname: m\n---\n")).failure?.line).toBe(3);
});

test("bytes that are not UTF-8 are replaced", () => {
  const bytes = Buffer.concat([Buffer.from("---\nname: n\ndescription: Caf"), Buffer.of(0xe9), Buffer.from("\n---\n")]);
  expect(pi(bytes).description).toBe("Caf\ufffd");
});

test.each([
  ["brackets", `x: ${"[".repeat(100_000)}`],
  ["dashes", `x: ${"- ".repeat(100_000)}`],
  ["colons", `x: ${"a: ".repeat(100_000)}`],
  ["keys in keys", `x:\n  ${"? ".repeat(300)}y`],
  ["aliases", Array.from({ length: 1500 }, (_, at) => `k${at}: &a${at} 1\nl${at}: *a${at}`).join("\n")],
  ["closed brackets", `x: ${"]".repeat(100_000)}`],
])("a labyrinth of %s is given up", (_, lines) => {
  expect(read(header(`name: n\ndescription: d\n${lines}`))).toBe("yaml");
});

test("a long description is read", () => {
  const words = "word, ".repeat(5000).trim();
  expect(read(header(`name: n\ndescription: ${"long ".repeat(20_000)}${words}`))).toHaveLength(3);
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
      "!!str ",
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
      const { name, description, body } = pi(each);
      expect([name ?? "", description ?? "", body].map((value) => typeof value)).toEqual([
        "string",
        "string",
        "string",
      ]);
    }),
    { numRuns: 2000 },
  );
});
