import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHeader } from "../../../src/format/parse/parse-header.ts";
import { parseSidecars } from "../../../src/format/parse/parse-sidecar.ts";
import { parseSidecarQuick } from "../../../src/format/parse/quick/parse-quick.ts";
import { parseSimple } from "../../../src/format/parse/quick/parse-simple.ts";

/** Returns the keys and values that a reader found, without positions. */
function read(entries: readonly { key: string; value: unknown; offset: number }[]): unknown[] {
  return entries.map(({ key, value, offset }) => [key, value, offset]);
}

/** Compares the quick reader with the careful one. The quick reader may always give up. */
function expectAgreement(header: string): void {
  const quick = parseSimple(header);
  if (quick === undefined) return;
  const careful = parseHeader(header);
  expect(read(quick)).toEqual(read(careful.entries));
  // The quick reader must leave every header with a finding to the careful one, because it reports nothing.
  expect(careful.issues).toEqual([]);
}

const KEYS = [
  "name",
  "description",
  "license",
  "allowed-tools",
  "metadata",
  "triggers",
  "x_y",
  "A1",
  "__proto__",
  "constructor",
];

/** Pieces that are special to YAML, and similar ones. */
const PIECES = [
  ..."abz019 :#-?,[]{}&*!|>'\"%@`\\/.~+=_\t\r\u00a0\u0085\u2028\ufeff\uffff\u{1f600}é",
  ": ",
  " #",
  "''",
  '\\"',
  "\\n",
  "\\u0041",
  "\\x",
  "- ",
  "--- ",
  "\ud83d",
  "...",
  "true",
  "No",
  "null",
  "~",
  "1.0",
  "007",
  "12",
  "-1",
  "0x1f",
  "1e3",
  ".inf",
  "2024-01-01",
  "<<",
  "  ",
  "Read, Grep",
  "Bash(git:*)",
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join(""));
const blanks = fc.constantFrom("", " ", "  ", "   ");
const key = fc.constantFrom(...KEYS);

const scalar = fc.oneof(
  text,
  text.map((inner) => `"${inner}"`),
  text.map((inner) => `'${inner}'`),
  text.map((inner) => JSON.stringify(inner)),
  fc.array(text, { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
);
const inline = fc
  .tuple(key, blanks, scalar, blanks)
  .map(([name, before, value, after]) => `${name}:${before}${value}${after}\n`);
const indented = fc
  .array(fc.tuple(fc.constantFrom("", "  ", "  ", "    "), text), { maxLength: 4 })
  .map((lines) => lines.map(([indent, line]) => `${indent}${line}\n`).join(""));
const block = fc
  .tuple(key, fc.constantFrom(">", ">-", "|", "|-", "|+", ">2", ""), blanks, indented)
  .map(([name, style, after, lines]) => `${name}: ${style}${after}\n${lines}`);
const list = fc
  .tuple(key, fc.constantFrom("", "  "), fc.array(scalar, { maxLength: 3 }))
  .map(([name, indent, items]) => `${name}:\n${items.map((item) => `${indent}- ${item}\n`).join("")}`);
const map = fc
  .tuple(key, fc.constantFrom("  ", " "), fc.array(fc.tuple(key, scalar), { maxLength: 3 }))
  .map(
    ([name, indent, pairs]) => `${name}:\n${pairs.map(([inner, value]) => `${indent}${inner}: ${value}\n`).join("")}`,
  );
/** Mappings of mappings, lists and multi-line values, at valid and almost valid indentations. */
const nested = fc
  .tuple(
    key,
    fc.array(
      fc.tuple(
        fc.constantFrom("", "  ", "  ", "    ", "    ", "      ", "   "),
        fc.oneof(
          key.map((name) => `${name}:`),
          fc.tuple(key, scalar).map(([name, value]) => `${name}: ${value}`),
          fc.tuple(key, fc.constantFrom("|", ">-", ">", "|-")).map(([name, style]) => `${name}: ${style}`),
          scalar.map((item) => `- ${item}`),
          fc.tuple(key, scalar).map(([name, value]) => `- ${name}: ${value}`),
          key.map((name) => `- ${name}:`),
          scalar,
          fc.constantFrom(
            "words",
            "more words",
            "# a comment",
            "",
            "",
            "'quoted",
            "it''s",
            "quoted'",
            '"quoted',
            'quoted"',
          ),
        ),
      ),
      { maxLength: 7 },
    ),
  )
  .map(([name, lines]) => `${name}:\n${lines.map(([indent, line]) => `${indent}${line}\n`).join("")}`);
const json = fc
  .tuple(key, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(undefined, 1), text)
  .map(
    ([name, value, space, inner]) =>
      `${name}: ${JSON.stringify({ [inner]: value }, null, space).replaceAll("\n", "")}\n`,
  );
const other = fc.constantFrom("\n", "# a comment\n", "  \n", "...\n", "- a\n", "? a\n", "{}\n");
const header = fc
  .array(fc.oneof({ weight: 4, arbitrary: inline }, block, list, map, nested, json, other), { maxLength: 5 })
  .map((parts) => parts.join(""));

const REAL = `name: pdf-tools
description: "Fills \\"forms\\" and merges PDF files; use when someone says C:\\\\temp or a/b."
license: Apache-2.0
allowed-tools: Read Grep Bash(git log:*)
metadata:
  author: example-org
  version: "1.0"
  stars: 12
triggers:
  - fill a form
  - 'it''s a pdf'
paths: [src/a.ts, b.ts]
when_to_use: >-
  When a form is there
  and somebody has to fill it.
notes: |
  line one
    deeper
user-invocable: true
version: 1.0
# of the house
tags: ["a b", 'c', d:e, 7]
none: []
openclaw: {"requires": {"bins": ["git"], "count": 2}, "on": true}
x:
  requires:
    bins:
      - git
      - "jq"
    os: [linux, darwin]
  about: >-
    Two lines
    make one.

    And another.
  from: one
    and two
compatibility: Node 20
  or newer
quoted: 'it''s on two lines,
    and: on the third'
inputs:
  - name: a
    formats: [x, y]
  - name: b
    about:
      - c
empty:
`;

describe("the quick reader", () => {
  test("[P19] takes what real files have", () => {
    expect(parseSimple(REAL)).toHaveLength(19);
    expectAgreement(REAL);
  });

  test.each([16, 32, 33, 64])(
    "[P19] [P16] nor does it take what is nested %i deep for more than the careful reader does",
    (depth) => {
      expectAgreement(`x: {"a": ${"[".repeat(depth)}${"]".repeat(depth)}}\n`);
      expectAgreement(Array.from({ length: depth }, (_, at) => `${" ".repeat(at)}x:\n`).join(""));
    },
  );

  test("[P19] says what the careful reader says, whatever the header", () => {
    fc.assert(fc.property(header, expectAgreement), { numRuns: 20_000 });
  });

  test("[P19] also of a real header in which something was changed", () => {
    const change = fc.tuple(
      fc.nat(REAL.length),
      fc.nat(6),
      fc.oneof(text, fc.constantFrom("\n", "\n  ", "\n\n", " ", "")),
    );
    const mutated = fc
      .array(change, { minLength: 1, maxLength: 3 })
      .map((changes) =>
        changes.reduce((whole, [at, length, piece]) => whole.slice(0, at) + piece + whole.slice(at + length), REAL),
      );
    fc.assert(fc.property(mutated, expectAgreement), { numRuns: 10_000 });
  });

  test("[P19] is certain of most headers that are made of plain parts", () => {
    const plain = fc.array(
      fc.tuple(
        fc.constantFrom("name", "license", "model", "agent"),
        fc.stringMatching(/^[a-z][a-z .,()/-]{0,40}[a-z]$/),
      ),
      { minLength: 1, maxLength: 1 },
    );
    fc.assert(
      fc.property(plain, (pairs) => {
        expect(parseSimple(pairs.map(([name, value]) => `${name}: ${value}\n`).join(""))).toHaveLength(1);
      }),
    );
  });
});

describe("the quick reader of sidecars", () => {
  const SIDECAR = `interface:
  display_name: "Skill creator"
  icon_small: "./assets/icon.svg"
  brand_color: "#7c3aed"
  default_prompt: Help me with it
policy:
  allow_implicit_invocation: true
`;
  const expectSame = (source: string): void => {
    const quick = parseSidecarQuick("/r/a/agents/openai.yaml", source);
    if (quick === undefined) return;
    const careful = parseSidecars([{ path: "/r/a/agents/openai.yaml", text: source }]);
    expect({ sidecar: quick, diagnostics: [] }).toEqual(careful);
  };

  test("[P19] takes what the embedded skills have", () => {
    expect(parseSidecarQuick("x", SIDECAR)?.interface).toHaveProperty("brandColor", "#7c3aed");
    expectSame(SIDECAR);
  });

  test("[P19] says what the careful one says, whatever was changed", () => {
    const pieces = fc.constantFrom(
      ...PIECES,
      "\n",
      "\n  ",
      "false",
      "..",
      "/",
      "C:",
      "#123",
      "icon_large: a",
      "permissions:",
    );
    const change = fc.tuple(fc.nat(SIDECAR.length), fc.nat(12), pieces);
    const mutated = fc
      .array(change, { minLength: 1, maxLength: 3 })
      .map((changes) =>
        changes.reduce((whole, [at, length, piece]) => whole.slice(0, at) + piece + whole.slice(at + length), SIDECAR),
      );
    fc.assert(fc.property(mutated, expectSame), { numRuns: 10_000 });
  });
});
