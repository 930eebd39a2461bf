import type { PlaceholderSyntax } from "./placeholder-syntax.ts";

export interface Words {
  readonly words: readonly string[];
  readonly unclosed: boolean;
}

/** Words as a shell takes them: blanks part them, quotes keep them together. A quote without an end leaves the rest one word. */
export function splitArguments(typed: string, syntax: Pick<PlaceholderSyntax, "backslash" | "joined">): Words {
  return syntax.joined ? splitJoined(typed, syntax.backslash) : splitQuoted(typed);
}

function splitJoined(typed: string, backslash: boolean): Words {
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

/** One word from its first character on; undefined where a quote in it has no end. */
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

/** Between single quotes a backslash is one; between double quotes it is, but before what it could be needed for. */
function escapes(next: string, quote: string | undefined): boolean {
  return quote === undefined || (quote === '"' && /["\\$`]/.test(next));
}

/** Quotes begin and end a word wherever they stand; one without an end is passed over. */
function splitQuoted(typed: string): Words {
  const words: string[] = [];
  let unclosed = false;
  // Once a quote has no partner, none of its kind that follows has one.
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
