/**
 * Finds commands that must run before the model reads the text: !`command` at the start of a line or after a blank, and
 * blocks that open with ```!. It reads each line a fixed number of times. Text in a fence or in other inline code is
 * not a command, unless the host treats it as one.
 */

import type { ShellExpression } from "../../../model/conversation/activation.ts";
import type { ArgumentRule } from "../../../model/host-profile.ts";
import { nextLineEnd } from "../../../model/text/text.ts";
import { type CodeFence, createClosingFenceFinder, fenceAt } from "./fences.ts";

export interface FoundShell extends Omit<ShellExpression, "refused" | "failed"> {
  readonly start: number;
  readonly end: number;
  /** Text for the model if the command has no output: the state of the command and the reason. */
  readonly marker: (what: "not run" | "failed", reason: string) => string;
}

/** Returns the commands in the order of the text. */
export function findShell(body: string, where: NonNullable<ArgumentRule["shellIn"]>): FoundShell[] {
  if (!body.includes("!`") && !body.includes("```!")) return [];
  if (where === "anywhere") return numbered(body, everywhere(body));
  const found: Unnumbered[] = [];
  const closer = createClosingFenceFinder(body);
  let fence: CodeFence | undefined;
  for (let at = 0; at < body.length; ) {
    const end = nextLineEnd(body, at);
    const open = fence === undefined || where === "fences";
    // A fence can begin only at the start of a line. After a command of several lines, the scan is in the middle of a
    // line.
    const here = at === 0 || body[at - 1] === "\n" ? fenceAt(body, at, end) : undefined;
    const block = here && open ? commandBlock(body, here, closer) : undefined;
    const inline = here || !open ? [] : findInlineShell(body, at, end, where === "fences");
    if (block) found.push(block);
    else if (here && fence === undefined) fence = here;
    else if (fence !== undefined && here?.closes(fence)) fence = undefined;
    for (const { start, end: behind, command } of inline)
      found.push({ command, form: "inline", start, end: behind, marker: inlineMarker(command) });
    const behind = block?.end ?? inline.at(-1)?.end ?? end;
    at = behind > end && body[behind] !== "\n" ? behind : Math.max(behind, end) + 1;
  }
  return numbered(body, found);
}

type Unnumbered = Omit<FoundShell, "line">;

/**
 * Returns a block of commands up to its closing fence. If the commands do not run, the marker shows them as a text
 * block.
 */
function commandBlock(
  body: string,
  fence: CodeFence,
  closer: ReturnType<typeof createClosingFenceFinder>,
): Unnumbered | undefined {
  if (!fence.info.startsWith("!") || fence.character !== "`") return undefined;
  const close = closer(fence);
  if (close === undefined) return undefined;
  const first = fence.info.slice(1).trim();
  const rest = body.slice(fence.end + 1, close);
  const command = `${first}\n${rest}`.trim();
  if (command === "") return undefined;
  const end = nextLineEnd(body, close);
  const indent = body.slice(fence.start, fence.at);
  const opening = indent + "`".repeat(fence.length) + (first === "" ? "" : `\n${indent}${first}`);
  return {
    command,
    form: "block",
    start: fence.start,
    end,
    marker: (what, reason) => `${indent}[commands ${what}: ${reason}]\n${opening}\n${rest}${body.slice(close, end)}`,
  };
}

/** Returns a marker that keeps the command in backticks, so the model still sees inline code. */
function inlineMarker(command: string): FoundShell["marker"] {
  return (what, reason) => `[command ${what}: ${reason}: \`${command}\`]`;
}

function* everywhere(body: string): Generator<Unnumbered> {
  for (const match of body.matchAll(/!`([^`]+)`/g)) {
    const command = match[1] as string;
    const start = match.index;
    yield { command, form: "inline", start, end: start + match[0].length, marker: inlineMarker(command) };
  }
}

/** Adds the line number to each command. It counts the lines of the body only once. */
function numbered(body: string, found: Iterable<Unnumbered>): FoundShell[] {
  const all: FoundShell[] = [];
  let line = 1;
  let newline = body.indexOf("\n");
  for (const { command, form, start, end, marker } of found) {
    for (; newline !== -1 && newline < start; newline = body.indexOf("\n", newline + 1)) line++;
    all.push({ command, form, line, start, end, marker });
  }
  return all;
}

interface Run {
  readonly start: number;
  readonly length: number;
}

interface InlineShell {
  readonly start: number;
  readonly end: number;
  readonly command: string;
}

/**
 * Finds !`command` from `start` to the end of its line and skips other inline code. If `onwards` is true, a command may
 * end on a later line.
 */
function findInlineShell(body: string, start: number, end: number, onwards: boolean): InlineShell[] {
  const first = body.indexOf("!`", start);
  if (first === -1 || first >= end) return [];
  const runs = backtickRuns(body, start, end);
  const partners = partnersOf(runs);
  const found: InlineShell[] = [];
  for (let at = 0; at < runs.length; ) {
    const run = runs[at] as Run;
    if (!opensCommand(body, run, start)) {
      at = (partners[at] ?? at) + 1;
      continue;
    }
    const from = run.start + 1;
    const close = runs[at + 1]?.start ?? (onwards ? body.indexOf("`", from) : -1);
    const command = close === -1 ? "" : body.slice(from, close);
    if (command.trim() === "") {
      at++;
      continue;
    }
    found.push({ start: run.start - 1, end: close + 1, command });
    if (close >= end) break;
    at += 2;
  }
  return found;
}

/** Returns true for one backtick after an exclamation mark that starts the line or follows a blank. */
function opensCommand(body: string, { start, length }: Run, from: number): boolean {
  if (length !== 1 || body[start - 1] !== "!" || start - 1 < from) return false;
  return start === 1 || /\s/.test(body[start - 2] as string);
}

function backtickRuns(body: string, start: number, end: number): Run[] {
  const runs: Run[] = [];
  for (let at = body.indexOf("`", start); at !== -1 && at < end; at = body.indexOf("`", at)) {
    const from = at;
    while (at < end && body[at] === "`") at++;
    runs.push({ start: from, length: at - from });
  }
  return runs;
}

/**
 * Returns, for each run of backticks, the index of the next run with the same length. Two such runs enclose inline
 * code.
 */
function partnersOf(runs: readonly Run[]): (number | undefined)[] {
  const next = new Map<number, number>();
  const partners: (number | undefined)[] = new Array(runs.length).fill(undefined);
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length } = runs[at] as Run;
    partners[at] = next.get(length);
    next.set(length, at);
  }
  return partners;
}
