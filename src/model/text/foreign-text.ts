/**
 * Text of another program or person inside a message of ours: a server, a registry, git, npm, a repository. It must not look
 * like our own words, so it is one line, quoted, without hidden characters, and its length is bounded.
 */
import { OwnError } from "../errors.ts";

/** Characters of a foreign text that a message shows. */
export const MAX_FOREIGN_CHARS = 300;

/** The text in quotation marks. Characters that are not visible are escaped; a mark tells how long a longer text is. */
export function quoteForeign(text: string, maxChars: number = MAX_FOREIGN_CHARS): string {
  // Only the beginning is looked at, whatever the length.
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

/** `git says: "…"` */
export function foreignText(speaker: string, text: string, maxChars?: number): string {
  return text.trim() === "" ? `${speaker} gives no reason` : `${speaker} says: ${quoteForeign(text, maxChars)}`;
}

/** Why something failed: the message of an error of ours, or `it says: "…"` with the message of any other. */
export function reasonOf(error: unknown, speaker = "it"): string {
  return error instanceof OwnError ? error.message : foreignText(speaker, errorText(error));
}

/** Returns the message of an error, or the thrown value as text. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Letters, marks, numbers, punctuation, symbols and the space are seen. All other characters are escaped. */
const SEEN = /^[ \p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": " ", '"': '\\"', "\\": "\\\\" };

function visible(character: string): string {
  const escaped = ESCAPES[character];
  if (escaped !== undefined) return escaped;
  if (SEEN.test(character) && !IGNORABLE.test(character)) return character;
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
