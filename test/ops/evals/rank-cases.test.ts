import { describe, expect, test } from "vitest";
import { rankCases } from "../../../src/ops/evals/rank-cases.ts";
import { trialShareOf } from "../../../src/ops/evals/wilson.ts";
import { buildIndex } from "../../../src/search/index/search-index.ts";

const index = buildIndex([
  { id: "pdf", name: "pdf", description: "Fills in forms and merges pages of PDF files." },
  { id: "pdf-tools", name: "pdf-tools", description: "Splits, rotates and compresses PDF files." },
  { id: "cake", name: "cake", description: "Bakes a cake." },
]);
const rank = (cases: [string, boolean][], top = 1) =>
  rankCases(
    "pdf",
    cases.map(([query, should], at) => ({ query, should, line: at + 1 })),
    index,
    { top, skills: 3 },
  );

describe("[EV2] rank and margin", () => {
  test("a skill that ranks first, second, or not at all", () => {
    const { cases } = rank([
      ["fill in these forms", true],
      ["rotate and compress this pdf", true],
      ["what is the weather", true],
    ]);
    expect(cases.map(({ rank: place, passed, first }) => [place, passed, first])).toEqual([
      [1, true, undefined],
      [2, false, "pdf-tools"],
      [undefined, false, undefined],
    ]);
    expect(cases[0]?.margin).toBeGreaterThan(0);
    expect(cases[1]?.margin).toBeLessThan(0);
    expect(cases[2]?.margin).toBe(0);
  });

  test("a skill with the same score as another one does not lead: both requests pass, and the other skill is named", () => {
    const description = "Fills in forms.";
    const twins = buildIndex([
      { id: "twin", name: "same", description },
      { id: "pdf", name: "same", description },
    ]);
    const given = [true, false].map((should, at) => ({ query: "forms", should, line: at + 1 }));
    const { cases } = rankCases("pdf", given, twins, { top: 1, skills: 2 });
    expect(cases).toEqual([
      { query: "forms", should: true, line: 1, rank: 1, margin: 0, first: "twin", passed: true },
      { query: "forms", should: false, line: 2, rank: 1, margin: 0, first: "twin", passed: true },
    ]);
  });

  test("a skill among the first two passes if two ranks are allowed", () => {
    expect(rank([["rotate and compress this pdf", true]], 2).cases[0]?.passed).toBe(true);
  });

  test("a request that should not find the skill fails if the skill ranks first", () => {
    const { cases, attractingWords } = rank([
      ["rotate and compress this pdf", false],
      ["fill in these forms", false],
    ]);
    expect(cases.map(({ passed }) => passed)).toEqual([true, false]);
    expect(attractingWords.length).toBeGreaterThan(0);
  });
});

describe("[EV2] confusions", () => {
  test("names the skills that win, how often, and because of which words", () => {
    const { confusions } = rank([
      ["rotate this pdf", true],
      ["compress this pdf", true],
      ["bake something", true],
      ["fill in forms", true],
    ]);
    expect(confusions.map(({ address, cases, example }) => [address, cases, example])).toEqual([
      ["pdf-tools", 2, "rotate this pdf"],
      ["cake", 1, "bake something"],
    ]);
    expect(confusions[0]?.words.length).toBe(2);
  });
});

test("[EV7] shares with their intervals", () => {
  expect([trialShareOf(0, 0), trialShareOf(5, 10), trialShareOf(10, 10)]).toEqual([
    { hits: 0, of: 0 },
    { hits: 5, of: 10, value: 0.5, low: 0.2366, high: 0.7634 },
    { hits: 10, of: 10, value: 1, low: 0.7225, high: 1 },
  ]);
});
