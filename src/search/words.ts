/**
 * Text in any language to the terms that are compared: words in lower case and without their endings, names of code also
 * in their parts, and pairs of characters where a script writes no spaces.
 */
import { stem } from "./stem.ts";

/** A word with what may hold a name together: `node.js`, `c++`, `c#`. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:[.#+][\p{L}\p{N}]+)*[#+]*/gu;

/** Scripts that are written without spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;

/** Characters of a word that are looked at; the rest is data, not language. */
const MAX_WORD = 64;

/** Terms of one field; what follows is not searched. */
export const MAX_TERMS = 200_000;

/** The terms of a text in order. */
export function termsOf(text: string, known: Map<string, readonly string[]> = new Map()): string[] {
  const terms: string[] = [];
  for (const [word] of text.normalize("NFKC").matchAll(WORD)) {
    const parts = known.get(word) ?? termsOfWord(word.slice(0, MAX_WORD));
    known.set(word, parts);
    for (const part of parts) terms.push(part);
    if (terms.length >= MAX_TERMS) break;
  }
  return terms;
}

function termsOfWord(word: string): string[] {
  if (hasUnspaced(word)) return unspacedTerms(word);
  const lower = word.toLowerCase();
  const parts = partsOf(word).map((part) => part.toLowerCase());
  if (parts.length < 2) return [stem(lower)];
  return [stem(lower), ...parts.filter((part) => part.length > 1 || parts.length < 3).map(stem)];
}

function hasUnspaced(word: string): boolean {
  return word.search(UNSPACED) !== -1;
}

/** `parseHTMLFile2` has `parse`, `HTML`, `File2`. */
function partsOf(word: string): string[] {
  return word
    .replaceAll(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1 ")
    .replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ")
    .split(/[ .#+]+/)
    .filter((part) => part !== "");
}

/** Two characters at a time, which is about a word. */
function unspacedTerms(word: string): string[] {
  const terms: string[] = [];
  for (const [run] of word.matchAll(UNSPACED)) {
    const characters = [...run];
    if (characters.length === 1) terms.push(run);
    for (let at = 0; at + 1 < characters.length; at++) terms.push(`${characters[at]}${characters[at + 1]}`);
  }
  for (const rest of word.split(UNSPACED)) if (rest !== "") terms.push(stem(rest.toLowerCase()));
  return terms;
}
