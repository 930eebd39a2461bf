/** Rows for Qwen Code, Cline and Kimi CLI agree with their own functions; the others follow from the source or documents named in their profiles. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/hosts/dialects/dialect.ts";
import * as others from "../../../src/hosts/dialects/documented.ts";
import { qwenCode } from "../../../src/hosts/dialects/qwen-code.ts";
import { standardDialect } from "../../../src/hosts/dialects/standard.ts";
import { startProcessorTimer } from "../../processor-time.ts";

const documented = { ...others, qwenCode };
const HOSTS = Object.entries(documented) as [keyof typeof documented, Dialect][];
type Host = keyof typeof documented;
type Outcome = string | readonly [name: string | undefined, description: string | undefined];

const ND = ["n", "d"] as const;
const NOTHING = [undefined, undefined] as const;

function read(dialect: Dialect, text: string | Uint8Array): Outcome {
  const { name, description, failure } = dialect(Buffer.from(text));
  return failure ? failure.cause : [name, description];
}

/** The result of most hosts for a file, and the exceptions. */
const ROWS: readonly (readonly [what: string, text: string, most: Outcome, others: Partial<Record<Host, Outcome>>])[] =
  [
    ["plain", "---\nname: n\ndescription: d\n---\nb\n", ND, {}],
    [
      "a byte order mark",
      "\ufeff---\nname: n\ndescription: d\n---\nb\n",
      ND,
      { kimiCli: [undefined, "\ufeff---"], vscode: NOTHING },
    ],
    ["CRLF", "---\r\nname: n\r\ndescription: d\r\n---\r\nb\r\n", ND, {}],
    ["CR", "---\rname: n\rdescription: d\r---\rb\r", ND, { cline: NOTHING, rooCode: NOTHING }],
    [
      "spaces after the fences",
      "--- \nname: n\ndescription: d\n--- \nb\n",
      ND,
      { cline: NOTHING, qwenCode: "no-frontmatter" },
    ],
    [
      "a blank line first",
      "\n---\nname: n\ndescription: d\n---\nb\n",
      NOTHING,
      {
        crush: ND,
        goose: ND,
        kimiCli: [undefined, "name: n"],
        cursor: "no-frontmatter",
        qwenCode: "no-frontmatter",
      },
    ],
    [
      "no closing fence",
      "---\nname: n\ndescription: d\n",
      "no-frontmatter",
      { cline: NOTHING, kimiCli: [undefined, "name: n"], rooCode: ND, vscode: ND },
    ],
    [
      "no fence",
      "b\n",
      "no-frontmatter",
      { cline: NOTHING, kimiCli: [undefined, "b"], openclaw: NOTHING, rooCode: NOTHING, vscode: NOTHING },
    ],
    ["dashes in a value", "---\nname: n\ndescription: a --- b\n---\nc\n", ["n", "a --- b"], { goose: ["n", "a"] }],
    [
      "numbers",
      "---\nname: 1\ndescription: 2\n---\nb\n",
      ["1", "2"],
      { cline: "type", kimiCli: "type", cursor: NOTHING, rooCode: NOTHING },
    ],
    ["yes and no", "---\nname: yes\ndescription: no\n---\nb\n", ["yes", "no"], { kimiCli: "type" }],
    [
      "a date",
      "---\nname: n\ndescription: 2026-01-02\n---\nb\n",
      ["n", "2026-01-02"],
      {
        kimiCli: "type",
        rooCode: ["n", undefined],
      },
    ],
    [
      "a list",
      "---\nname: n\ndescription: [a, b]\n---\nb\n",
      ["n", undefined],
      {
        cline: "type",
        crush: "type",
        goose: "type",
        kimiCli: "type",
        openclaw: ["n", '["a","b"]'],
        qwenCode: ["n", "a,b"],
      },
    ],
    [
      "a colon in a value",
      "---\ndescription: a: b\nname: n\n---\nc\n",
      "yaml",
      { openclaw: ["n", "a: b"], qwenCode: ["n", "a: b"], vscode: [undefined, "a"] },
    ],
    [
      "a key twice",
      "---\nname: n\nname: m\ndescription: d\n---\nb\n",
      "yaml",
      { kimiCli: ["m", "d"], qwenCode: ["m", "d"], vscode: ["n", "d"] },
    ],
    [
      "an unknown key twice",
      "---\nname: n\ndescription: d\nx: 1\nx: 2\n---\nb\n",
      "yaml",
      { goose: ND, kimiCli: ND, qwenCode: ND, vscode: ND },
    ],
    [
      "a description without a value",
      "---\nname: n\ndescription:\n---\nb\n",
      ["n", undefined],
      { goose: ["n", ""], kimiCli: ["n", "b"] },
    ],
    ["no text below", "---\nname: n\ndescription: d\n---\n", ND, { cline: "type" }],
    ["nested metadata", "---\nname: n\ndescription: d\nmetadata:\n  a:\n    b: c\n---\nb\n", ND, { crush: "type" }],
    [
      "metadata that is a text",
      "---\nname: n\ndescription: d\nmetadata: x\n---\nb\n",
      ND,
      { crush: "type", goose: "type" },
    ],
    [
      "a tag in the text",
      "---\nname: n\ndescription: a <b>c</b>\n---\nb\n",
      ["n", "a <b>c</b>"],
      { vscode: ["n", "a c"] },
    ],
    [
      "a value that begins with an @",
      "---\nname: n\ndescription: @d\n---\nb\n",
      "yaml",
      { openclaw: ["n", "@d"], qwenCode: ["n", "@d"], vscode: ["n", "@d"] },
    ],
    [
      "spaces around",
      "---\nname: ' n '\ndescription: ' d '\n---\nb\n",
      [" n ", " d "],
      {
        cline: ND,
        openclaw: ND,
        rooCode: [" n ", "d"],
      },
    ],
    [
      "a merge key",
      "---\n<<: {name: n}\ndescription: d\n---\nb\n",
      [undefined, "d"],
      {
        crush: ND,
        kimiCli: ND,
        rooCode: ND,
      },
    ],
    ["a type that Kimi does not know", "---\nname: n\ndescription: d\ntype: x\n---\nb\n", ND, { kimiCli: "type" }],
    ["paths that lead out", "---\nname: n\ndescription: d\npaths: [../x]\n---\nb\n", ND, { qwenCode: "type" }],
    ["a switch that is a text", "---\nname: n\ndescription: d\nuser-invocable: maybe\n---\nb\n", ND, { crush: "type" }],
  ];

describe.each(ROWS)("%s", (_, text, most, others) => {
  test.each(HOSTS)("%s", (host, dialect) => {
    expect(read(dialect, text)).toEqual(others[host] ?? most);
  });
});

test.each(HOSTS)("bytes that are not UTF-8: %s", (host, dialect) => {
  const bytes = Buffer.concat([
    Buffer.from("---\nname: n\ndescription: d"),
    Buffer.of(0xff),
    Buffer.from("\n---\nb\n"),
  ]);
  const strict: Partial<Record<Host, Outcome>> = { crush: "encoding", goose: "encoding", kimiCli: "crash" };
  expect(read(dialect, bytes)).toEqual(strict[host] ?? ["n", "d\ufffd"]);
});

test("bytes that are not UTF-8 below the frontmatter are nothing to Crush", () => {
  expect(
    read(documented.crush, Buffer.concat([Buffer.from("---\nname: n\ndescription: d\n---\n"), Buffer.of(0xff)])),
  ).toEqual(ND);
});

test("reports a fault with its line in the file", () => {
  const at = (dialect: Dialect, text: string) => dialect(Buffer.from(text)).failure?.line;
  const text = "---\nname: n\ndescription: a: b\n---\n";
  const { goose, crush, cline, kimiCli, rooCode } = documented;
  expect([goose, crush, cline, kimiCli, rooCode].map((dialect) => at(dialect, text))).toEqual([3, 3, 3, 3, 3]);
  expect(at(crush, `\n\n${text}`)).toBe(5);
});

test("Kimi CLI takes the first line, cut at 240 characters", () => {
  const text = `---\nname: n\n---\n\n  ${"ä".repeat(300)}\nmore\n`;
  expect(documented.kimiCli(Buffer.from(text))).toMatchObject({
    description: `${"ä".repeat(239)}…`,
    descriptionFrom: "body",
  });
  expect(read(documented.kimiCli, "---\nname: n\n---\n")).toEqual(["n", "No description provided."]);
});

test("Qwen Code says when it fell back on lines", () => {
  const head = 'name: n\ndescription: a: b\ntags:\n  - x\nmap:\n  k: \'v\'\n  - y\nq: "a \\"b\\""\nn: 12\nz: null';
  expect(documented.qwenCode(Buffer.from(`---\n${head}\n---\nb`))).toEqual({
    name: "n",
    description: "a: b",
    fields: { name: "n", description: "a: b", tags: ["x"], "": ["y"], map: { k: "'v'" }, q: 'a "b"', n: 12 },
    body: "b",
    repaired: true,
  });
});

test("OpenClaw moves a bracket in that begins a line", () => {
  const text = '---\nname: n\ndescription: d\nmetadata:\n{\n  "openclaw": {}\n}\n---\nb';
  expect(documented.openclaw(Buffer.from(text)).fields["metadata"]).toBe('{"openclaw":{}}');
});

test("VS Code reads on where YAML would not", () => {
  const lines = [
    "%x",
    "# c",
    "name: 'n'",
    "  deeper: v",
    "description: a",
    "  b # c",
    "",
    "list:",
    "- x",
    'q: "a" b',
    "z: 1",
  ];
  const { fields } = documented.vscode(Buffer.from(`---\n${lines.join("\r\n")}\n---\n`));
  expect(fields).toEqual({ name: "n", deeper: "v", description: "a b", list: ["x"], q: "a" });
});

test.each([
  ["a <b>c</b> <>d<e", "a c <>d<e"],
  ["<<a> b>", " b>"],
  ["< a", "< a"],
  [`${"<".repeat(100_000)}x`, `${"<".repeat(100_000)}x`],
])("VS Code takes tags out", (text, expected) => {
  expect(documented.vscode(Buffer.from(`---\ndescription: '${text}'\n---\n`)).description).toBe(expected);
});

test("distinguishes switches from quoted words", () => {
  const text = "---\nname: n\ndescription: d\ndisable-model-invocation: 'true'\nuser-invocable: off\n---\nb";
  const { fields } = documented.cursor(Buffer.from(text));
  expect([fields["disable-model-invocation"], fields["user-invocable"]]).toEqual([true, false]);
});

const part = fc.constantFrom(
  ...[
    "name",
    "description",
    ": ",
    ":",
    "\n",
    "\r\n",
    "\r",
    "  ",
    "\t",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    '"',
    "'",
    "|",
    ">",
  ],
  ...[
    "#",
    " #",
    "&a ",
    "*a",
    "!",
    "!!str ",
    "---",
    "\n---\n",
    "%",
    "@",
    "<<",
    "? ",
    "\\",
    "é",
    "\u2028",
    "\x85",
    "\0",
    "\ufeff",
  ],
  ...["1", "yes", "~", "2026-01-01", "x", "word "],
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(part, { maxLength: 40 }).map((parts) => Buffer.from(`---\n${parts.join("")}\n---\nb`)),
  fc.array(part, { maxLength: 40 }).map((parts) => Buffer.from(parts.join(""))),
);

test.each(HOSTS)("any bytes give a reading: %s", (_, dialect) => {
  fc.assert(
    fc.property(bytes, (each) => {
      const { name, description, body, fields } = dialect(each);
      expect([name ?? "", description ?? "", body].every((value) => typeof value === "string")).toBe(true);
      expect(typeof fields).toBe("object");
    }),
    { numRuns: 400 },
  );
});

test("large and deep files are read in no time, or given up", () => {
  const heads = [
    "[".repeat(20_000),
    "a: ".repeat(10_000),
    "- ".repeat(10_000),
    "&a ".repeat(5_000),
    `a: "${"x\n".repeat(10_000)}`,
  ];
  heads.push("k: x\n".repeat(5_000), `${" k: x\n".repeat(5_000)}`, `a: [${"*a,".repeat(5_000)}]`, "---".repeat(50_000));
  const elapsedMs = startProcessorTimer();
  for (const [, dialect] of HOSTS) for (const head of heads) dialect(Buffer.from(`---\n${head}\n---\nb`));
  expect(elapsedMs()).toBeLessThan(20_000);
});

test("keeps the standard keys", () => {
  const dialect = standardDialect({
    bytes: "replaced",
    bom: "stripped",
    newlines: "kept",
    fence: "strict",
    unfenced: "failure",
    unclosed: "no-fields",
    yaml: "yaml",
    notMap: "failure",
    types: "strings",
    spaces: "kept",
    body: "kept",
  });
  expect(dialect(Buffer.from("---\n- a\n---\n b \n"))).toMatchObject({ failure: { cause: "type" }, body: " b \n" });
  expect(dialect(Buffer.from("---\nname: n\n"))).toEqual({ ...EMPTY, body: "---\nname: n\n" });
});
const EMPTY = { name: undefined, description: undefined, fields: {} };
