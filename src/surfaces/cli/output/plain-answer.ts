/**
 * Prints any answer as text: first the plain fields, then each list as a table. It is used for operations without their
 * own output code.
 */

import { cutToWidth, printableLine } from "../../../model/text/display/printable.ts";
import { type Answer, materializeAnswer } from "../../../ops/answers/answer.ts";
import type { Context } from "../command.ts";
import { isAnswer } from "./json.ts";
import { tableLines } from "./table.ts";

const MAX_COLUMN = 60;
const LEAST_COLUMN = 12;

export function printPlainAnswer(answer: Answer | object, context: Context): void {
  const { out, paint } = context;
  const fields = Object.entries(isAnswer(answer) ? materializeAnswer(answer) : answer).filter(
    ([key]) => key !== "schema",
  );
  for (const [key, value] of fields.filter(([, value]) => !isRows(value))) out.line(`${key}: ${cellText(value)}`);
  for (const [key, rows] of fields) {
    if (!isRows(rows)) continue;
    out.line(paint.bold(key));
    for (const line of rowLines(rows, context)) out.line(`  ${line}`);
  }
}

function isRows(value: unknown): value is Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === "object" && row !== null);
}

function rowLines(rows: readonly Readonly<Record<string, unknown>>[], context: Context): string[] {
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = titles.map((title) => ({ title, least: LEAST_COLUMN }));
  const cells = rows.map((row) => titles.map((title) => ({ text: cellText(row[title]) })));
  return tableLines(columns, cells, { ...context, width: context.width - 2 });
}

function cellText(value: unknown): string {
  const text = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  return cutToWidth(printableLine(text), MAX_COLUMN);
}
