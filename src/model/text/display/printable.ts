/** Makes text of other authors safe to show: it cannot move the cursor, contain hidden characters or break a table. */

/** Returns a text for a terminal without control sequences, bidirectional overrides and hidden letters. */
export function printable(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(unsafe(), (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/**
 * Returns a path or name as one safe line. A second line could look like our output, or be a command for a CI system.
 */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", "\\u{a}");
}

/** Returns JSON with all hidden characters escaped, so that a terminal or a page can show it. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent) ?? "null";
  return SUSPECT.test(text) ? text.replace(unsafe(), escapeUnits) : text;
}

/** Escapes every UTF-16 unit of a hidden text for JSON. */
function escapeUnits(hidden: string): string {
  return Array.from(hidden.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}

const UNSAFE_BELOW_SURROGATES =
  "\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2060-\\u2069\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb";

/** Matches every unsafe text, and some safe ones: valid surrogate pairs also match. */
const SUSPECT = new RegExp(`[${UNSAFE_BELOW_SURROGATES}\\ud800-\\udfff]`);

let unsafeCharacter: RegExp | undefined;

/**
 * Returns the exact expression for unsafe characters. It is compiled on first use, because V8 takes long to compile it
 * and most texts do not need it.
 */
function unsafe(): RegExp {
  unsafeCharacter ??= new RegExp(
    `[${UNSAFE_BELOW_SURROGATES}\\ud800-\\udfff]|[\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]`,
    "gu",
  );
  return unsafeCharacter;
}

/** Returns the number of columns of a text. A wide character has two columns, and a mark or joiner has none. */
export function textWidth(text: string): number {
  if (isAscii(text)) return text.length;
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (
      code < 0x20 ||
      (code >= 0x300 && code <= 0x36f) ||
      (code >= 0x200b && code <= 0x200f) ||
      (code >= 0xfe00 && code <= 0xfe0f)
    )
      continue;
    const wide =
      (code >= 0x1100 && code <= 0x115f) ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xfe6f) ||
      (code >= 0xff00 && code <= 0xff60) ||
      (code >= 0x1f300 && code <= 0x1faff) ||
      (code >= 0x20000 && code <= 0x3fffd);
    width += wide ? 2 : 1;
  }
  return width;
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Cuts a text to a width, between two characters, and adds an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  if (isAscii(text)) return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
  if (textWidth(text) <= width) return text;
  let result = "";
  let used = 0;
  for (const character of text) {
    used += textWidth(character);
    if (used > width - 1) break;
    result += character;
  }
  return `${result.trimEnd()}…`;
}

export function padToWidth(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}
