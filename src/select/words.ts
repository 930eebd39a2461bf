import { nameKey } from "../catalog/name-key.ts";
import { isUnspaced, isWordCharacter } from "./characters.ts";
import type { Message } from "./message.ts";
import type { Stretch } from "./paragraphs.ts";

export interface Word {
  /** As words are compared. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a stretch. In scripts that put no space between words, every character is one. */
export function* words(message: Message, { start, end }: Stretch): Generator<Word> {
  for (let at = start; at < end; ) {
    const character = characterAt(message, at);
    if (!isWordCharacter(character)) {
      at += character.length;
      continue;
    }
    const from = at;
    at += character.length;
    if (!isUnspaced(character)) at = endOfWord(message, at, end);
    yield { key: nameKey(message.text.slice(from, at)), start: from, end: at };
  }
}

function endOfWord(message: Message, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const character = characterAt(message, at);
    if (!isWordCharacter(character) || isUnspaced(character)) break;
    at += character.length;
  }
  return at;
}

/** Most are of one unit, and then nothing has to be made. */
function characterAt(message: Message, at: number): string {
  const code = message.code(at);
  return code < 0xd800 || code > 0xdbff ? (message.text[at] as string) : message.character(at);
}
