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

/** A message of ours as one line of bounded length, whatever text of others it contains. */
export function messageLine(text: string): string {
  const start =
    text.length > MAX_MESSAGE_CHARS ? `${text.slice(0, MAX_MESSAGE_CHARS)}… (${text.length} characters)` : text;
  return LINE_END.test(start) ? start.replace(LINE_ENDS, escapeLineEnd) : start;
}

function escapeLineEnd(end: string): string {
  return end === "\n" ? "\\n" : end === "\r" ? "\\r" : `\\u{${end.charCodeAt(0).toString(16)}}`;
}
