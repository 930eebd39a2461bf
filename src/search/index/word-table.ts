/** Assigns numbers to words, by their position in a text. It creates no string for a word that is already known. */

const EMPTY = 0;
const FIRST_SIZE = 1024;

export class WordTable {
  #units = new Uint16Array(8 * FIRST_SIZE);
  /** The end of each word; the first number is 0. */
  #ends = new Uint32Array(FIRST_SIZE);
  #slots = new Uint32Array(2 * FIRST_SIZE);
  #size = 1;
  /** Random, so that no author can choose words that all share one slot. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  /** The next free number. Numbers start at 1. */
  get size(): number {
    return this.#size;
  }

  /** Returns the number of `text.slice(start, end)`, or 0. */
  find(text: string, start: number, end: number): number {
    return this.#slots[this.#slotOf(text, start, end)] as number;
  }

  /** Gives an unknown word the next number. */
  add(text: string, start: number, end: number): number {
    const number = this.#size++;
    const from = this.#ends[number - 1] as number;
    const to = from + end - start;
    this.#reserve(number, to);
    for (let at = start; at < end; at++) this.#units[from + at - start] = text.charCodeAt(at);
    this.#ends[number] = to;
    if (2 * this.#size > this.#slots.length) this.#spread();
    else this.#slots[this.#slotOf(text, start, end)] = number;
    return number;
  }

  /** Copies the string, because a slice would keep the whole text in memory. */
  textOf(number: number): string {
    return String.fromCharCode(...this.#units.subarray(this.#ends[number - 1] ?? 0, this.#ends[number] ?? 0));
  }

  #slotOf(text: string, start: number, end: number): number {
    const last = this.#slots.length - 1;
    let hash = this.#seed;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & last;
    for (; ; slot = (slot + 1) & last) {
      const number = this.#slots[slot] as number;
      if (number === EMPTY || this.#isWord(number, text, start, end)) return slot;
    }
  }

  #isWord(number: number, text: string, start: number, end: number): boolean {
    const from = this.#ends[number - 1] as number;
    if ((this.#ends[number] as number) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#units[from + at - start] !== text.charCodeAt(at)) return false;
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
      const text = this.textOf(number);
      this.#slots[this.#slotOf(text, 0, text.length)] = number;
    }
  }
}
