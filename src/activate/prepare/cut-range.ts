/** The range of bytes to return, starting at `offset`. */
export interface ByteRange {
  readonly offset?: number;
  readonly maxBytes?: number;
}

export interface ResourceText {
  readonly text: string;
  /** Size of the whole file. */
  readonly bytes: number;
  /** Offset of the next range, if the file has more bytes. */
  readonly next?: number;
  /** True if the file is binary. Then the text only describes the file. */
  readonly binary?: true;
}

const DEFAULT_BYTES = 65_536;
const MAX_BYTES = 1_048_576;
/** The length of the longest UTF-8 character. A shorter range could contain no complete character. */
const MIN_BYTES = 4;
/** Number of bytes that are searched for a NUL character. A file with a NUL character is binary. */
const PROBED = 8192;

/** Returns a part of a file that starts and ends at the boundary of a character. */
export function cutRange(bytes: Uint8Array, { offset = 0, maxBytes = DEFAULT_BYTES }: ByteRange): ResourceText {
  if (bytes.subarray(0, PROBED).includes(0)) return describeBinary(bytes.length);
  const start = forward(bytes, whole(offset, 0, bytes.length));
  const end = backward(bytes, start, Math.min(bytes.length, start + whole(maxBytes, MIN_BYTES, MAX_BYTES)));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
  return { text, bytes: bytes.length, ...(end < bytes.length ? { next: end } : {}) };
}

function describeBinary(bytes: number): ResourceText {
  return { text: `[a binary file of ${bytes} bytes; it is not shown]`, bytes, binary: true };
}

function whole(number: number, least: number, most: number): number {
  return Number.isNaN(number) ? least : Math.max(least, Math.min(most, Math.floor(number)));
}

/** Returns the next offset that begins a character. It skips at most three bytes, even in invalid UTF-8. */
function forward(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start < at + MIN_BYTES - 1 && isContinuation(bytes[start])) start++;
  return start;
}

function backward(bytes: Uint8Array, start: number, at: number): number {
  let end = at;
  while (end > at - MIN_BYTES + 1 && end > start && isContinuation(bytes[end])) end--;
  return end > start ? end : at;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
