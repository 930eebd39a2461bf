/** UTF-16 order, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The last part of a path; the engine writes all of them with `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Most text is nothing else, and expressions that know of more take longer to compile than to ask this. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

const BEYOND_ASCII = /[^\x00-\x7f]/;

/** A path as disks compare it that do not tell letters apart by case or composition; by way of capitals `ſ` is `s`. */
export function foldCase(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase();
}

/** Characters of a message. The longest path has 4,096. */
const MAX_MESSAGE_CHARS = 6_000;
const LINE_END = /[\n\r\v\f\x85\u2028\u2029]/;
const LINE_ENDS = new RegExp(LINE_END, "g");

/** A message of ours as one line of bounded length without passwords, whatever text of others it contains. */
export function messageLine(text: string): string {
  const start =
    text.length > MAX_MESSAGE_CHARS ? `${text.slice(0, MAX_MESSAGE_CHARS)}… (${text.length} characters)` : text;
  const line = LINE_END.test(start) ? start.replace(LINE_ENDS, escapeLineEnd) : start;
  return line.includes("@") ? line.replace(PASSWORD, "$1…@") : line;
}

/** The user and the password of an address, also if a path was made of it. */
const PASSWORD = /([a-z][a-z0-9+.-]*:\/{1,2})[^\s/`"']*(?::|%3a)[^\s/`"']*@/gi;

function escapeLineEnd(end: string): string {
  return end === "\n" ? "\\n" : end === "\r" ? "\\r" : `\\u{${end.charCodeAt(0).toString(16)}}`;
}

/** Quotes a word, if it needs quotes to stay one word in a command line. */
export function quoteWord(word: string): string {
  if (/^[^\s'"\\]+$/.test(word)) return word;
  return word.includes("'") ? `"${word.replace(/["\\$`]/g, "\\$&")}"` : `'${word}'`;
}

/** How names are compared: without regard to case or to compatibility forms (fullwidth letters, ligatures). */
export function nameKey(name: string): string {
  return PLAIN.test(name) ? name : name.normalize("NFKC").toLowerCase().trim();
}

const PLAIN = /^[a-z0-9:-]+$/;

/** A segment of an address, decoded; undefined where it is not well formed. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Decodes percent signs. A text that is not well formed stays as it is. */
export function decodePercent(text: string): string {
  return decodeSegment(text) ?? text;
}

/** What could be a file's name, and stays one. */
export function isFileName(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && !/[/\\\0]/.test(segment);
}

/** undefined for what is not base64 in the one form that its bytes have: Node's own reader stops where it pleases. */
export function readBase64(text: unknown): Buffer | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}

/** The words of a command line as one text. A single word stays as it was typed; each of several stays one word. */
export function joinWords(words: readonly string[]): string {
  const [only] = words;
  return only !== undefined && words.length === 1 ? only : words.map(quoteWord).join(" ");
}

/** `1 skill`, `2 skills`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * A stranger's text as one visible line, for a place where a line break or a hidden character could pretend to be ours.
 * Line breaks and runs of white space become one space. Controls, marks of direction, tag characters, variation selectors
 * and all other invisible characters are gone, the joiners of emoji too: hidden text can be written in any of them.
 */
export function oneLine(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  return text.replace(BROKEN, "\ufffd").replace(HIDDEN, "").replace(BREAKS, " ").trim();
}

/** The same for text of several lines: line breaks stay, tabs too. */
export function visibleLines(text: string): string {
  return text.replace(BROKEN, "\ufffd").replace(HIDDEN, "").replace(OTHER_LINE_ENDS, "\n");
}

// Nearly every text.
const PLAIN_LINE = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;
/** A surrogate without its other half. */
const BROKEN = /\p{Cs}/gu;
const HIDDEN = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufff9-\ufffb]|\p{Default_Ignorable_Code_Point}/gu;
const BREAKS = /[\s\x85]+/gu;
const OTHER_LINE_ENDS = /\r\n|[\r\v\f\x85\u2028\u2029]/g;
