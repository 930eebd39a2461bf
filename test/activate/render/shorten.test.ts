import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shorten } from "../../../src/activate/render/budget/shorten.ts";
import { joinParts, splitDescription } from "../../../src/activate/render/budget/split-description.ts";
import { oneLine } from "../../../src/model/text/text.ts";
import { startProcessorTimer } from "../../processor-time.ts";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const characters = (text: string): number => text.length;
const bytes = (text: string): number => Buffer.byteLength(text);

describe("the parts of a description: what, and when to use it", () => {
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
    [80, "Extracts text and tables from PDF files… Use when the user has a PDF."],
    [60, "Extracts text and tables… Use when the user has a PDF."],
    [40, "… Use when the user has a PDF."],
    [30, "… Use when the user has a PDF."],
    [24, "Extracts text…"],
    [9, "Use…"],
    [3, "Us…"],
    [1, ""],
  ])("[D10] to %i characters", (max, expected) => {
    expect(shorten(splitDescription({ description: pdf }), max, characters)).toBe(expected);
  });

  test("[D10] keeps both parts if both are long", () => {
    const long = `${"makes a report, ".repeat(20)}. Use when ${"a report is due, ".repeat(20)}`;
    expect(shorten(splitDescription({ description: long }), 120, characters)).toBe(
      "makes a report, makes a report… Use when a report is due, a report is due, a report is due, a report is due…",
    );
  });

  test.each([
    [
      "Helps you with:\n1. Reading files\n2. Writing files\n3. Deleting files",
      50,
      "Helps you with: Reading files; Writing files…",
    ],
    [
      "Works in Python 3. Then (1) reads a plan, (2) writes code and tests",
      50,
      "Works in Python 3. Then reads a plan…",
    ],
    [
      "## Overview - **Reads** `a.ts`, <b>writes</b> [notes](http://a.example), and more",
      42,
      "Overview - Reads a.ts, writes notes…",
    ],
    ["Converts images (PNG, JPEG, and several other formats) to text for readers", 30, "Converts images…"],
    ["Converts images (PNG to JPEG and several others", 30, "Converts images PNG to JPEG…"],
    ['Answers to "how does this work", "why is this so", and others', 44, 'Answers to "how does this work"…'],
    ['Answers to "how does this work, "why is this so", and to others', 44, "Answers to how does this work…"],
    ["读取和写入表格文件，检查公式，并生成图表。当用户提到表格时使用。", 20, "读取和写入表格文件，检查公式…"],
    ["Reads files, e.g. invoices from suppliers in the region, and sorts them", 30, "Reads files, e.g. invoices…"],
    ["Explains a colleague's particularly complicated spreadsheet", 24, "Explains a colleague's…"],
    ["Sorts the incomprehensibly large archive", 12, "Sorts…"],
  ])("[D10] %j to %i", (description, max, expected) => {
    expect(shorten({ what: oneLine(description), when: "" }, max, characters)).toBe(expected);
  });

  const clause = fc
    .array(fc.constantFrom("reads", "invoices", "tables", "PDF", "(old files)", '"a plan"'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => words.join(" "))
    .filter((text) => text.length <= 24);
  const separator = fc.constantFrom(", ", ". ", "; ", " — ", " and ", " with ");

  test("[D10] whole phrases of the original, with their brackets and quotation marks", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(clause, separator), { minLength: 4, maxLength: 12 }),
        fc.integer({ min: 40, max: 120 }),
        (parts, max) => {
          const text = parts.flat().slice(0, -1).join("");
          const shortened = shorten({ what: text, when: "" }, max, characters);
          expect(shortened.length).toBeLessThanOrEqual(max);
          let rest = text;
          for (const piece of shortened.split(/… ?/).filter((each) => each !== "")) {
            const at = rest.search(
              new RegExp(`(?<=^|, |\\. |; | — | and | with )${escaped(piece)}(?=$|, |\\. |; | — | and | with | \\()`),
            );
            expect(at, `${piece} in ${text}`).toBeGreaterThanOrEqual(0);
            rest = rest.slice(at + piece.length);
          }
          expect((shortened.match(/\(/g) ?? []).length).toBe((shortened.match(/\)/g) ?? []).length);
          expect((shortened.match(/"/g) ?? []).length % 2).toBe(0);
        },
      ),
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

  test("[D10] never longer than the limit, and complete if it fits", () => {
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
          else expect(text === "" || text.includes("…") || text.length < joinParts(saying).length).toBe(true);
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
