/** Converts a word into its search terms: the stem in lower case, and for an identifier also its parts. */
import { stemWord } from "./stem.ts";

export function termsOfWord(word: string): readonly string[] {
  if (PLAIN.test(word)) return [stemWord(word)];
  const parts = partsOf(word);
  const whole = stemWord(word.toLowerCase());
  if (parts.length < 2) return [whole];
  return [whole, ...parts.filter((part) => part.length > 1 || parts.length < MANY_PARTS).map(stemWord)];
}

/** Matches most words. They have no parts, so they need no further work. */
const PLAIN = /^[a-z]+$/;

/** Number of parts from which single letters are left out: they matter in `x.y`, but not in `a.b.c`. */
const MANY_PARTS = 3;

/** Returns the parts of an identifier: `parse`, `html`, `file` and `v2` for `parseHTMLFile.v2`. */
function partsOf(word: string): string[] {
  return word
    .replaceAll(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1 ")
    .replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ")
    .toLowerCase()
    .split(/[ .#+]+/)
    .filter((part) => part !== "");
}
