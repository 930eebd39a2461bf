/** Makes frontmatter conform to the specification: the changes, and the same result when it is read again. */
import fc from "fast-check";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { conformSkill } from "../../../src/format/conform/conform.ts";
import { writeHeader } from "../../../src/format/conform/write-header.ts";

const KNOWN = { name: "pdf", description: "Fills forms." };
const HEAD = "name: pdf\ndescription: Fills forms.\n";

describe("[MC5] what does not conform", () => {
  test.each([
    ["as it is", "license: MIT\nx: 1.0\n", { license: "MIT", x: 1 }, []],
    ["texts in metadata", 'metadata:\n  a: "1"\n', { metadata: { a: "1" } }, []],
    [
      "a version as it is written",
      "metadata:\n  a: 1.10\n",
      { metadata: { a: "1.10" } },
      ["the values of `metadata` were converted to text"],
    ],
    [
      "a map in it",
      "metadata:\n  a: {b: [1]}\n",
      { metadata: { a: '{"b":[1]}' } },
      ["the values of `metadata` were converted to text"],
    ],
    [
      "a list for it",
      "metadata: [1]\n",
      { metadata: { metadata: "[1]" } },
      ["the values of `metadata` were converted to text"],
    ],
    ["nothing for it", "metadata:\n", {}, ["`metadata` was left out"]],
    [
      "compatibility that is none",
      "compatibility: 7\n",
      { compatibility: "7" },
      ["`compatibility` was converted to text"],
    ],
    ["a key twice", "x: 1\nx: 2\n", { x: 2 }, ["its YAML was rewritten"]],
    ["a key twice inside", "x: {a: 1, a: 2}\n", { x: { a: 2 } }, ["a value was rewritten on one line"]],
    ["an unquoted colon", "x: a: b\n", { x: "a: b" }, ["its YAML was rewritten"]],
    ["an alias", "x: &a [1]\ny: *a\n", { x: [1], y: [1] }, ["its YAML was rewritten"]],
    ["quotes over two lines", 'x: "a\n  b"\n', { x: "a b" }, ["a value was rewritten on one line"]],
    ["plain text over two lines", "x: a\n  b\n", { x: "a b" }, ["a value was rewritten on one line"]],
    ["brackets over two lines", "x: [a,\n  b]\n", { x: ["a", "b"] }, ["a value was rewritten on one line"]],
    ["a block over two lines", "x: |\n  a\n  b\n", { x: "a\nb\n" }, []],
    ["no JSON number", "x: .inf\n", { x: "Infinity" }, ["values that JSON cannot express were converted"]],
    ["a prototype", "__proto__: 1\n", {}, ["`__proto__` was left out"]],
  ])("%s", (_, more, expected, changes) => {
    const made = conformSkill(HEAD + more, KNOWN);
    expect(made).toEqual({ frontmatter: { name: "pdf", description: "Fills forms.", ...expected }, changes });
  });

  test.each([
    ["PDF Tools", "pdf-tools"],
    ["pdf_2", "pdf-2"],
    ["-a--b-", "a-b"],
    ["é", "pdf"],
    ["x".repeat(70), "x".repeat(64)],
  ])("[MC6] the name %s becomes %s", (written, name) => {
    expect(conformSkill(`name: ${written}\ndescription: d\n`, KNOWN).frontmatter["name"]).toBe(name);
  });

  test("a description is cut at 1024 characters, whole ones", () => {
    const { description } = conformSkill(`name: pdf\ndescription: ${"😀".repeat(1100)}\n`, KNOWN).frontmatter;
    expect([...(description as string)]).toEqual([...Array.from({ length: 1023 }, () => "😀"), "…"]);
  });
});

test("[MC5] written frontmatter is the same when it is read again", () => {
  const text = fc.string({ unit: "binary", maxLength: 30 });
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 6 }), (said) => {
      const written = writeHeader({ ...said, name: "pdf" });
      expect(JSON.stringify(load(written.slice(4, -4)))).toBe(JSON.stringify({ ...said, name: "pdf" }));
      const made = conformSkill(written.slice(4, -4), KNOWN);
      expect(conformSkill(writeHeader(made.frontmatter).slice(4, -4), KNOWN).changes).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("[MC5] conforming frontmatter is made from any block", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) => {
      const { frontmatter } = conformSkill(header, KNOWN);
      expect(frontmatter["name"]).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(conformSkill(writeHeader(frontmatter).slice(4, -4), KNOWN)).toEqual({ frontmatter, changes: [] });
    }),
    { numRuns: 150 },
  );
});
