/** A word that no document has to the words that it may be a slip of: one letter more, less, other or exchanged. */

export interface Repaired {
  readonly word: string;
  /** What the word is worth, from 0 to 1. */
  readonly likeness: number;
}

/** Shorter words have too many neighbours. */
const MIN_LETTERS = 4;
/** From here on two slips are allowed. */
const LONG = 8;
const MAX_LETTERS = 40;
const MAX_REPAIRS = 3;

export function repair(word: string, words: ReadonlyMap<string, { readonly size: number }>): Repaired[] {
  if (word.length < MIN_LETTERS || word.length > MAX_LETTERS) return [];
  const most = word.length < LONG ? 1 : 2;
  const near: { word: string; slips: number; common: number }[] = [];
  for (const [known, { size }] of words) {
    if (Math.abs(known.length - word.length) > most || known.includes(" ")) continue;
    const slips = slipsBetween(word, known, most);
    if (slips <= most) near.push({ word: known, slips, common: size });
  }
  near.sort((a, b) => a.slips - b.slips || b.common - a.common || (a.word < b.word ? -1 : 1));
  return near
    .filter(({ slips }) => slips === near[0]?.slips)
    .slice(0, MAX_REPAIRS)
    .map(({ word: known, slips }) => ({ word: known, likeness: slips === 1 ? 0.8 : 0.5 }));
}

/** Damerau and Levenshtein's distance, or anything above `most`. */
export function slipsBetween(a: string, b: string, most: number): number {
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min((old[j] as number) + 1, (row[j - 1] as number) + 1, (old[j - 1] as number) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, (older[j - 2] as number) + 1);
      row.push(slips);
      least = Math.min(least, slips);
    }
    if (least > most) return least;
    older = old;
    old = row;
  }
  return old[b.length] as number;
}
