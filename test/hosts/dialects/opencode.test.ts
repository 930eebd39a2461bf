/** The expected result of every row comes from OpenCode 1.18.33. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FailureCause } from "../../../src/hosts/dialects/dialect.ts";
import { opencode, repairColons } from "../../../src/hosts/dialects/opencode.ts";
import { plainFields } from "../../../src/hosts/dialects/readers/plain-fields.ts";

type Seen = { readonly name: string; readonly description?: string; readonly body: string };

test.each<[what: string, file: string | Buffer, seen: Seen | FailureCause | "no name"]>([
  ["plain", "---\nname: x\ndescription: d\n---\nbody\n", { name: "x", description: "d", body: "body\n" }],
  ["no description", "---\nname: x\n---\n", { name: "x", body: "" }],
  ["an empty description", '---\nname: x\ndescription: ""\n---\n', { name: "x", description: "", body: "" }],
  ["a blank description", '---\nname: x\ndescription: "  "\n---\n', { name: "x", description: "  ", body: "" }],
  ["a description of null", "---\nname: x\ndescription:\n---\n", "type"],
  ["a description that is a number", "---\nname: x\ndescription: 42\n---\n", "type"],
  ["a description that is a date", "---\nname: x\ndescription: 2024-01-01\n---\n", "type"],
  ["a description that is a list", "---\nname: x\ndescription: [a]\n---\n", "type"],
  ["`yes` is a text", "---\nname: x\ndescription: yes\n---\n", { name: "x", description: "yes", body: "" }],
  ["`True` is a boolean", "---\nname: x\ndescription: True\n---\n", "type"],
  ["a number in base sixty", "---\nname: x\ndescription: 190:20:30\n---\n", "type"],
  ["an octal number", "---\nname: x\ndescription: 012\n---\n", "type"],
  ["a tag makes it a text", "---\nname: x\ndescription: !!str 42\n---\n", { name: "x", description: "42", body: "" }],
  ["an unknown tag", "---\nname: x\ndescription: !x y\n---\n", "yaml"],
  ["a binary value", "---\nname: x\ndescription: !!binary aGk=\n---\n", "type"],
  ["no name", "---\ndescription: d\n---\n", "no name"],
  ["a name that is a number", "---\nname: 12\ndescription: d\n---\n", "type"],
  ["an anchor and an alias", "---\nname: &n x\ndescription: *n\n---\n", { name: "x", description: "x", body: "" }],
  ["a merge key", "---\nbase: &b {description: d}\n<<: *b\nname: x\n---\n", { name: "x", description: "d", body: "" }],
  ["a key twice", "---\nname: x\nlicense: a\nlicense: b\n---\n", "yaml"],
  ["escapes", '---\nname: x\ndescription: "a\\tb\\u00e9\\x41"\n---\n', { name: "x", description: "a\tbéA", body: "" }],
  ["an unknown escape", '---\nname: x\ndescription: "a\\q"\n---\n', "yaml"],
  ["a literal block", "---\nname: x\ndescription: |\n  a\n  b\n---\n", { name: "x", description: "a\nb\n", body: "" }],
  [
    "a folded block",
    "---\nname: x\ndescription: >-\n  a\n  b\n\n  c\n---\n",
    { name: "x", description: "a b\nc", body: "" },
  ],
  [
    "a plain text of two lines",
    "---\nname: x\ndescription: a\n  b\n---\n",
    { name: "x", description: "a b", body: "" },
  ],
  ["a comment after the value", "---\nname: x\ndescription: a #b\n---\n", { name: "x", description: "a", body: "" }],
  ["a tab in a plain text", "---\nname: x\ndescription: a\tb\n---\n", { name: "x", description: "a\tb", body: "" }],
  ["a tab as indentation", "---\nname: x\nmetadata:\n\ta: b\n---\n", { name: "x", body: "" }],
  ["a reserved first character", "---\nname: x\ndescription: `a`\n---\n", "yaml"],
  ["a list that is never closed", "---\nname: x\ndescription: [a\n---\n", "yaml"],
  ["a quote that is never closed", '---\nname: x\ndescription: "a\n---\n', "yaml"],
  ["a control character", "---\nname: x\ndescription: a\x01b\n---\n", "yaml"],
  ["two documents", "---\nname: x\n... \n--- \ndescription: d\n---\n", { name: "x", body: " \ndescription: d\n---\n" }],
  ["repaired: a colon", "---\nname: x\ndescription: a: b\n---\n", { name: "x", description: "a: b", body: "" }],
  [
    "repaired: a colon in every value",
    "---\nname: x:x\ndescription: a: b: c\nlicense: x: y\n---\n",
    { name: "x:x", description: "a: b: c", body: "" },
  ],
  [
    "repaired: the lines below belong to the block",
    "---\nname: x\ndescription: a: b\n  c: d\n---\n",
    { name: "x", description: "a: b\nc: d", body: "" },
  ],
  [
    "repaired: a comment is text then",
    "---\nname: x\ndescription: a: b #c\n---\n",
    { name: "x", description: "a: b #c", body: "" },
  ],
  [
    "repaired: CRLF",
    "---\r\nname: x\r\ndescription: a: b\r\n---\r\nbody\r\n",
    { name: "x", description: "a: b", body: "body\r\n" },
  ],
  [
    "repaired: a list under one key lets others be repaired",
    "---\nname: x\ntools: [a: b\ndescription: c: d\n---\n",
    { name: "x", description: "c: d", body: "" },
  ],
  ["not repaired: a key with a hyphen", "---\nname: x\nallowed-tools: a: b\n---\n", "yaml"],
  ["not repaired: a value in quotes", '---\nname: x\ndescription: "a": b\n---\n', "yaml"],
  ["not repaired: an indented line", "---\nname: x\nmetadata:\n  a: b: c\n---\n", "yaml"],
  ["not repaired: a byte order mark", "\ufeff---\nname: x\ndescription: a: b\n---\n", "yaml"],
  ["not repaired: no closing fence", "---\nname: x\ndescription: a: b\n", "yaml"],
  ["not repaired: a space after the fence", "--- \nname: x\ndescription: a: b\n---\n", "yaml"],
  ["a byte order mark", "\ufeff---\nname: x\ndescription: d\n---\n", { name: "x", description: "d", body: "" }],
  ["two byte order marks", "\ufeff\ufeff---\nname: x\n---\n", "no-frontmatter"],
  ["CRLF", "---\r\nname: x\r\ndescription: d\r\n---\r\nbody\r\n", { name: "x", description: "d", body: "body\r\n" }],
  ["CR", "---\rname: x\rdescription: d\r---\rbody\r", "no name"],
  ["CR below the fence", "---\nname: x\rdescription: d\r\n---\nbody", { name: "x", description: "d", body: "body" }],
  ["a comment ends with LF only", "---\n# c\rname: x\r\n---\n", "no name"],
  ["no closing fence", "---\nname: x\ndescription: d\n", { name: "x", description: "d", body: "" }],
  ["closed by dots", "---\nname: x\ndescription: d\n...\n", { name: "x", description: "d", body: "" }],
  ["dots and then text", "---\nname: x\ndescription: d\n...\nbody\n", "yaml"],
  ["the fence at the very end", "---\nname: x\ndescription: d\n---", { name: "x", description: "d", body: "" }],
  ["four dashes open", "----\nname: x\n----\n", "no-frontmatter"],
  [
    "four dashes close",
    "---\nname: x\ndescription: d\n----\nbody\n",
    { name: "x", description: "d", body: "-\nbody\n" },
  ],
  [
    "text after the closing fence",
    "---\nname: x\ndescription: d\n---body\n",
    { name: "x", description: "d", body: "body\n" },
  ],
  [
    "spaces after the opening fence",
    "---  \t\nname: x\ndescription: d\n---\n",
    { name: "x", description: "d", body: "" },
  ],
  ["a comment after the opening fence", "--- # c\nname: x\n---\n", "yaml"],
  [
    "a fence in a block ends it",
    "---\nname: x\ndescription: |\n  a\n---\n  b\n---\nbody\n",
    { name: "x", description: "a\n", body: "  b\n---\nbody\n" },
  ],
  [
    "an indented fence does not",
    "---\nname: x\ndescription: |\n  a\n  ---\n  b\n---\nbody\n",
    { name: "x", description: "a\n---\nb\n", body: "body\n" },
  ],
  ["a blank line before the fence", "\n---\nname: x\n---\n", "no-frontmatter"],
  ["a space before the fence", " ---\nname: x\n---\n", "no-frontmatter"],
  ["an empty frontmatter", "---\n---\nname: x\n", "no name"],
  ["the language yaml", "---yaml\nname: x\ndescription: d\n---\n", { name: "x", description: "d", body: "" }],
  ["the language YML", "--- YML \nname: x\ndescription: d\n---\n", { name: "x", description: "d", body: "" }],
  [
    "the language json",
    '---json\n{"name": "x", "description": "d"}\n---\nbody\n',
    { name: "x", description: "d", body: "body\n" },
  ],
  ["the language JSON", '---JSON\n{"name": "x"}\n---\n', "yaml"],
  ["the language toml", '---toml\nname = "x"\n---\n', "yaml"],
  [
    "the language js",
    '---js\n{name: \'x\', "description": "d",}\n---\nbody\n',
    { name: "x", description: "d", body: "body\n" },
  ],
  ["the language constructor", "---constructor\nname: x\n---\n", "yaml"],
  ["a list", "---\n- name: x\n---\n", "type"],
  ["a text", "---\nx\n---\n", "type"],
  ["nothing", "", "no-frontmatter"],
  ["YAML in JSON", '---\n{"name": "x", "description": "d"}\n---\n', { name: "x", description: "d", body: "" }],
  ["keys in quotes", "---\n\"name\": x\n'description': d\n---\n", { name: "x", description: "d", body: "" }],
  ["a question mark for a key", "---\n? name\n: x\n---\n", { name: "x", body: "" }],
  ["a directive", "---\n%YAML 1.2\n---\nname: x\n---\n", "yaml"],
  ["a prototype as key", "---\n__proto__: {description: d}\nname: x\n---\n", { name: "x", body: "" }],
  ["a line separator", "---\nname: x\ndescription: a\u2028b\n---\n", { name: "x", description: "a\u2028b", body: "" }],
  [
    "white space around",
    '---\nname:   x  \ndescription: "  d  "\n---\n\n\nbody\n',
    { name: "x", description: "  d  ", body: "\n\nbody\n" },
  ],
  [
    "bytes that are not UTF-8",
    Buffer.from("---\nname: x\ndescription: café x\n---\n", "latin1"),
    { name: "x", description: "caf\ufffd x", body: "" },
  ],
  [
    "an encoded surrogate",
    Buffer.from('---\nname: x\ndescription: "í\u00a0\u0080"\n---\n', "latin1"),
    { name: "x", description: "\ufffd\ufffd\ufffd", body: "" },
  ],
])("%s", (_, file, seen) => {
  const { name, description, body, failure } = opencode(Buffer.from(file));
  if (typeof seen !== "string") expect({ name, description, body, failure }).toEqual(seen);
  else expect(failure?.cause ?? (name === undefined ? "no name" : name)).toBe(seen);
});

test("reports a broken line, and marks a repaired file", () => {
  expect(opencode(Buffer.from("---\nname: x\nlicense: [a\nb: c\n---\n")).failure?.line).toBe(4);
  expect(opencode(Buffer.from("---\nname: x\ndescription: a: b\n---\n")).repaired).toBe(true);
  expect(opencode(Buffer.from("---\nname: x\ndescription: a\n---\n")).repaired).toBeUndefined();
});

test("no program in the frontmatter is run", () => {
  const file = '---js\n(globalThis.wasRun = true, { name: "x", description: "d" })\n---\n';
  expect(opencode(Buffer.from(file)).failure?.detail).toContain("program");
  expect("wasRun" in globalThis).toBe(false);
});

test("the repair changes nothing but the frontmatter", () => {
  expect(repairColons("---\na: b:c\n---\na: b:c\n")).toBe("---\na: |-\n  b:c\n---\na: b:c\n");
  expect(repairColons("a: b:c\n")).toBe("a: b:c\n");
  expect(repairColons("---\na: b\u2028: c\n---\n")).toBe("---\na: b\u2028: c\n---\n");
});

test("aliases, cycles and depth end somewhere", () => {
  const laughs = Array.from({ length: 12 }, (_, at) => `l${at}: &l${at} [${at ? `*l${at - 1}, `.repeat(9) : "x"}]`);
  const bomb = opencode(Buffer.from(`---\nname: x\n${laughs.join("\n")}\nself: &s [*s]\nday: 2024-01-01\n---\n`));
  expect(bomb.name).toBe("x");
  expect(JSON.stringify(bomb.fields).length).toBeLessThan(100_000);
  expect(plainFields({ day: new Date(0), bytes: new Uint8Array(2) })).toEqual({
    day: "1970-01-01T00:00:00.000Z",
    bytes: null,
  });
  for (const deep of ["[".repeat(100_000), "- ".repeat(100_000)])
    expect(opencode(Buffer.from(`---\nname: x\ny: ${deep}\n---\n`)).failure?.cause).toBe("yaml");
  const merges = `a: &a {${Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join(", ")}}\nb: [${"{<<: *a}, ".repeat(20_000)}]`;
  expect(opencode(Buffer.from(`---\nname: x\n${merges}\n---\n`)).failure?.cause).toBe("yaml");
});

test("any bytes give a reading", () => {
  const token = fc.constantFrom(
    "---",
    "\n",
    "\r",
    "name",
    "description",
    ": ",
    ":",
    '"',
    "'",
    "- ",
    "[",
    "{",
    "}",
    "#",
    "|",
    "&a ",
    "*a",
    "<<",
    "!!",
    "\t",
    "js",
    "json",
    "\ufeff",
    "\u2028",
    "x",
  );
  const file = fc.oneof(
    fc.uint8Array(),
    fc.array(token).map((parts) => Buffer.from(`---\n${parts.join("")}`)),
    fc.array(token).map((parts) => Buffer.from(parts.join(""))),
  );
  fc.assert(
    fc.property(file, (bytes) => {
      const { name, description, body, fields } = opencode(bytes);
      expect([typeof name, typeof description].every((type) => type === "string" || type === "undefined")).toBe(true);
      expect(typeof body).toBe("string");
      expect(() => JSON.stringify(fields)).not.toThrow();
    }),
    { numRuns: 500 },
  );
});
