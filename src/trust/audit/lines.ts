/** A text as lines that rules can look at one by one, none of them long enough to make a rule slow. */
import type { Role } from "./kinds.ts";

export interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Where in the line of the file this begins; above 0 only in pieces of very long lines. */
  readonly column: number;
  /** Prose that a model reads as instructions, code in a fence or a script, or a comment that a reader of the page never sees. */
  readonly place: "prose" | "code" | "comment";
}

/** Longer lines are looked at in pieces, which overlap so that nothing is hidden at a seam. */
const MAX_LINE = 2000;
const OVERLAP = 200;

export function readLines(text: string, role: Role): Line[] {
  const markdown = role === "skill" || role === "instructions";
  const state = { fence: "", comment: false };
  const lines: Line[] = [];
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    const place = markdown ? placeOf(line, state) : "code";
    for (let start = 0; start === 0 || start + OVERLAP < line.length; start += MAX_LINE - OVERLAP)
      lines.push({ text: line.slice(start, start + MAX_LINE), number, column: start, place });
  }
  return lines;
}

/** Whether a line has to be looked at in pieces. */
export function hasLongLine(text: string): boolean {
  for (let start = 0; text.length - start > MAX_LINE; ) {
    // The last line end that a line from here may have: what stands before it has no longer one.
    const end = text.lastIndexOf("\n", start + MAX_LINE);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

function placeOf(line: string, state: { fence: string; comment: boolean }): Line["place"] {
  const fence = FENCE.exec(line)?.[1];
  if (state.fence !== "") {
    if (fence?.startsWith(state.fence)) state.fence = "";
    return "code";
  }
  if (fence !== undefined && !state.comment) {
    state.fence = fence;
    return "code";
  }
  const inComment = state.comment || line.includes("<!--");
  const opened = line.lastIndexOf("<!--");
  if (opened !== -1) state.comment = true;
  if (line.indexOf("-->", Math.max(0, opened)) !== -1) state.comment = false;
  return inComment ? "comment" : "prose";
}
