/** A message that is read character by character. It counts reads, so that a test can prove linear cost. */
export class ScannedMessage {
  readonly text: string;
  readonly length: number;
  /** Number of character reads so far. */
  looks = 0;
  readonly #ahead = new Map<string, { from: number; found: number }>();

  constructor(text: string) {
    this.text = text;
    this.length = text.length;
  }

  /** Returns the UTF-16 unit at a position, or -1 outside of the message. */
  code(at: number): number {
    this.looks++;
    return at >= 0 && at < this.length ? this.text.charCodeAt(at) : -1;
  }

  /** Returns the whole character at a position. */
  character(at: number): string {
    this.looks++;
    const code = this.text.codePointAt(at);
    return code === undefined ? "" : String.fromCodePoint(code);
  }

  /** Returns the whole character that ends before a position. */
  characterBefore(at: number): string {
    const code = this.code(at - 1);
    const pair = code >= 0xdc00 && code <= 0xdfff && (this.code(at - 2) & 0xfc00) === 0xd800;
    return code === -1 ? "" : this.text.slice(at - (pair ? 2 : 1), at);
  }

  /**
   * Returns the next position of a character, or the message's end. Results are cached, so that no part is searched
   * twice.
   */
  next(wanted: string, from: number): number {
    const before = this.#ahead.get(wanted);
    if (before && from >= before.from && from <= before.found) return before.found;
    const at = this.text.indexOf(wanted, from);
    const found = at === -1 ? this.length : at;
    this.looks += found - from + 1;
    this.#ahead.set(wanted, { from, found });
    return found;
  }
}
