/** A position in a file. Lines and columns start at 1; columns count UTF-16 units. */
export interface Span {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The number of columns to underline. */
  readonly length: number;
  /** The text of the line, so that a printer need not read the file again. */
  readonly text: string;
}

/** Finds positions in a text. It counts the lines only once. */
export class LinePositions {
  readonly #path: string;
  readonly #source: string;
  readonly #firstLine: number;
  #starts: number[] | undefined;

  /** `firstLine` is the line number of the text's first line. */
  constructor(path: string, source: string, firstLine = 1) {
    this.#path = path;
    this.#source = source;
    this.#firstLine = firstLine;
  }

  span(offset: number, length: number): Span {
    const source = this.#source;
    const at = Math.max(0, Math.min(offset, source.length));
    const line = this.#lineOf(at);
    const start = this.#lineStarts()[line] as number;
    const newline = source.indexOf("\n", at);
    const text = source.slice(start, newline === -1 ? source.length : newline).replace(/\r$/, "");
    const underlined = Math.max(1, Math.min(length, text.length - (at - start)));
    return { path: this.#path, line: this.#firstLine + line, column: at - start + 1, length: underlined, text };
  }

  /** Returns the index of the last line that starts at or before an offset. */
  #lineOf(offset: number): number {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #lineStarts(): number[] {
    if (this.#starts) return this.#starts;
    const starts = [0];
    for (let at = this.#source.indexOf("\n"); at !== -1; at = this.#source.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#starts = starts;
    return starts;
  }
}

/** Returns one position in a text. For several positions in the same text, use `Lines`. */
export function spanAt(path: string, source: string, offset: number, length: number, firstLine = 1): Span {
  return new LinePositions(path, source, firstLine).span(offset, length);
}
