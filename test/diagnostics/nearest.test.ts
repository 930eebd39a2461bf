import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, NearNames, nearest } from "../../src/diagnostics/nearest.ts";

describe("[M4] near names", () => {
  test.each<[string, string[], string[]]>([
    ["pdff", ["pdf", "doc"], ["pdf"]],
    ["PDF", ["pdf"], ["pdf"]],
    ["release", ["release-notes", "rel", "releases"], ["rel", "release-notes", "releases"]],
    ["a", ["b", "abc", "abcd"], ["b", "abc"]],
    ["relaese", ["release", "relax", "lease"], ["release"]],
    ["zzz", ["pdf"], []],
    ["x", [], []],
  ])("%s of %j", (asked, names, expected) => {
    expect(nearest(asked, names)).toEqual(expected);
  });

  const names = fc.array(fc.string({ unit: fc.constantFrom(..."abcdeA-é"), maxLength: 12 }), { maxLength: 12 });

  test("passing over names by their letters changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abcxyzB-é"), maxLength: 12 }), names, (asked, list) => {
        const wanted = asked.toLowerCase();
        const slow = [...new Set(list)]
          .map((name) => ({ name, score: slowScore(wanted, name.toLowerCase()) }))
          .filter(({ score }) => Number.isFinite(score))
          .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
          .slice(0, 3)
          .map(({ name }) => name);
        expect(nearest(asked, list)).toEqual(slow);
      }),
      { numRuns: 2000 },
    );
  });

  test("those that are not accepted leave their place to others", () => {
    const near = new NearNames(["pdf", "pdfs", "pdfx", "pdfy"]);
    expect(near.nearest("pdf", { count: 2, accepts: (name) => name !== "pdfs" })).toEqual(["pdf", "pdfx"]);
  });

  function slowScore(a: string, b: string): number {
    if (a.length > 2 && (a.includes(b) || b.includes(a))) return 0.5;
    return editDistance(a, b, Math.max(2, Math.floor(a.length / 3)));
  }
});
