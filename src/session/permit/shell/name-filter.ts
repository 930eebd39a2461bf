/** A set of names in any case, which most words of a line are compared with and few are in. */
export class NameFilter {
  /** By length with the first and with the last letter. This rules out nearly every other word without an allocation. */
  readonly #first = new Uint8Array(LENGTHS * LETTERS);
  readonly #last = new Uint8Array(LENGTHS * LETTERS);
  readonly #names: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set(names.map((name) => name.toLowerCase()));
    for (const name of this.#names) {
      this.#first[slot(name.length, name.charCodeAt(0))] = 1;
      this.#last[slot(name.length, name.charCodeAt(name.length - 1))] = 1;
    }
  }

  /** True if the characters from `start` to `end`, which are ASCII, are a name of the set. */
  has(text: string, start: number, end: number): boolean {
    return (
      this.#first[slot(end - start, text.charCodeAt(start))] === 1 &&
      this.#last[slot(end - start, text.charCodeAt(end - 1))] === 1 &&
      this.#names.has(text.slice(start, end).toLowerCase())
    );
  }
}

const LENGTHS = 32;
const LETTERS = 128;

/** The bit that tells capitals from small letters in ASCII is set for every character. */
function slot(length: number, code: number): number {
  return Math.min(length, LENGTHS - 1) * LETTERS + ((code | 32) & (LETTERS - 1));
}
