import { nameKey } from "../../../model/text/text.ts";
import { isAsciiWord, isUnspaced, isWordCharacter } from "./characters.ts";
import type { Message } from "./message.ts";
import type { Stretch } from "./paragraphs.ts";

/** `key` is the word as words are compared. */
export type VisitWord = (key: string, start: number, end: number) => void;

/** The words of a stretch. In scripts that put no space between words, every character is one. */
export function eachWord(message: Message, { start, end }: Stretch, visit: VisitWord): void {
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

/** Most words are of this kind, and cost nothing but a look at each letter. */
function endOfAscii(message: Message, start: number, end: number): number {
  let at = start;
  while (at < end && isAsciiWord(message.code(at))) at++;
  return at;
}

/** Whether letters of another kind go on with a word. */
function continues(message: Message, at: number, end: number): boolean {
  if (at >= end || message.code(at) < 128) return false;
  const character = message.character(at);
  return isWordCharacter(character) && !isUnspaced(character);
}

function endOfWord(message: Message, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const character = message.character(at);
    if (!isWordCharacter(character)) break;
    if (isUnspaced(character)) return at === start ? at + character.length : at;
    at += character.length;
  }
  return at;
}
