/**
 * Gives every known term a number. It only grows; the index knows which terms documents still have. Number 0 is
 * reserved as the separator between fields.
 */

import { eachTermOfRun } from "../words/each-term-of-run.ts";
import { LITTLE_STEMS } from "../words/stem.ts";
import { termsOfWord } from "../words/terms-of-word.ts";
import { eachSearchWord } from "../words/words.ts";
import { type FrozenTerms, findFrozen, freezeTerms, frozenText } from "./frozen-terms.ts";
import { eachListedWord, listWords, type WordList } from "./word-list.ts";
import { WordTable } from "./word-table.ts";

export const NO_TERM = 0;

/** A lexicon as plain arrays. */
export interface FrozenLexicon {
  readonly terms: FrozenTerms;
  readonly little: Uint8Array;
  readonly beginnings: Uint32Array;
  readonly words: WordList;
}

export class Lexicon {
  /** For each term: 1 if it is a stop word. */
  little: Uint8Array;
  /** For each term: the number of its prefix, or 0. */
  beginnings: Uint32Array;
  readonly #frozen: FrozenLexicon | undefined;
  /** The terms that were added after those of the frozen lexicon. */
  readonly #terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #words = new WordTable();
  /** The term of each word, or its terms. */
  readonly #termsOfWords: (number | readonly number[])[] = [NO_TERM];

  constructor(frozen?: FrozenLexicon) {
    this.#frozen = frozen;
    this.little = frozen?.little ?? new Uint8Array(1);
    this.beginnings = frozen?.beginnings ?? new Uint32Array(1);
  }

  get size(): number {
    return this.#frozenSize + this.#terms.length;
  }

  /** All known words, for spelling corrections. */
  listWords(): WordList {
    if (this.#frozen !== undefined && this.#words.size === 1) return this.#frozen.words;
    return listWords(this.#written());
  }

  *#written(): Generator<readonly [word: string, term: number]> {
    if (this.#frozen !== undefined) yield* eachListedWord(this.#frozen.words);
    for (let word = 1; word < this.#words.size; word++) {
      const terms = this.#termsOfWords[word] ?? NO_TERM;
      yield [this.#words.textOf(word).toLowerCase(), typeof terms === "number" ? terms : (terms[0] ?? NO_TERM)];
    }
  }

  /** Returns the number of a term, or `NO_TERM`. */
  find(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    return this.#frozen === undefined ? NO_TERM : findFrozen(term, this.#frozen.terms);
  }

  textOf(number: number): string {
    if (this.#frozen !== undefined && number < this.#frozenSize) return frozenText(number, this.#frozen.terms);
    return this.#terms[number - this.#frozenSize] ?? "";
  }

  /** Writes the terms of a text in order until the array is full. Returns the index of the next term. */
  read(text: string, into: Uint32Array, start: number, end: number): number {
    let at = start;
    const put = (number: number): void => {
      if (at < end) into[at++] = number;
    };
    eachSearchWord(text, {
      word: (text, from, to) => {
        const terms = this.#termsOf(text, from, to);
        if (typeof terms === "number") put(terms);
        else terms.forEach(put);
        return at < end;
      },
      run: (run) => {
        eachTermOfRun(run, (term) => put(this.#number(term)));
        return at < end;
      },
    });
    return at;
  }

  freeze(seed: number): FrozenLexicon {
    return {
      words: this.listWords(),
      terms: freezeTerms(this.size, (number) => this.textOf(number), seed),
      little: this.little.slice(0, this.size),
      beginnings: this.beginnings.slice(0, this.size),
    };
  }

  get #frozenSize(): number {
    return this.#frozen?.terms.ends.length ?? 1;
  }

  #termsOf(text: string, start: number, end: number): number | readonly number[] {
    const known = this.#words.find(text, start, end);
    if (known !== 0) return this.#termsOfWords[known] as number | readonly number[];
    const word = this.#words.add(text, start, end);
    const numbers = termsOfWord(this.#words.textOf(word)).map((term) => this.#number(term));
    const terms = numbers.length === 1 ? (numbers[0] as number) : numbers;
    this.#termsOfWords[word] = terms;
    return terms;
  }

  #number(term: string): number {
    const known = this.find(term);
    if (known !== NO_TERM) return known;
    const number = this.size;
    this.#terms.push(term);
    this.#numbers.set(term, number);
    this.#grow();
    this.little[number] = LITTLE_STEMS.has(term) ? 1 : 0;
    const beginning = beginningOf(term);
    if (beginning === undefined) return number;
    // This call may replace the arrays, so `beginnings` is read after it.
    const found = this.#number(beginning);
    this.beginnings[number] = found;
    return number;
  }

  #grow(): void {
    if (this.size <= this.little.length) return;
    const little = new Uint8Array(2 * this.size);
    const beginnings = new Uint32Array(2 * this.size);
    little.set(this.little);
    beginnings.set(this.beginnings);
    this.little = little;
    this.beginnings = beginnings;
  }
}

/** Number of letters that words of one family usually share. */
const BEGINNING = 4;

/** Returns the prefix of a term if it is informative; the mark at its end distinguishes it from a word. */
function beginningOf(term: string): string | undefined {
  return term.length > BEGINNING && /^[a-z]+$/.test(term) && !LITTLE_STEMS.has(term)
    ? `${term.slice(0, BEGINNING)}*`
    : undefined;
}
