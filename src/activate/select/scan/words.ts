import { nameKey } from "../../../model/text/text.ts";
import { isAsciiWord, isUnspaced, isWordCharacter } from "./characters.ts";
import type { ScannedMessage } from "./message.ts";
import type { MessageRange } from "./paragraphs.ts";

/** Visits one word of a message. `key` is the word in the form that comparisons use. */
export type VisitWord = (key: string, start: number, end: number) => void;

/** Visits the words of a range. In scripts without spaces between words, every character is a word. */
export function eachMessageWord(message: ScannedMessage, { start, end }: MessageRange, visit: VisitWord): void {
  for (let at = start; at < end; ) {
    const past = endOfAscii(message, at, end);
    if (past > at && !continues(message, past, end)) {
      visit(message.text.slice(at, past).toLowerCase(), at, past);
      at = past;
    } else {
      const whole = endOfWord(message, at, end);
      if (whole > at) visit(nameKey(message.text.slice(at, whole)), at, whole);
      at = whole > at ? whole : at + message.character(at).length;
    }
  }
}

/** A fast path for ASCII words, which are the most common. */
function endOfAscii(message: ScannedMessage, start: number, end: number): number {
  let at = start;
  while (at < end && isAsciiWord(message.code(at))) at++;
  return at;
}

/** Returns true if the word continues with non-ASCII letters of a script that separates words by spaces. */
function continues(message: ScannedMessage, at: number, end: number): boolean {
  if (at >= end || message.code(at) < 128) return false;
  const character = message.character(at);
  return isWordCharacter(character) && !isUnspaced(character);
}

function endOfWord(message: ScannedMessage, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const character = message.character(at);
    if (!isWordCharacter(character)) break;
    if (isUnspaced(character)) return at === start ? at + character.length : at;
    at += character.length;
  }
  return at;
}
