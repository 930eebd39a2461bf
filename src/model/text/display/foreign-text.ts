/**
 * Quotes text of other programs and people in our messages: a server, a registry, git, npm or a repository. Such text
 * must not look like our own words. It is therefore one quoted line of limited length without hidden characters.
 */
import { OwnError } from "../../errors.ts";

/** Maximum characters of foreign text in a message. */
const MAX_FOREIGN_CHARS = 300;

/** Quotes a text. Invisible characters are escaped; a cut text ends with its full length. */
export function quoteForeignText(text: string, maxChars: number = MAX_FOREIGN_CHARS): string {
  // Only the start of the text is examined, so a long text takes no more time.
  const start = text.slice(0, maxChars * 4).trim();
  let shown = "";
  let count = 0;
  for (const character of start) {
    if (count === maxChars) break;
    shown += visible(character);
    count++;
  }
  const isWhole = count === [...start].length && text.length <= maxChars * 4;
  return isWhole ? `"${shown}"` : `"${shown}…" (${text.length} characters)`;
}

/** Returns a quote with its source: `git says: "…"`. */
export function foreignText(speaker: string, text: string, maxChars?: number): string {
  return text.trim() === "" ? `${speaker} gives no reason` : `${speaker} says: ${quoteForeignText(text, maxChars)}`;
}

/** Returns why something failed: the message of our own error, or `it says: "…"` with any other message. */
export function reasonOf(error: unknown, speaker = "it"): string {
  return error instanceof OwnError ? error.message : foreignText(speaker, errorText(error));
}

/** Returns the message of an error, or the thrown value as text. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message;
  // An object without a prototype cannot be converted to a string.
  const hasText = typeof error !== "object" || error === null || typeof error.toString === "function";
  return hasText ? String(error) : "an object";
}

/** Visible characters: letters, marks, numbers, punctuation, symbols and the space. All others are escaped. */
const SEEN = /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": " ", '"': '\\"', "\\": "\\\\" };

function visible(character: string): string {
  const escaped = ESCAPES[character];
  if (escaped !== undefined) return escaped;
  if (SEEN.test(character) && !IGNORABLE.test(character)) return character;
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
