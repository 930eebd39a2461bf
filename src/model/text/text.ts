/** Compares texts in UTF-16 order, which is the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the last part of a path. The engine writes all paths with `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the directory of a path without its final `/`: `a/b` for `a/b/c`, and an empty text for `c`. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns the offset of the next line feed, or the end of the text. */
export function nextLineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Returns the number of the line at an offset, from 1. */
export function lineNumber(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** Returns true for ASCII text. This check is faster than compiling a Unicode expression. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

const BEYOND_ASCII = /[^\x00-\x7f]/;

/**
 * Returns a path as case-insensitive file systems compare it. It is converted to upper case first, because `ſ` must
 * equal `s`.
 */
export function foldCase(path: string): string {
  return isAscii(path) ? path.toLowerCase() : path.normalize("NFC").toUpperCase().toLowerCase();
}

/** Maximum characters of a message. A path in a message can have 4,096 characters. */
const MAX_MESSAGE_CHARS = 6_000;
const LINE_END = /[\n\r\v\f\x85\u2028\u2029]/;
const LINE_ENDS = new RegExp(LINE_END, "g");

/** Returns any message as one line of limited length, without the passwords of addresses. */
export function messageLine(text: string): string {
  const start =
    text.length > MAX_MESSAGE_CHARS ? `${text.slice(0, MAX_MESSAGE_CHARS)}… (${text.length} characters)` : text;
  const line = LINE_END.test(start) ? start.replace(LINE_ENDS, escapeLineEnd) : start;
  return line.includes("@") ? line.replace(PASSWORD, "$1…@") : line;
}

/** Matches the user and password of an address, even if the address was turned into a path. */
const PASSWORD = /([a-z][a-z0-9+.-]*:\/{1,2})[^\s/`"']*(?::|%3a)[^\s/`"']*@/gi;

function escapeLineEnd(end: string): string {
  return end === "\n" ? "\\n" : end === "\r" ? "\\r" : `\\u{${end.charCodeAt(0).toString(16)}}`;
}

/** Quotes a word if a shell would otherwise split or interpret it. */
export function quoteWord(word: string): string {
  if (/^[^\s'"\\]+$/.test(word)) return word;
  return word.includes("'") ? `"${word.replace(/["\\$`]/g, "\\$&")}"` : `'${word}'`;
}

/** Returns the key for comparing names: case and compatibility forms (fullwidth letters, ligatures) are ignored. */
export function nameKey(name: string): string {
  return PLAIN.test(name) ? name : name.normalize("NFKC").toLowerCase().trim();
}

const PLAIN = /^[a-z0-9:-]+$/;

/** Decodes a segment of a URL. Returns undefined if the segment is malformed. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Decodes percent signs. Returns a malformed text unchanged. */
export function decodePercent(text: string): string {
  return decodeSegment(text) ?? text;
}

/** Returns true if a segment is a valid file name. */
export function isFileName(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && !/[/\\\0]/.test(segment);
}

/**
 * Decodes base64. Returns undefined unless the text is in canonical form; Node's own decoder ignores invalid
 * characters.
 */
export function readBase64(text: unknown): Buffer | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}

/** Joins the words of a command line. A single word is unchanged; several are quoted so that each stays one word. */
export function joinWords(words: readonly string[]): string {
  const [only] = words;
  return only !== undefined && words.length === 1 ? only : words.map(quoteWord).join(" ");
}

/** Returns a count with its noun: `1 skill`, `2 skills`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Returns a stranger's text as one visible line, so that no line break or hidden character makes it look like our own
 * text. Line breaks and white space become one space. All invisible characters are removed, including direction marks,
 * tag characters, variation selectors and emoji joiners, because each of them can hide text.
 */
export function oneLine(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  return text.replace(BROKEN, "\ufffd").replace(HIDDEN, "").replace(BREAKS, " ").trim();
}

/** Returns several visible lines. Unlike `oneLine`, this keeps line breaks and tabs. */
export function visibleLines(text: string): string {
  return text.replace(BROKEN, "\ufffd").replace(HIDDEN, "").replace(OTHER_LINE_ENDS, "\n");
}

// Matches nearly every text, so that most texts need no further check.
const PLAIN_LINE = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;
/** Matches an unpaired surrogate. */
const BROKEN = /\p{Cs}/gu;
const HIDDEN = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}/gu;
const BREAKS = /[\s\x85]+/gu;
const OTHER_LINE_ENDS = /\r\n|[\r\v\f\x85\u2028\u2029]/g;
