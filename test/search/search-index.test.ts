import { describe, expect, test } from "vitest";
import type { SearchDocument } from "../../src/search/search-document.ts";
import { buildIndex } from "../../src/search/search-index.ts";

const DOCUMENTS: readonly SearchDocument[] = [
  { id: "pdf", name: "pdf-forms", description: "Fill in PDF forms and extract their fields.", body: "Use pdftk." },
  { id: "deploy", name: "deploy", description: "Deploy services to staging.", headings: "Rolling back a deployment" },
  { id: "chart", name: "chart-maker", description: "Draws bar charts.", extra: "when the user wants a plot" },
  { id: "zh", name: "translate", description: "把合同翻译成英文" },
  { id: "code", name: "parser", description: "Works with parseHTMLFile, node.js and C++ sources." },
];

const found = (query: string | string[], k?: number): string[] =>
  buildIndex(DOCUMENTS)
    .search(query, k === undefined ? {} : { k })
    .map(({ id }) => id);

describe("[U3] words", () => {
  test.each([
    ["filling forms", ["pdf"]],
    ["ＤＥＰＬＯＹＭＥＮＴＳ", ["deploy"]],
    ["plots", ["chart"]],
    ["翻译", ["zh"]],
    ["html", ["code"]],
    ["parseHTMLFile", ["code"]],
    ["node", ["code"]],
    ["c++", ["code"]],
    ["pdftk", ["pdf"]],
    ["unheard", []],
    ["", []],
  ])("%s → %j", (query, expected) => {
    expect(found(query)).toEqual(expected);
  });
});

test("[U2] a hit says which words found it, the most telling first", () => {
  expect(buildIndex(DOCUMENTS).search("extract pdftk fields")).toEqual([
    {
      id: "pdf",
      score: expect.any(Number),
      terms: [
        { term: "extract", fields: ["description"] },
        { term: "field", fields: ["description"] },
        { term: "pdftk", fields: ["body"] },
      ],
    },
  ]);
});

test("[U4] a slip is repaired, and the hit says so", () => {
  expect(buildIndex(DOCUMENTS).search("servcies")[0]?.terms).toEqual([
    { term: "servci", as: "servic", fields: ["description"] },
  ]);
});

test("[U5] what several phrasings find comes first", () => {
  expect(found(["charts", "bars or services"])).toEqual(["chart", "deploy"]);
});

test("[U1] in whatever order the documents came", () => {
  const backwards = buildIndex([...DOCUMENTS].reverse());
  for (const query of ["forms of services", "use pdf to deploy c++"])
    expect(backwards.search(query)).toEqual(buildIndex(DOCUMENTS).search(query));
});

test("[U6] added, replaced and removed", () => {
  const index = buildIndex([{ id: "deploy", name: "old", description: "Old words." }, ...DOCUMENTS]);
  index.add({ id: "other", name: "form", description: "Fill in the form." });
  index.remove("other");
  index.remove("never there");
  for (const query of ["old", "fill forms", "deploy"])
    expect(index.search(query)).toEqual(buildIndex(DOCUMENTS).search(query));
});

test("[U7] strange words are words", () => {
  const index = buildIndex([{ id: "__proto__", name: "constructor", description: "toString __proto__ \ud800" }]);
  expect(index.search("constructor toString \ud800")[0]?.id).toBe("__proto__");
  expect(index.search("x".repeat(1_000_000))).toEqual([]);
});
