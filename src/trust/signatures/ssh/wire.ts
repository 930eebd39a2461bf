/**
 * Reads fields in SSH's format: a length in four bytes, then the bytes. Returns undefined if the data ends too early.
 */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  get ended(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(length: number): Buffer | undefined {
    if (length > this.#bytes.length - this.#at) return undefined;
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  number(): number | undefined {
    return this.take(4)?.readUInt32BE(0);
  }

  field(): Buffer | undefined {
    const length = this.number();
    return length === undefined ? undefined : this.take(length);
  }

  text(): string | undefined {
    return this.field()?.toString("latin1");
  }
}

export function encodeWireField(bytes: Uint8Array | string): Buffer {
  const content = Buffer.from(bytes as Uint8Array);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
}
