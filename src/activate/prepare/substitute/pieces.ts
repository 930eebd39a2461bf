import type { ShellExpression, ShellResult } from "../../../model/conversation/activation.ts";
import type { FoundShell } from "./find-shell.ts";

/** Inserts replacements into a text. */
export interface ReplacedPiece {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** True if the piece contains the arguments. */
  readonly receives?: boolean;
}

export interface AssembledText {
  readonly text: string;
  /** The pieces that the text contains. */
  readonly kept: readonly ReplacedPiece[];
  readonly cut?: { readonly from: number; readonly at: number };
}

/**
 * Inserts the pieces of all lists into the body. If pieces overlap, the piece of the earlier list wins. The result has
 * at most `maxChars` characters.
 */
export function assemblePieces(
  body: string,
  lists: readonly (readonly ReplacedPiece[])[],
  maxChars: number,
): AssembledText {
  const kept = arrange(lists);
  const length = kept.reduce((sum, { start, end, value }) => sum + value.length - (end - start), body.length);
  if (length <= maxChars) return { text: join(body, kept, body.length), kept };
  const at = cutPoint(body, kept, maxChars);
  const before = kept.filter(({ start }) => start < at);
  return { text: join(body, before, at), kept: before, cut: { from: length, at } };
}

function arrange(lists: readonly (readonly ReplacedPiece[])[]): readonly ReplacedPiece[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  let all: readonly ReplacedPiece[] = [];
  for (const list of filled) all = merge(all, list);
  return all;
}

/**
 * Merges two lists of pieces. The pieces of each list are in order and do not overlap, and this is also true for the
 * result.
 */
function merge(first: readonly ReplacedPiece[], second: readonly ReplacedPiece[]): readonly ReplacedPiece[] {
  const merged: ReplacedPiece[] = [];
  let at = 0;
  for (const piece of first) {
    for (; at < second.length && (second[at] as ReplacedPiece).end <= piece.start; at++)
      merged.push(second[at] as ReplacedPiece);
    for (; at < second.length && (second[at] as ReplacedPiece).start < piece.end; at++);
    merged.push(piece);
  }
  return [...merged, ...second.slice(at)];
}

function join(body: string, pieces: readonly ReplacedPiece[], end: number): string {
  if (pieces.length === 0) return body.slice(0, end);
  const parts: string[] = [];
  let at = 0;
  for (const piece of pieces) {
    parts.push(body.slice(at, piece.start), piece.value);
    at = piece.end;
  }
  parts.push(body.slice(at, end));
  return parts.join("");
}

/**
 * Returns the last offset at which a cut keeps the text within `maxChars`. The cut is after a line if possible,
 * otherwise between two characters.
 */
function cutPoint(body: string, pieces: readonly ReplacedPiece[], maxChars: number): number {
  let room = maxChars;
  let at = 0;
  for (const { start, end, value } of pieces) {
    if (start - at > room) break;
    room -= start - at;
    if (value.length > room) return behindLine(body, at, start) ?? start;
    room -= value.length;
    at = end;
  }
  const end = Math.min(body.length, at + room);
  return behindLine(body, at, end) ?? (isLowSurrogate(body.charCodeAt(end)) ? end - 1 : end);
}

function behindLine(body: string, from: number, to: number): number | undefined {
  const newline = body.lastIndexOf("\n", to - 1);
  return newline >= from && to > 0 ? newline + 1 : undefined;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

// Inserts the results of a text's commands. Creates the text for the model and the report for the user.

/** The reason why commands of skills do not run by default. */
export const NOT_RUN = "no policy allows commands of skills to run";

/** A shell expression with its position in the body. */
export type PositionedExpression = ShellExpression & { readonly at: number };

const NONE: ShellResult = { refused: NOT_RUN };

/**
 * Replaces each command by its output. A command that failed, was refused or has no result is replaced by a marker.
 * `receives` is true if a command that ran contains a placeholder for arguments.
 */
export function shellPieces(
  found: readonly FoundShell[],
  results: readonly ShellResult[],
  names: readonly string[],
): readonly ReplacedPiece[] {
  return found.map(({ start, end, marker, command }, at) => {
    const result = results[at] ?? NONE;
    if ("output" in result) return { start, end, value: result.output, receives: takesArguments(command, names) };
    const value = "failed" in result ? marker("failed", result.failed) : marker("not run", result.refused);
    return { start, end, value };
  });
}

function takesArguments(command: string, names: readonly string[]): boolean {
  if (/\$\{?(?:ARGUMENTS|[\d@*])/.test(command)) return true;
  return names.some((name) => command.includes(`$${name}`) || command.includes(`\${${name}}`));
}

export function shellNotes(
  found: readonly FoundShell[],
  results: readonly ShellResult[],
): readonly PositionedExpression[] {
  return found.map(({ command, form, line, start }, at) => {
    const { output: _, ...why } = { output: "", ...(results[at] ?? NONE) };
    return { command, form, line, ...why, at: start };
  });
}
