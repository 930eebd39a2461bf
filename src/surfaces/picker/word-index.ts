/**
 * An index of texts by their words. It finds texts that have words beginning with the typed text, without searching all
 * texts.
 */
export function pickerWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export class WordIndex {
  /** Words of each text. */
  readonly #wordsIn: readonly (readonly string[])[];
  /** Sorted words, each with the texts that contain it. */
  readonly #words: readonly string[];
  readonly #having: ReadonlyMap<string, readonly number[]>;

  constructor(texts: readonly string[]) {
    const having = new Map<string, number[]>();
    this.#wordsIn = texts.map((text) => [...new Set(pickerWords(text))]);
    this.#wordsIn.forEach((words, at) => {
      for (const word of words) (having.get(word) ?? having.set(word, []).get(word))?.push(at);
    });
    this.#words = [...having.keys()].sort();
    this.#having = having;
  }

  /**
   * Returns the positions of at most `limit` texts, in order. In these texts, each typed part is the beginning of a
   * word.
   */
  all(parts: readonly string[], limit: number): number[] {
    const [longest, ...others] = [...parts].sort((a, b) => b.length - a.length);
    if (longest === undefined) return [];
    const found = new Set<number>();
    for (const at of this.#beginning(longest)) {
      if (found.size >= limit) break;
      if (others.length === 0 || this.#hasAll(at, others)) found.add(at);
    }
    return [...found].sort((a, b) => a - b);
  }

  *#beginning(part: string): Generator<number> {
    for (let at = this.#first(part); this.#words[at]?.startsWith(part); at++)
      yield* this.#having.get(this.#words[at] as string) ?? [];
  }

  #hasAll(at: number, parts: readonly string[]): boolean {
    const words = this.#wordsIn[at] as readonly string[];
    return parts.every((part) => words.some((word) => word.startsWith(part)));
  }

  #first(part: string): number {
    let [low, high] = [0, this.#words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#words[middle] as string) < part) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
