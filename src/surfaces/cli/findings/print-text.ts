/** Prints a diagnostic for people: message, position, source line with a caret, and fix. */

import type { Diagnostic, Severity } from "../../../model/diagnostics/diagnostic.ts";
import type { Span } from "../../../model/diagnostics/span.ts";
import { printableLine, textWidth } from "../../../model/text/display/printable.ts";
import { shownPath } from "../output/output.ts";

export interface PrintOptions {
  readonly color?: boolean;
  /** Base directory for display. Paths below it are shown as relative paths. */
  readonly cwd?: string;
}

export function printDiagnostic(diagnostic: Diagnostic, options: PrintOptions = {}): string {
  const { code, severity, message, at, path, related, copies, help } = diagnostic;
  const style = styles(options.color ?? false);
  const lines = [`${style[severity](`${severity}[${code}]`)}: ${style.bold(printableLine(message))}`];
  const gutter = at ? " ".repeat(String(at.line).length) : "";
  if (at) lines.push(...spanLines(at, options, style[severity]));
  else if (path !== undefined) lines.push(style.dim(`  ┌─ ${shownPath(path, options.cwd)}`));
  for (const each of related ?? [])
    lines.push(style.dim(`${gutter || " "} = ${printableLine(each.message)}: ${shownPath(each.path, options.cwd)}`));
  if (copies) lines.push(style.dim(`${gutter || " "} = ${copiesText(copies, options.cwd)}`));
  if (help) lines.push(`${style.help("help")}: ${printableLine(help)}`);
  return lines.join("\n");
}

const MAX_COPIES = 5;

/** Returns a text such as `also in: a, b and 3 more`. */
export function copiesText(copies: readonly string[], cwd: string | undefined): string {
  const shown = copies.slice(0, MAX_COPIES).map((path) => shownPath(path, cwd));
  const more = copies.length > MAX_COPIES ? ` and ${copies.length - MAX_COPIES} more` : "";
  return `also in: ${shown.join(", ")}${more}`;
}

/** Prints a position, its source line, and a caret below the range. */
export function spanLines(
  at: Span,
  options: PrintOptions = {},
  mark: (text: string) => string = (text) => text,
): string[] {
  const { dim } = styles(options.color ?? false);
  const gutter = " ".repeat(String(at.line).length);
  const lines = [dim(`${gutter} ┌─ ${shownPath(at.path, options.cwd)}:${at.line}:${at.column}`)];
  // If the source line is blank, prints only the position.
  if (at.text.trim() === "") return lines;
  const { shown, offset } = window(at.text.replaceAll("\t", " "), at.column);
  const before = printableLine(shown.slice(0, at.column - 1 - offset));
  const under = printableLine(shown.slice(at.column - 1 - offset, at.column - 1 - offset + at.length));
  const blank = " ".repeat(textWidth(before));
  lines.push(`${dim(`${at.line} │`)} ${printableLine(shown)}`.trimEnd());
  lines.push(`${dim(`${gutter} │`)} ${blank}${mark("^".repeat(Math.max(1, textWidth(under))))}`);
  return lines;
}

const WINDOW = 120;

/** Returns the part of a long line that surrounds a column. */
function window(text: string, column: number): { shown: string; offset: number } {
  if (text.length <= WINDOW) return { shown: text, offset: 0 };
  const offset = atCharacter(text, Math.max(0, Math.min(column - 1 - 20, text.length - WINDOW)));
  return { shown: text.slice(offset, atCharacter(text, offset + WINDOW)), offset };
}

/** Returns an offset that does not split a surrogate pair: the given offset, or the offset before it. */
function atCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? "") ? at + 1 : at;
}

type Style = (text: string) => string;

function styles(color: boolean): Record<Severity | "bold" | "dim" | "help", Style> {
  const style = (open: number, close: number): Style =>
    color ? (text) => `\x1b[${open}m${text}\x1b[${close}m` : (text) => text;
  return {
    error: style(31, 39),
    warning: style(33, 39),
    info: style(36, 39),
    bold: style(1, 22),
    dim: style(2, 22),
    help: style(32, 39),
  };
}
