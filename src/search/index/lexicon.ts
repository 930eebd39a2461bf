/**
 * Assigns a number to every known term. A term is never removed; the index knows which terms still occur in documents.
 * Number 0 is the separator between fields.
 */

import { eachTermOfRun } from "../words/each-term-of-run.ts";
import { LITTLE_STEMS } from "../words/stem.ts";
import { termsOfWord } from "../words/terms-of-word.ts";
import { eachSearchWord, textOfUnits, type WordVisitor } from "../words/words.ts";
import { type FrozenTerms, findFrozen, freezeTerms, frozenText } from "./frozen-terms.ts";
import { eachListedWord, listWords, type WordList } from "./word-list.ts";
import { WordTable } from "./word-table.ts";

export const NO_TERM = 0;
const FIRST_WORDS = 1024;

/** A lexicon as plain arrays. */
export interface FrozenLexicon {
  readonly terms: FrozenTerms;
  readonly little: Uint8Array;
  readonly beginnings: Uint32Array;
  readonly words: WordList;
}

/** The visitor that writes the terms of a text into an array. */
interface TermReading extends WordVisitor {
  into: Uint32Array;
  /** The index of the next term. */
  at: number;
  end: number;
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
  /** For each word with only one term, that term; for any other word, `NO_TERM`. */
  #termOfWord = new Uint32Array(FIRST_WORDS);
  /** The terms of each word that has several terms. */
  readonly #termsOfWord = new Map<number, readonly number[]>();
  readonly #reading: TermReading = {
    ...{ into: new Uint32Array(), at: 0, end: 0 },
    word: (units, start, end) => this.#readWord(units, start, end),
    run: (units, start, end) => this.#readRun(units, start, end),
  };

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
      const term = this.#termsOfWord.get(word)?.[0] ?? (this.#termOfWord[word] as number);
      yield [this.#words.textOf(word).toLowerCase(), term];
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
    this.#reading.into = into;
    this.#reading.at = start;
    this.#reading.end = end;
    eachSearchWord(text, this.#reading);
    return this.#reading.at;
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

  #readWord(units: Uint16Array, start: number, end: number): boolean {
    const reading = this.#reading;
    const word = this.#words.find(units, start, end) || this.#addWord(units, start, end);
    const term = this.#termOfWord[word] as number;
    if (term !== NO_TERM) reading.into[reading.at++] = term;
    else
      for (const each of this.#termsOfWord.get(word) ?? [])
        if (reading.at < reading.end) reading.into[reading.at++] = each;
    return reading.at < reading.end;
  }

  #readRun(units: Uint16Array, start: number, end: number): boolean {
    const reading = this.#reading;
    eachTermOfRun(textOfUnits(units, start, end), (term) => {
      if (reading.at < reading.end) reading.into[reading.at++] = this.#number(term);
    });
    return reading.at < reading.end;
  }

  #addWord(units: Uint16Array, start: number, end: number): number {
    const word = this.#words.add(units, start, end);
    const terms = termsOfWord(this.#words.textOf(word)).map((term) => this.#number(term));
    if (word >= this.#termOfWord.length) {
      const larger = new Uint32Array(2 * word);
      larger.set(this.#termOfWord);
      this.#termOfWord = larger;
    }
    if (terms.length === 1) this.#termOfWord[word] = terms[0] as number;
    else this.#termsOfWord.set(word, terms);
    return word;
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
    // This call may replace the arrays, so `beginnings` must be read after it.
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

/** Number of letters in a prefix. Words of one family usually share this many letters. */
const BEGINNING = 4;

/**
 * Returns the prefix of a term. Undefined for a term that is too short, not a plain word, or a stop word. The mark at
 * the end of the prefix distinguishes it from a word.
 */
function beginningOf(term: string): string | undefined {
  return term.length > BEGINNING && /^[a-z]+$/.test(term) && !LITTLE_STEMS.has(term)
    ? `${term.slice(0, BEGINNING)}*`
    : undefined;
}
