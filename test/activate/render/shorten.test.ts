import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shorten } from "../../../src/activate/render/budget/shorten.ts";
import { joinParts, splitDescription } from "../../../src/activate/render/budget/split-description.ts";
import { startProcessorTimer } from "../../processor-time.ts";

const characters = (text: string): number => text.length;
const bytes = (text: string): number => Buffer.byteLength(text);

describe("what and when", () => {
  test.each<[string, string | undefined, string, string]>([
    ["Makes PDFs. Use when a PDF is asked for.", undefined, "Makes PDFs.", "Use when a PDF is asked for."],
    ["Makes PDFs.", "A PDF is asked for.", "Makes PDFs.", "A PDF is asked for."],
    ["Makes PDFs", "a PDF is asked for", "Makes PDFs.", "a PDF is asked for"],
    ["Use this for PDFs. Makes them.", undefined, "", "Use this for PDFs. Makes them."],
    ["Makes PDFs; when asked.", undefined, "Makes PDFs;", "when asked."],
    ["This skill should be used when x. And y.", undefined, "", "This skill should be used when x. And y."],
    ["Reuse when you can", undefined, "Reuse when you can", ""],
    ["Tells you when to stop", undefined, "Tells you when to stop", ""],
    ["", undefined, "", ""],
    ["", "Always.", "", "Always."],
  ])("[D10] %j, %j", (description, whenToUse, what, when) => {
    expect(splitDescription({ description, ...(whenToUse === undefined ? {} : { whenToUse }) })).toEqual({
      what,
      when,
    });
  });
});

describe("shortened", () => {
  const pdf = "Extracts text and tables from PDF files, fills forms and merges documents. Use when the user has a PDF.";

  test.each([
    [200, pdf],
    [80, "Extracts text and tables from PDF files, fills… Use when the user has a PDF."],
    [60, "Extracts text and tables from… Use when the user has a PDF."],
    [40, "… Use when the user has a PDF."],
    [30, "… Use when the user has a PDF."],
    [24, "Use when the user has a…"],
    [9, "Use when…"],
    [3, "Us…"],
    [1, ""],
  ])("[D10] to %i characters", (max, expected) => {
    expect(shorten(splitDescription({ description: pdf }), max, characters)).toBe(expected);
  });

  test("[D10] both parts where both are long", () => {
    const long = `${"what it does ".repeat(20)}. Use when ${"it is asked for ".repeat(20)}`;
    expect(shorten(splitDescription({ description: long }), 120, characters)).toBe(
      "what it does what it does what it does… Use when it is asked for it is asked for it is asked for it is asked for it is…",
    );
  });

  test.each([
    ["漢字".repeat(20), characters, 10, "漢字漢字漢字漢字漢…"],
    ["漢字".repeat(20), bytes, 12, "漢字漢…"],
    ["😀".repeat(20), characters, 6, "😀😀…"],
    [`${"e\u0301".repeat(20)}`, characters, 6, "e\u0301e\u0301…"],
    ["one, two", characters, 6, "one…"],
    ["a".repeat(50), characters, 10, `${"a".repeat(9)}…`],
  ])("[D10] %j", (text, size, max, expected) => {
    expect(shorten({ what: text, when: "" }, max, size)).toBe(expected);
  });

  test("[D10] never longer than it may be, and whole where it can be", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.string(),
        fc.nat(200),
        fc.constantFrom(characters, bytes),
        (description, whenToUse, max, size) => {
          const saying = splitDescription({ description, whenToUse });
          const text = shorten(saying, max, size);
          expect(size(text)).toBeLessThanOrEqual(max);
          if (size(joinParts(saying)) <= max) expect(text).toBe(joinParts(saying));
          else expect(text === "" || text === saying.when || text.includes("…")).toBe(true);
          expect(text).not.toMatch(/\p{Cs}/u);
        },
      ),
    );
  });

  test("[D10] a long text takes time like its length", () => {
    const time = (length: number): number => {
      const text = ". Use when ".repeat(length);
      const elapsedMs = startProcessorTimer();
      for (let i = 0; i < 20; i++) shorten(splitDescription({ description: text }), 500, characters);
      return elapsedMs();
    };
    time(2000);
    expect(time(20_000)).toBeLessThan(Math.max(50, 60 * time(2000)));
  });
});
