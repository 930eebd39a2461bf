/** Bytes of a file that are handed out, from `offset` on. */
export interface Range {
  readonly offset?: number;
  readonly maxBytes?: number;
}

export interface ResourceText {
  readonly text: string;
  /** Size of the whole file. */
  readonly bytes: number;
  /** Where to read on, when there is more. */
  readonly next?: number;
  /** The text only says what is there. */
  readonly binary?: true;
}

const DEFAULT_BYTES = 65_536;
const MAX_BYTES = 1_048_576;
/** Of one UTF-8 character: fewer could be nothing at all. */
const MIN_BYTES = 4;
/** Bytes that are looked at for a NUL, which no text has. */
const PROBED = 8192;

/** A part of a file, from one character to another. */
export function cutRange(bytes: Uint8Array, { offset = 0, maxBytes = DEFAULT_BYTES }: Range): ResourceText {
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

/** The next byte that begins a character; broken bytes are not gone after for ever. */
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
