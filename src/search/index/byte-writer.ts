/**
 * A byte array that grows. It stores numbers with seven bits per byte, so that small numbers, which are the most
 * frequent, take one byte.
 */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(Math.max(capacity, MAX_VARINT));
  }

  get length(): number {
    return this.#length;
  }

  /** Appends a whole number below 2 ** 32. */
  number(value: number): void {
    this.#reserve(MAX_VARINT);
    let left = value >>> 0;
    for (; left > 127; left >>>= 7) this.#bytes[this.#length++] = left | 128;
    this.#bytes[this.#length++] = left;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    if (end - start < FEW) for (let at = start; at < end; at++) this.#bytes[this.#length++] = from[at] as number;
    else {
      this.#bytes.set(from.subarray(start, end), this.#length);
      this.#length += end - start;
    }
  }

  /** Returns the bytes that have been written so far. Another write may move them. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(Math.ceil(1.5 * this.#bytes.length), this.#length + more));
    larger.set(this.bytes());
    this.#bytes = larger;
  }
}

/** Number of bytes of a 32-bit number. */
const MAX_VARINT = 5;
/** Maximum number of bytes for which a loop is faster than a call of `set`. */
const FEW = 32;
