/** JSON with comments and trailing commas, as agents write their settings; undefined where it is not even that. */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(strip(text.replace(/^\ufeff/, "")));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Strings stay as they are; comments become a space, and a comma before a closing bracket goes. One pass, no look back. */
function strip(text: string): string {
  const kept: string[] = [];
  /** Where in `kept` the last comma stands, while nothing but blanks and comments has followed it. */
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at);
    // What is never closed is no JSON; looking for its end again from every later place would take for ever.
    if (end === -1) return text;
    const part = text.slice(at, end);
    const blank = part.startsWith("/") || part.trim() === "";
    if ((part === "]" || part === "}") && comma !== -1) kept[comma] = "";
    if (!blank) comma = part === "," ? kept.length : -1;
    kept.push(part.startsWith("/") ? " " : part);
    at = end;
  }
  return kept.join("");
}

const BLANKS = /\s+/y;
const PLAIN = /[^\s"/,\]}]+/y;

/** The end of the string, comment, run of blanks, mark or plain text that begins here; -1 where it has none. */
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
