import { LITTLE_WORDS } from "../../model/text/little-words.ts";

/**
 * Reduces English words to their stems with Porter's algorithm of 1980: `deployments`, `deploying` and `deployed` all
 * become `deploy`. Any other text is returned unchanged.
 */
export function stemWord(word: string): string {
  if (word.length < 3 || word.length > MAX_WORD || !/^[a-z]+$/.test(word)) return word;
  let stemmed = withoutPlural(word);
  stemmed = withoutParticiple(stemmed);
  if (stemmed.endsWith("y") && hasVowel(stemmed.slice(0, -1))) stemmed = `${stemmed.slice(0, -1)}i`;
  stemmed = exchange(stemmed, DOUBLE_SUFFIXES);
  stemmed = exchange(stemmed, SUFFIXES);
  return withoutEnd(withoutSuffix(stemmed));
}

/** Maximum letters of a word. Longer texts are not English words. */
const MAX_WORD = 40;

function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function withoutParticiple(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const end = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const rest = word.slice(0, word.length - end);
  if (end === 0 || !hasVowel(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (endsInTwin(rest) && !/[lsz]$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

type Exchange = readonly (readonly [suffix: string, by: string])[];

const DOUBLE_SUFFIXES: Exchange = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["biliti", "ble"],
  ["tional", "tion"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["alli", "al"],
  ["ator", "ate"],
  ["logi", "log"],
  ["bli", "ble"],
  ["eli", "e"],
];

const SUFFIXES: Exchange = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

/** Replaces a suffix. Only the rule of the longest matching suffix is applied, even if it changes nothing. */
function exchange(word: string, suffixes: Exchange): string {
  const found = suffixes.find(([suffix]) => word.endsWith(suffix));
  if (found === undefined) return word;
  const rest = word.slice(0, -found[0].length);
  return measure(rest) > 0 ? rest + found[1] : word;
}

const LAST_SUFFIXES = ("ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou" as const).split(
  " ",
);

function withoutSuffix(word: string): string {
  const suffix = LAST_SUFFIXES.find((each) => word.endsWith(each));
  if (suffix === undefined) return word;
  const rest = word.slice(0, -suffix.length);
  if (suffix === "ion" && !/[st]$/.test(rest)) return word;
  return measure(rest) > 1 ? rest : word;
}

function withoutEnd(word: string): string {
  if (word.endsWith("e")) {
    const rest = word.slice(0, -1);
    const count = measure(rest);
    return count > 1 || (count === 1 && !endsShort(rest)) ? rest : word;
  }
  return word.endsWith("ll") && measure(word) > 1 ? word.slice(0, -1) : word;
}

/** Returns how often a vowel is followed by a consonant (Porter's measure). */
function measure(word: string): number {
  let count = 0;
  let before = false;
  for (let at = 0; at < word.length; at++) {
    const vowel = isVowel(word, at);
    if (before && !vowel) count++;
    before = vowel;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowel(word, at)) return true;
  return false;
}

function isVowel(word: string, at: number): boolean {
  const letter = word[at] as string;
  return "aeiou".includes(letter) || (letter === "y" && at > 0 && !isVowel(word, at - 1));
}

function endsInTwin(word: string): boolean {
  return word.length > 1 && word.at(-1) === word.at(-2) && !isVowel(word, word.length - 1);
}

/**
 * Returns true if the word ends with consonant, vowel, consonant, and the last consonant is not w, x or y: `hop`, but
 * not `snow`.
 */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  if (last < 2 || isVowel(word, last) || !isVowel(word, last - 1) || isVowel(word, last - 2)) return false;
  return !/[wxy]$/.test(word);
}

export const LITTLE_STEMS: ReadonlySet<string> = new Set([...LITTLE_WORDS].map(stemWord));
