/**
 * Converts an index to bytes and back: its arrays as in memory, after a header with their positions. A stored index is
 * usable at once, because nothing has to be rebuilt. Invalid bytes return undefined.
 */
import { parseJson } from "../../model/schema.ts";
import type { Inverted } from "./inverted.ts";
import type { FrozenLexicon } from "./lexicon.ts";

export interface FrozenIndex {
  /** Ids of the documents, in the order of their numbers. */
  readonly ids: readonly string[];
  /** Keys of the caller: another key means other content. */
  readonly keys: readonly string[];
  readonly lexicon: FrozenLexicon;
  readonly inverted: Inverted;
}

/** Another number for every change of what the bytes mean, of how words are read above all. */
const FORMAT = "skillwright-search-1";

const WORD_BYTES = 4;

type Numbers = Uint32Array | Uint16Array | Uint8Array;

interface Header {
  readonly format: string;
  readonly ids: readonly string[];
  readonly keys: readonly string[];
  readonly seed: number;
  /** Bytes of each array, in the order of `arraysOf`. */
  readonly bytes: readonly number[];
}

/** The length of the header and the checksum of the rest come first, one word each. */
const START = 2 * WORD_BYTES;

export function packIndex(index: FrozenIndex): Uint8Array {
  const { ids, keys, lexicon } = index;
  const arrays = arraysOf(index);
  const bytes = arrays.map((array) => array.byteLength);
  const header: Header = { format: FORMAT, ids, keys, seed: lexicon.terms.seed, bytes };
  const text = new TextEncoder().encode(JSON.stringify(header));
  let at = START + padded(text.length);
  const packed = new Uint8Array(bytes.reduce((total, length) => total + padded(length), at));
  packed.set(text, START);
  for (const array of arrays) {
    packed.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += padded(array.byteLength);
  }
  const view = new DataView(packed.buffer);
  view.setUint32(0, text.length, true);
  view.setUint32(WORD_BYTES, sumOf(packed.subarray(START)), true);
  return packed;
}

export function unpackIndex(packed: Uint8Array): FrozenIndex | undefined {
  if (packed.length < START || packed.length % WORD_BYTES !== 0) return undefined;
  const whole = aligned(packed);
  const view = new DataView(whole.buffer, whole.byteOffset);
  const end = START + view.getUint32(0, true);
  if (end > whole.length || sumOf(whole.subarray(START)) !== view.getUint32(WORD_BYTES, true)) return undefined;
  const header = parseJson(new TextDecoder().decode(whole.subarray(START, end)));
  return isHeader(header) ? restore(header, whole.subarray(padded(end))) : undefined;
}

function restore({ ids, keys, seed, bytes }: Header, body: Uint8Array): FrozenIndex | undefined {
  if (bytes.reduce((total, length) => total + padded(length), 0) !== body.length) return undefined;
  let at = 0;
  const next = <T>(kind: new (buffer: ArrayBufferLike, offset: number, length: number) => T, width: number): T => {
    const length = bytes[count++] ?? 0;
    const array = new kind(body.buffer, body.byteOffset + at, Math.floor(length / width));
    at += padded(length);
    return array;
  };
  let count = 0;
  const words = (): Uint32Array => next(Uint32Array, WORD_BYTES);
  const inverted = {
    size: ids.length,
    stream: words(),
    starts: words(),
    lengths: words(),
    postings: words(),
    documents: words(),
    counts: words(),
    occurrences: words(),
    positions: words(),
  };
  const terms = { ends: words(), slots: words(), units: next(Uint16Array, 2), seed };
  const lexicon = {
    terms,
    beginnings: words(),
    words: { ends: words(), terms: words(), letters: words(), units: next(Uint16Array, 2) },
    little: next(Uint8Array, 1),
  };
  return { ids, keys, lexicon, inverted };
}

/** In the order in which `restore` takes them. */
function arraysOf({ lexicon, inverted }: FrozenIndex): Numbers[] {
  const { stream, starts, lengths, postings, documents, counts, occurrences, positions } = inverted;
  const { terms, beginnings, words, little } = lexicon;
  return [
    ...[stream, starts, lengths, postings, documents, counts, occurrences, positions],
    ...[terms.ends, terms.slots, terms.units, beginnings, words.ends, words.terms, words.letters, words.units, little],
  ];
}

/** Arrays of words must begin at a word; a file that was read whole does. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % WORD_BYTES === 0 ? bytes : new Uint8Array(bytes);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / WORD_BYTES) * WORD_BYTES;
}

/** Detects damage by a disk or another program; it does not protect against deliberate changes. */
export function sumOf(body: Uint8Array): number {
  const words = new Uint32Array(body.buffer, body.byteOffset, Math.floor(body.byteLength / WORD_BYTES));
  let sum = 0;
  for (let at = 0; at < words.length; at++) sum = (Math.imul(sum, 31) + (words[at] as number)) | 0;
  return sum >>> 0;
}

function isHeader(value: unknown): value is Header {
  if (typeof value !== "object" || value === null) return false;
  const { format, ids, keys, seed, bytes } = value as Partial<Record<keyof Header, unknown>>;
  const texts = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((each) => typeof each === "string");
  return (
    format === FORMAT &&
    texts(ids) &&
    texts(keys) &&
    ids.length === keys.length &&
    typeof seed === "number" &&
    Array.isArray(bytes) &&
    bytes.every((each) => Number.isSafeInteger(each) && each >= 0)
  );
}
