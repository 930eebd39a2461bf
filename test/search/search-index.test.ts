import { describe, expect, test } from "vitest";
import { buildIndex } from "../../src/search/index/search-index.ts";
import type { SearchDocument } from "../../src/search/search-document.ts";

const DOCUMENTS: readonly SearchDocument[] = [
  { id: "pdf", name: "pdf-forms", description: "Fill in PDF forms and extract their fields.", body: "Use pdftk." },
  { id: "deploy", name: "deploy", description: "Deploy services to staging.", headings: "Rolling back a deployment" },
  { id: "chart", name: "chart-maker", description: "Draws bar charts.", extra: "when the user wants a plot" },
  { id: "zh", name: "translate", description: "把合同翻译成英文" },
  { id: "code", name: "parser", description: "Works with parseHTMLFile, node.js and C++ sources on Kubernetes." },
];

const found = (query: string | string[], k?: number): string[] =>
  buildIndex(DOCUMENTS)
    .search(query, k === undefined ? {} : { k })
    .map(({ id }) => id);

describe("[U3] words", () => {
  test.each([
    ["filling in a form", ["pdf"]],
    ["ＤＥＰＬＯＹＭＥＮＴＳ", ["deploy"]],
    ["plots", ["chart"]],
    ["html", ["code"]],
    ["parseHTMLFile", ["code"]],
    ["parse_html", ["code"]],
    ["node", ["code"]],
    ["c++", ["code"]],
    ["pdftk", ["pdf"]],
    ["unheard", []],
    ["and of the", []],
    ["", []],
  ])("%s → %j", (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  test("a stop word matters in a name", () => {
    const index = buildIndex([
      { id: "1", name: "make", description: "Writes build files." },
      { id: "2", name: "cook", description: "How to make soup." },
    ]);
    expect(index.search("make").map(({ id }) => id)).toEqual(["1"]);
  });
});

describe("[U3] languages and short forms", () => {
  test.each([
    ["翻译", ["zh"]],
    ["translate a contract", ["zh"]],
    ["部署服务", ["deploy"]],
    ["k8s", ["code"]],
  ])("%s → %j", (query, expected) => {
    expect(found(query)).toEqual(expected);
  });
});

test("[U3] a word finds its short form, and a short form its words; a part of a phrase does not find the short form", () => {
  const index = buildIndex([
    { id: "short", name: "a1", description: "Rolls out to k8s, with tdd." },
    { id: "long", name: "a2", description: "Rolls out to kubernetes, with test driven development." },
    { id: "part", name: "a3", description: "Something driven." },
  ]);
  const found = (query: string): string[] =>
    index
      .search(query)
      .map(({ id }) => id)
      .sort();
  expect([found("kubernetes"), found("k8s"), found("tdd"), found("driven")]).toEqual([
    ["long", "short"],
    ["long", "short"],
    ["long", "part", "short"],
    ["long", "part"],
  ]);
});

test("[U1] a hit says which words found it, the most telling first", () => {
  expect(buildIndex(DOCUMENTS).search("Extract the PDF's fields with pdftk")).toEqual([
    {
      id: "pdf",
      score: expect.any(Number),
      terms: [
        { term: "extract", fields: ["description"] },
        { term: "fields", fields: ["description"] },
        { term: "pdf", fields: ["name", "description"] },
        { term: "pdftk", fields: ["body"] },
      ],
    },
  ]);
});

describe("[U3] a typing error", () => {
  test.each([
    ["servcies", "services", "deploy"],
    ["depploy", "deploy", "deploy"],
    ["chrts", "charts", "chart"],
    ["stagimg", "staging", "deploy"],
    ["deployemnts", "deployment", "deploy"],
    // The query is not misspelt, but begins with a known word. The longest such word with more than half of the letters is used.
    ["servicesatwork", "services", "deploy"],
    ["deploymentwise", "deployment", "deploy"],
  ])("%s is read as %s", (query, as, id) => {
    const [hit] = buildIndex(DOCUMENTS).search(query);
    expect([hit?.id, hit?.terms[0]]).toMatchObject([id, { term: query, as }]);
  });

  test.each(["xyz", "bat", "chrrtz", "servicestationmaster"])("%s is too far from everything", (query) => {
    expect(found(query)).toEqual([]);
  });
});

test("[U5] skills that several phrasings find come first", () => {
  expect(found(["charts", "a bar or services"])).toEqual(["chart", "deploy"]);
  expect(found(["charts", "", "unheard"])).toEqual(["chart"]);
  expect(found([])).toEqual([]);
});

test("[U1] adjacent words weigh more than separate ones, and a complete name more than a part", () => {
  const index = buildIndex([
    { id: "apart", name: "a1", description: "The pull of a crowd and the request of a friend, both here." },
    { id: "together", name: "a2", description: "The crowd of a friend and both a pull request, right here." },
    { id: "part", name: "release-notes-for-partners", description: "Something else." },
    { id: "whole", name: "release-notes", description: "Something else." },
  ]);
  expect(index.search("pull request").map(({ id }) => id)).toEqual(["together", "apart"]);
  expect(index.search("the request to pull").map(({ id }) => id)).toEqual(["together", "apart"]);
  expect(index.search("a crowd that pulls").map(({ id }) => id)).toEqual(["apart", "together"]);
  expect(index.search("write release notes").map(({ id }) => id)).toEqual(["whole", "part"]);
});

test("returns at most the requested number, and only permitted skills", () => {
  const index = buildIndex(DOCUMENTS);
  expect(found("forms services charts", 2)).toHaveLength(2);
  expect(found("forms services charts", 0)).toEqual([]);
  expect(index.search("forms services charts", { k: 1, only: (id) => id === "chart" })).toMatchObject([
    { id: "chart" },
  ]);
});

describe("[U14] a request that no document fits", () => {
  const catalog = buildIndex(
    Array.from({ length: 40 }, (_, at) => ({
      id: `skill-${at}`,
      name: `skill-${at}`,
      description: at < 4 ? "Fill in PDF forms." : `Writes the report number ${at} for a team.`,
      body: "A report for the team, with the wire transfer, the zinc oxide and the order of the week.",
    })),
  );
  const isWeak = (query: string | string[]): boolean[] => catalog.search(query).map(({ weak = false }) => weak);

  test("every hit is marked where no document leads", () => {
    const marks = isWeak("book a wire transfer to my dentist for next week");
    expect(marks.length).toBe(10);
    expect(marks).not.toContain(false);
  });

  test.each(["fill pdf forms", "pdf"])("copies of one skill that has every word are a good match: %s", (query) => {
    expect(isWeak(query)).toEqual([false, false, false, false]);
  });

  test("one phrasing that fits is enough", () => {
    expect(isWeak(["book a wire transfer to my dentist for next week", "fill pdf forms"])).not.toContain(true);
  });

  test("short nonsense is not corrected into hits", () => {
    const near = buildIndex([{ id: "a", name: "asd", description: "wer zxc asdg quer zxcw", body: "" }]);
    expect(near.search("asdf qwer zxcv")).toEqual([]);
  });
});
