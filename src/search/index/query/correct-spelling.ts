/**
 * Replaces a word that no document contains by the words that the user may have meant. They differ by one letter that
 * is added, missing, different or swapped; a long word may have two such slips. Words are compared as written, because
 * a slip in an ending hides the stem. If there is no such word, the longest known word at the start is used: `deploy`
 * for `deployments`.
 */

import { frozenText } from "../frozen-terms.ts";
import { lettersOf, MAX_LETTERS, type WordList } from "../word-list.ts";
import { editDistance } from "./edit-distance.ts";

export interface Correction {
  readonly word: string;
  readonly term: number;
  /** Similarity, from 0 to 1. */
  readonly likeness: number;
}

/**
 * Minimum letters of a word that is corrected. A shorter word is only one slip away from too many other words, such as
 * `qwer` from `wer`.
 */
const MIN_REPAIRED = 5;
/** Minimum letters of a word in which two slips are allowed. */
const LONG = 8;
const MAX_REPAIRS = 3;
const LIKENESS = [1, 0.8, 0.5] as const;
/** Minimum letters of a known word that is searched at the start of an unknown word. Shorter words match too often. */
const MIN_BEGINNING = 5;

interface Near {
  readonly at: number;
  readonly slips: number;
  readonly common: number;
}

/** Returns the likeliest words, best first. `common` returns the number of documents that contain a term. */
export function correctSpelling(word: string, list: WordList, common: (term: number) => number): Correction[] {
  if (word.length < MIN_REPAIRED || word.length > MAX_LETTERS) return [];
  const near = wordsNear(word, list, common);
  if (near.length === 0) return longestBeginning(word, list, common);
  const least = near.reduce((slips, each) => Math.min(slips, each.slips), LONG);
  return near
    .filter(({ slips }) => slips === least)
    .sort((a, b) => b.common - a.common || a.at - b.at)
    .slice(0, MAX_REPAIRS)
    .map(({ at }) => ({ word: frozenText(at, list), term: list.terms[at] as number, likeness: LIKENESS[least] ?? 0 }));
}

function wordsNear(word: string, list: WordList, common: (term: number) => number): Near[] {
  const most = word.length < LONG ? 1 : 2;
  const letters = lettersOf(word);
  const near: Near[] = [];
  const end = firstOfLength(word.length + most + 1, list);
  for (let at = firstOfLength(word.length - most, list); at < end; at++) {
    // A slip changes at most two letters of the letter set.
    if (bits((list.letters[at] as number) ^ letters) > 2 * most) continue;
    const slips = editDistance(word, list.units.subarray(list.ends[at - 1], list.ends[at]), most);
    if (slips > most) continue;
    const documents = common(list.terms[at] as number);
    if (documents > 0) near.push({ at, slips, common: documents });
  }
  return near;
}

function longestBeginning(word: string, list: WordList, common: (term: number) => number): Correction[] {
  const last = firstOfLength(Math.max(MIN_BEGINNING, Math.ceil(word.length / 2)), list);
  for (let at = firstOfLength(word.length, list) - 1; at >= last; at--) {
    const term = list.terms[at] as number;
    if (beginsWith(word, at, list) && common(term) > 0)
      return [{ word: frozenText(at, list), term, likeness: LIKENESS[2] }];
  }
  return [];
}

function beginsWith(word: string, number: number, { units, ends }: WordList): boolean {
  const start = ends[number - 1] as number;
  const end = ends[number] as number;
  for (let at = start; at < end; at++) if (units[at] !== word.charCodeAt(at - start)) return false;
  return true;
}

/** Returns the number of the first word with at least this length. The words are sorted by length. */
function firstOfLength(length: number, { ends }: WordList): number {
  let low = 1;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) - (ends[middle - 1] as number) < length) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bits(value: number): number {
  let count = 0;
  for (let left = value; left !== 0; left &= left - 1) count++;
  return count;
}
