/** A sorted list of words as written, each with the term that finds it, as plain arrays for storage. */
import { type FrozenTexts, freezeTexts, frozenText } from "./frozen-terms.ts";

export interface WordList extends FrozenTexts {
  /** The term of each word. Word numbers start at 1. */
  readonly terms: Uint32Array;
  /** The set of letters of each word, by their last five bits. */
  readonly letters: Uint32Array;
}

/**
 * Minimum letters of a listed word, unless a slip removed one of its letters. Shorter words have too many similar
 * words.
 */
export const MIN_LETTERS = 4;
/** Maximum letters of a listed word. Longer texts are not words. */
export const MAX_LETTERS = 40;

/** Sorts words by length and drops duplicates. Keeps only words that a misspelt word could mean. */
export function listWords(words: Iterable<readonly [word: string, term: number]>): WordList {
  const known = new Map<string, number>();
  for (const [word, term] of words) if (!known.has(word) && isLetters(word)) known.set(word, term);
  const sorted = [...known].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  const listed = [["", 0] as const, ...sorted];
  return {
    ...freezeTexts(listed.length, (at) => listed[at]?.[0] ?? ""),
    terms: Uint32Array.from(listed, ([, term]) => term),
    letters: Uint32Array.from(listed, ([word]) => lettersOf(word)),
  };
}

export function* eachListedWord(list: WordList): Generator<readonly [word: string, term: number]> {
  for (let at = 1; at < list.ends.length; at++) yield [frozenText(at, list), list.terms[at] as number];
}

/**
 * Returns true for a word to list. It may be one letter shorter than `MIN_LETTERS`, because a slip may remove a letter.
 */
function isLetters(word: string): boolean {
  return word.length >= MIN_LETTERS - 1 && word.length <= MAX_LETTERS && LETTERS.test(word);
}

const LETTERS = /^\p{L}+$/u;

export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters >>> 0;
}
