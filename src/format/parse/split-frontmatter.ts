/**
 * Finds the frontmatter in a text: a line of exactly `---`, the block, a line of exactly `---`. A fence that names a
 * language (`---js`) is an error and is never evaluated. Returns the position of the block, or why there is none.
 */

import type { Code } from "../../model/diagnostics/catalogue.ts";
import { lineNumber, nextLineEnd } from "../../model/text/text.ts";

export interface FrontmatterSplit {
  /** Offsets of the frontmatter block in the text. `end` is after the block's last line end. */
  readonly start: number;
  readonly end: number;
  /** Offset of the body in the text. */
  readonly body: number;
  readonly notes: readonly SplitNote[];
}

export interface SplitNote {
  readonly code: Extract<Code, "SK001" | "SK002" | "SK011" | "SK012" | "SK013" | "SK026">;
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly help: string;
}

/** Returns the position of the frontmatter, or the reason why the file has none. */
export function splitFrontmatter(text: string): FrontmatterSplit | SplitNote {
  const notes: SplitNote[] = [];
  const open = skipBlankLines(text);
  const openEnd = nextLineEnd(text, open);
  const fence = text.slice(open, openEnd);
  if (fence.trimEnd() !== "---") return explainMissing(text, open, fence);
  if (open > 0)
    notes.push({
      code: "SK011",
      offset: open,
      length: 3,
      message: "blank lines precede the frontmatter",
      help: "delete them: most hosts want `---` on the first line",
    });
  if (fence !== "---") notes.push(notExact(open));
  const start = Math.min(openEnd + 1, text.length);
  for (let at = start; at < text.length; at = nextLineEnd(text, at) + 1) {
    const end = nextLineEnd(text, at);
    if (text.charCodeAt(at) !== 45 || text.slice(at, end).trimEnd() !== "---") continue;
    if (end - at !== 3) notes.push(notExact(at));
    return { start, end: at, body: Math.min(end + 1, text.length), notes };
  }
  return notClosed(text, open, start);
}

function notExact(offset: number): SplitNote {
  return {
    code: "SK026",
    offset,
    length: 3,
    message: "spaces or tabs follow the `---`",
    help: "delete them: some hosts want exactly `---`",
  };
}

function notClosed(text: string, open: number, start: number): SplitNote {
  const near = /^(?:[ \t]+---|\.\.\.|----+|---\S.*)[ \t]*$/m.exec(text.slice(start));
  const line = near ? lineNumber(text, start + near.index) : 0;
  return {
    code: "SK002",
    offset: open,
    length: 3,
    message: "the frontmatter is never closed",
    help: near
      ? `line ${line} has \`${near[0].trim().slice(0, 20)}\`; write exactly \`---\` there, at the start of the line`
      : "put a line of exactly `---` before the instructions",
  };
}

const KEY_LINE = /^(?:name|description)[ \t]*:/;

function explainMissing(text: string, open: number, fence: string): SplitNote {
  const at = (
    code: SplitNote["code"],
    message: string,
    help: string,
    offset = open,
    length = Math.max(1, fence.length),
  ): SplitNote => ({ code, offset, length, message, help });
  if (/^---[A-Za-z]/.test(fence) && !KEY_LINE.test(fence.slice(3))) {
    return at(
      "SK013",
      `the fence \`${fence.slice(0, 24).trimEnd()}\` names a language; such frontmatter is never evaluated`,
      "write exactly `---`",
    );
  }
  if (/^---[ \t]*\S/.test(fence))
    return at("SK012", "text follows the opening `---` on its own line", "put the text on the next line");
  if (KEY_LINE.test(fence))
    return at("SK012", "the opening `---` is missing", "put a line of exactly `---` before this line");
  const later = findLater(text);
  if (later !== -1) {
    const line = lineNumber(text, later);
    return at(
      "SK012",
      "the frontmatter is not at the start of the file",
      `move the block of line ${line} to the first line`,
      later,
      3,
    );
  }
  return at(
    "SK001",
    "there is no frontmatter",
    "begin the file with `---`, `name: …`, `description: …`, `---`; `skillwright check --fix` writes it",
  );
}

const MAX_SEARCHED = 8192;

/** Finds a fence directly above `name:` or `description:` near the start of the file. */
function findLater(text: string): number {
  const head = text.slice(0, MAX_SEARCHED);
  for (let at = head.indexOf("\n---\n"); at !== -1; at = head.indexOf("\n---\n", at + 1)) {
    if (KEY_LINE.test(head.slice(at + 5, at + 40))) return at + 1;
  }
  return -1;
}

function skipBlankLines(text: string): number {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) start = at + 1;
    else if (code !== 32 && code !== 9) return start;
  }
  return start;
}
