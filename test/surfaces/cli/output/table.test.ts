import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textWidth } from "../../../../src/model/text/display/printable.ts";
import { makePaint } from "../../../../src/surfaces/cli/output/output.ts";
import { tableLines } from "../../../../src/surfaces/cli/output/table.ts";

const plain = makePaint(false);
const COLUMNS = [{ title: "skill", least: 6 }, { title: "scope" }, { title: "description", least: 10 }];
const ROWS = [
  [{ text: "pdf" }, { text: "user" }, { text: "Fill in PDF forms. Use when a form must be filled." }],
  [{ text: "release-notes" }, { text: "repo" }, { text: "Write them" }],
];

function linesAt(width: number, rows = ROWS): string[] {
  return tableLines(COLUMNS, rows, { paint: plain, width });
}

describe("[O14] a table", () => {
  test("has a header, and columns as wide as their texts", () => {
    expect(linesAt(100)).toEqual([
      "skill          scope  description",
      "pdf            user   Fill in PDF forms. Use when a form must be filled.",
      "release-notes  repo   Write them",
    ]);
  });

  test("cuts the widest column first", () => {
    expect(linesAt(44)).toEqual([
      "skill          scope  description",
      "pdf            user   Fill in PDF forms. Us…",
      "release-notes  repo   Write them",
    ]);
  });

  test("becomes a block for each row if it is too narrow", () => {
    expect(linesAt(24)).toEqual([
      "pdf",
      "  scope        user",
      "  description  Fill in P…",
      "release-notes",
      "  scope        repo",
      "  description  Write them",
    ]);
  });

  test("leaves out columns without any text, and is empty without rows", () => {
    expect(linesAt(100, [[{ text: "pdf" }, { text: "" }, { text: "Forms" }]])).toEqual([
      "skill  description",
      "pdf    Forms",
    ]);
    expect(linesAt(100, [])).toEqual([]);
  });

  test("never passes a control character or a line break on", () => {
    const [, row = ""] = linesAt(100, [[{ text: "a\nb\u001b[2J" }, { text: "user" }, { text: "x\u202ey" }]]);
    expect(row).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  test("fits every width that its columns allow", () => {
    const cell = fc.string({ maxLength: 30 }).map((text) => ({ text }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }),
        fc.integer({ min: 21, max: 120 }),
        (rows, width) => {
          const lines = linesAt(width, rows);
          const isTable = lines[0]?.includes("skill") || lines.length === rows.length + 1;
          if (isTable) for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
