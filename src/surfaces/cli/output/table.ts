/**
 * Prints a table with a header and columns that fit the terminal. If the columns cannot fit, each row becomes a block.
 * Empty columns are omitted. Untrusted text in cells is made printable.
 */

import { cutToWidth, padToWidth, printableLine, textWidth } from "../../../model/text/display/printable.ts";
import type { Context } from "../command.ts";

export interface Column {
  readonly title: string;
  /** Minimum width of the column if it must be cut (default: never cut). */
  readonly least?: number;
}

export interface TableCell {
  readonly text: string;
  readonly tone?: (text: string) => string;
}

const GAP = "  ";

export function tableLines(
  wanted: readonly Column[],
  given: readonly (readonly TableCell[])[],
  { paint, width }: Pick<Context, "paint" | "width">,
): string[] {
  if (given.length === 0) return [];
  const kept = wanted.flatMap((_, at) => (given.some((row) => (row[at]?.text ?? "") !== "") ? [at] : []));
  const columns = kept.flatMap((at) => wanted[at] ?? []);
  const rows = given.map((row) => kept.flatMap((at) => row[at] ?? []));
  const texts = textsOf(columns, rows);
  const fitted = fitWidths(columns, texts, width);
  if (fitted === undefined) return blocks(columns, rows, texts, { paint, width });
  const line = (cells: readonly string[], tone: (text: string, at: number) => string): string => {
    const last = cells.findLastIndex((cell) => cell !== "");
    return cells
      .slice(0, last + 1)
      .map((cell, at) => {
        const shown = cutToWidth(cell, fitted[at] ?? 0);
        return tone(at === last ? shown : padToWidth(shown, fitted[at] ?? 0), at);
      })
      .join(GAP);
  };
  return [
    line(
      columns.map(({ title }) => title),
      (text) => paint.bold(text),
    ),
    ...texts.map((row, index) => line(row, (text, at) => rows[index]?.[at]?.tone?.(text) ?? text)),
  ];
}

/** Returns true if the rows fit the width of the terminal as a table. */
export function fitsTable(
  columns: readonly Column[],
  rows: readonly (readonly TableCell[])[],
  { width }: Pick<Context, "width">,
): boolean {
  return fitWidths(columns, textsOf(columns, rows), width) !== undefined;
}

function textsOf(columns: readonly Column[], rows: readonly (readonly TableCell[])[]): string[][] {
  return rows.map((row) => columns.map((_, at) => printableLine(row[at]?.text ?? "")));
}

/**
 * Returns the widths of the columns. The widest flexible column is cut until the table fits. Returns undefined if it
 * cannot fit.
 */
function fitWidths(
  columns: readonly Column[],
  texts: readonly (readonly string[])[],
  width: number,
): number[] | undefined {
  const widths = columns.map(({ title }, at) =>
    texts.reduce((widest, row) => Math.max(widest, textWidth(row[at] ?? "")), textWidth(title)),
  );
  const room = width - GAP.length * (columns.length - 1);
  for (;;) {
    const over = widths.reduce((sum, each) => sum + each, 0) - room;
    if (over <= 0) return widths;
    const open = columns.flatMap(({ least }, at) => (least !== undefined && (widths[at] ?? 0) > least ? [at] : []));
    const widest = open.sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0];
    if (widest === undefined) return undefined;
    const next = Math.max(columns[widest]?.least ?? 0, ...open.slice(1).map((at) => widths[at] ?? 0));
    const now = widths[widest] ?? 0;
    widths[widest] = Math.max(columns[widest]?.least ?? 0, now - over, Math.min(next, now - 1));
  }
}

/** Prints each row as a block: the first cell as a heading, and each other cell on its own line. */
function blocks(
  columns: readonly Column[],
  rows: readonly (readonly TableCell[])[],
  texts: readonly (readonly string[])[],
  { paint, width }: Pick<Context, "paint" | "width">,
): string[] {
  const titles = Math.max(...columns.slice(1).map(({ title }) => textWidth(title)));
  return texts.flatMap((row, index) => [
    paint.bold(cutToWidth(row[0] ?? "", width)),
    ...columns.slice(1).flatMap(({ title }, at) => {
      const text = row[at + 1] ?? "";
      if (text === "") return [];
      const shown = cutToWidth(text, Math.max(10, width - titles - 4));
      return [`  ${paint.dim(padToWidth(title, titles))}  ${rows[index]?.[at + 1]?.tone?.(shown) ?? shown}`];
    }),
  ]);
}
