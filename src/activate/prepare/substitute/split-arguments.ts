import type { PlaceholderSyntax } from "./placeholder-syntax.ts";

export interface SplitArguments {
  readonly words: readonly string[];
  readonly unclosed: boolean;
}

/**
 * Splits arguments like a shell: blanks separate words, and quotes keep them together. An unclosed quote extends to the
 * end.
 */
export function splitArguments(typed: string, syntax: Pick<PlaceholderSyntax, "backslash" | "joined">): SplitArguments {
  return syntax.joined ? splitJoined(typed, syntax.backslash) : splitQuoted(typed);
}

function splitJoined(typed: string, backslash: boolean): SplitArguments {
  const words: string[] = [];
  let at = 0;
  while (at < typed.length) {
    if (isBlank(typed[at])) {
      at++;
      continue;
    }
    const { word, end } = readWord(typed, at, backslash);
    if (word === undefined) return { words: [...words, typed.slice(at)], unclosed: true };
    words.push(word);
    at = end;
  }
  return { words, unclosed: false };
}

/** Reads one word from its first character. Returns undefined for an unclosed quote. */
function readWord(typed: string, start: number, backslash: boolean): { word: string | undefined; end: number } {
  let word = "";
  let quote: string | undefined;
  let at = start;
  for (; at < typed.length && (quote !== undefined || !isBlank(typed[at])); at++) {
    const character = typed[at] as string;
    const next = typed[at + 1];
    if (character === "\\" && backslash && next !== undefined && escapes(next, quote)) {
      word += next;
      at++;
    } else if (character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) quote = character;
    else word += character;
  }
  return { word: quote === undefined ? word : undefined, end: at };
}

/**
 * Returns true if a backslash escapes the next character: never between single quotes, and between double quotes only
 * before special characters.
 */
function escapes(next: string, quote: string | undefined): boolean {
  return quote === undefined || (quote === '"' && /["\\$`]/.test(next));
}

/** A quote may begin or end in the middle of an argument. An unclosed quote is an ordinary character. */
function splitQuoted(typed: string): SplitArguments {
  const words: string[] = [];
  let unclosed = false;
  // Quote characters without a closing partner. A later quote of the same kind has no partner either, so the search is
  // not repeated.
  const done = new Set<string>();
  for (let at = 0; at < typed.length; ) {
    const character = typed[at] as string;
    if (character === '"' || character === "'") {
      const end = done.has(character) ? -1 : typed.indexOf(character, at + 1);
      if (end === -1) {
        done.add(character);
        unclosed = true;
        at++;
      } else {
        words.push(typed.slice(at + 1, end));
        at = end + 1;
      }
    } else if (isBlank(character)) at++;
    else {
      const start = at;
      while (at < typed.length && !/[\s"']/.test(typed[at] as string)) at++;
      words.push(typed.slice(start, at));
    }
  }
  return { words, unclosed };
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
