import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findNearest, makeDistance, NearestNames } from "../../../../src/model/text/matching/nearest.ts";

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
    expect(findNearest(asked, names)).toEqual(expected);
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
        expect(findNearest(asked, list)).toEqual(slow);
      }),
      { numRuns: 2000 },
    );
  });

  test("those that are not accepted leave their place to others", () => {
    const near = new NearestNames(["pdf", "pdfs", "pdfx", "pdfy"]);
    expect(near.nearest("pdf", { count: 2, accepts: (name) => name !== "pdfs" })).toEqual(["pdf", "pdfx"]);
  });

  test("of words of any length the distance is the fewest edits", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abé"), maxLength: 40 });
    fc.assert(
      fc.property(word, word, fc.nat({ max: 40 }), (a, b, limit) => {
        const edits = slowDistance(a, b);
        expect(makeDistance(a, limit)(b)).toBe(edits > limit ? Number.POSITIVE_INFINITY : edits);
      }),
      { numRuns: 1000 },
    );
  });

  function slowScore(a: string, b: string): number {
    if (a.length > 2 && (a.includes(b) || b.includes(a))) return 0.5;
    const edits = slowDistance(a, b);
    return edits > Math.max(2, Math.floor(a.length / 3)) ? Number.POSITIVE_INFINITY : edits;
  }

  /** Computes the edit distance in a complete table, which is simple but slow. */
  function slowDistance(a: string, b: string): number {
    const cells = Array.from({ length: a.length + 1 }, (_, i) => [i]);
    for (let j = 1; j <= b.length; j++) cells[0]![j] = j;
    for (let i = 1; i <= a.length; i++)
      for (let j = 1; j <= b.length; j++)
        cells[i]![j] = Math.min(
          cells[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
          cells[i - 1]![j]! + 1,
          cells[i]![j - 1]! + 1,
        );
    return cells[a.length]![b.length]!;
  }
});
