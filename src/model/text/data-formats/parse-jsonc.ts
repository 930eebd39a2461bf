/**
 * Parses JSON with comments and, unless `strict`, trailing commas, as in settings of agents. Returns undefined if the
 * text is invalid.
 */
export function parseJsonc(text: string, { strict = false }: { strict?: boolean } = {}): unknown {
  try {
    return JSON.parse(strip(text.replace(/^\ufeff/, ""), strict));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Replaces comments by a space and, unless `strict`, removes trailing commas. Strings stay unchanged. It runs in one pass. */
function strip(text: string, strict: boolean): string {
  const kept: string[] = [];
  /** Index in `kept` of the last comma, if only blanks and comments have followed that comma; otherwise -1. */
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at);
    // An unclosed string or comment is invalid JSON. Searching for its end again and again would take quadratic time.
    if (end === -1) return text;
    const part = text.slice(at, end);
    const blank = part.startsWith("/") || part.trim() === "";
    if (!strict && (part === "]" || part === "}") && comma !== -1) kept[comma] = "";
    if (!blank) comma = part === "," ? kept.length : -1;
    kept.push(part.startsWith("/") ? " " : part);
    at = end;
  }
  return kept.join("");
}

const BLANKS = /\s+/y;
const PLAIN = /[^\s"/,\]}]+/y;

/**
 * Returns the end of the part that starts here: a string, a comment, blanks, punctuation or other text. Returns -1 if
 * the string or comment is not closed.
 */
function endOfPart(text: string, at: number): number {
  if (text[at] === '"') return endOfString(text, at);
  if (text.startsWith("//", at)) return endOfLine(text, at);
  if (text[at] === "/") return text[at + 1] === "*" ? closing(text.indexOf("*/", at + 2)) : -1;
  for (const run of [BLANKS, PLAIN]) {
    run.lastIndex = at;
    if (run.test(text)) return run.lastIndex;
  }
  return at + 1;
}

function closing(at: number): number {
  return at === -1 ? -1 : at + 2;
}

function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text[at] === "\\") at++;
  }
  return -1;
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}
