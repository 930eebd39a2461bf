/** Assigns numbers to words, by their position in a text. It creates no string for a word that is already known. */
import { textOfUnits } from "../words/words.ts";

const EMPTY = 0;
const FIRST_SIZE = 1024;

export class WordTable {
  #units = new Uint16Array(8 * FIRST_SIZE);
  /** The end of each word; the first number is 0. */
  #ends = new Uint32Array(FIRST_SIZE);
  #slots = new Uint32Array(2 * FIRST_SIZE);
  #size = 1;
  /** The seed of the hash. It is random, so that no author can choose words that all share one slot. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** The next free number. Numbers start at 1. */
  get size(): number {
    return this.#size;
  }

  /** Returns the number of the word from `start` to `end` of the units, or 0. */
  find(text: Uint16Array, start: number, end: number): number {
    return this.#slots[this.#slotOf(text, start, end)] as number;
  }

  /** Gives an unknown word the next number. */
  add(text: Uint16Array, start: number, end: number): number {
    const number = this.#size++;
    const from = this.#ends[number - 1] as number;
    const to = from + end - start;
    this.#reserve(number, to);
    this.#units.set(text.subarray(start, end), from);
    this.#ends[number] = to;
    if (2 * this.#size > this.#slots.length) this.#spread();
    else this.#slots[this.#slotOf(text, start, end)] = number;
    return number;
  }

  textOf(number: number): string {
    return textOfUnits(this.#units, this.#ends[number - 1] ?? 0, this.#ends[number] ?? 0);
  }

  #slotOf(text: Uint16Array, start: number, end: number): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let hash = this.#seed;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (text[at] as number), 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & last;
    for (; ; slot = (slot + 1) & last) {
      const number = slots[slot] as number;
      if (number === EMPTY || this.#isWord(number, text, start, end)) return slot;
    }
  }

  #isWord(number: number, text: Uint16Array, start: number, end: number): boolean {
    const units = this.#units;
    const from = this.#ends[number - 1] as number;
    if ((this.#ends[number] as number) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (units[from + at - start] !== text[at]) return false;
    return true;
  }

  #reserve(number: number, units: number): void {
    if (number >= this.#ends.length) {
      const ends = new Uint32Array(2 * this.#ends.length);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    if (units > this.#units.length) {
      const larger = new Uint16Array(2 * units);
      larger.set(this.#units);
      this.#units = larger;
    }
  }

  #spread(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let number = 1; number < this.#size; number++) {
      const slot = this.#slotOf(this.#units, this.#ends[number - 1] as number, this.#ends[number] as number);
      this.#slots[slot] = number;
    }
  }
}
