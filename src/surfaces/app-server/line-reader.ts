/** Splits chunks of bytes into lines. A line that is too long is reported once and dropped up to its end. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #skipping = false;

  constructor(maxBytes: number, onLine: (line: string) => void, onTooLong: () => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  take(bytes: Uint8Array): void {
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      this.#add(bytes.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    this.#add(bytes.subarray(from));
  }

  /** Handles the last line. It may be without a line end. */
  end(): void {
    if (this.#bytes > 0) this.#finish();
  }

  #add(piece: Uint8Array): void {
    if (this.#skipping || piece.length === 0) return;
    this.#bytes += piece.length;
    if (this.#bytes <= this.#maxBytes) {
      this.#pieces.push(piece);
      return;
    }
    this.#skipping = true;
    this.#pieces = [];
    this.#onTooLong();
  }

  #finish(): void {
    const line = Buffer.concat(this.#pieces).toString("utf8").trim();
    const wasSkipped = this.#skipping;
    this.#pieces = [];
    this.#bytes = 0;
    this.#skipping = false;
    if (!wasSkipped && line !== "") this.#onLine(line);
  }
}

const NEWLINE = 0x0a;
