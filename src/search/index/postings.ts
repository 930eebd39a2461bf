/**
 * Postings: for each term, the documents that contain it, its count in each field, and its positions, as compact bytes.
 * The bytes are in memory, or in a file that is read on demand. They never change. The bytes of a term are a list of
 * documents, followed by the positions in the same order. A document is its distance to the previous document, the set
 * of its fields, and the count of each field. The counts are left out if all are 1. A position is its distance to the
 * previous position in the field. A stop word has two lists: one with names only, which queries use, and one with all
 * fields, for pairs.
 */
import type { ByteWriter } from "./byte-writer.ts";
import { NO_TERM } from "./lexicon.ts";
import { type DocumentTerms, FIELD_COUNT } from "./reading.ts";

export interface Postings {
  /** The number of documents. */
  readonly size: number;
  /** The number of terms in each field of each document, without stop words. */
  readonly lengths: Uint16Array;
  /** The start of each name's terms in `nameTerms`. The last number is the end of all terms. */
  readonly nameStarts: Uint32Array;
  /** The distinct terms of each name, in order. */
  readonly nameTerms: Uint32Array;
  /**
   * For each term: the number of its documents, the number of its occurrences, and the offset of its bytes. One more
   * number at the end is the end of all bytes.
   */
  readonly rows: Uint32Array;
  readonly read: (start: number, end: number) => Uint8Array;
}

/** How many numbers each row has. */
export const NUMBERS_PER_ROW = 3;

/**
 * The documents of a term in ascending order, and the counts in each document: eight bits for each field, the lowest
 * for the name.
 */
export interface Documents {
  readonly documents: Uint32Array;
  readonly counts: Uint32Array;
}

/**
 * The positions of a term. The positions in field `f` of the document at `n` go from `starts[n * FIELD_COUNT + f]` to
 * the next start.
 */
export interface Positions {
  readonly documents: Uint32Array;
  readonly starts: Uint32Array;
  readonly positions: Uint16Array;
}

const BITS = 8;
const MAX_COUNT = 255;

/** Returns how often a field contains the term. */
export function termCount(counts: number, field: number): number {
  return (counts >>> (BITS * field)) & MAX_COUNT;
}

/**
 * Thrown if the bytes contradict each other. Checksums detect accidental damage, so such a file was made on purpose.
 */
export class DamagedIndex extends Error {}

export function documentsOf(term: number, postings: Postings): Documents {
  const { count, bytes } = rowOf(term, postings);
  const documents = new Uint32Array(count);
  const counts = new Uint32Array(count);
  readDocuments({ bytes, at: 0 }, count, (at, document, _mask, ofField) => {
    documents[at] = document;
    for (let field = 0; field < FIELD_COUNT; field++)
      counts[at] = (counts[at] as number) | (Math.min(ofField[field] as number, MAX_COUNT) << (BITS * field));
  });
  if (count > 0 && (documents[count - 1] as number) >= postings.size) throw new DamagedIndex("a document is missing");
  return { documents, counts };
}

export function positionsOf(term: number, isLittle: boolean, postings: Postings): Positions {
  const { count: found, bytes } = rowOf(term, postings);
  const cursor = { bytes, at: 0 };
  let count = found;
  if (isLittle) {
    skipDocuments(cursor, found);
    count = bytes.length === 0 ? 0 : Math.min(readNumber(cursor), bytes.length);
  }
  const documents = new Uint32Array(count);
  const starts = new Uint32Array(count * FIELD_COUNT + 1);
  let total = 0;
  readDocuments(cursor, count, (at, document, _mask, ofField) => {
    documents[at] = document;
    for (let field = 0; field < FIELD_COUNT; field++) {
      total += ofField[field] as number;
      starts[at * FIELD_COUNT + field + 1] = total;
    }
  });
  if (total > bytes.length) throw new DamagedIndex("a position is missing");
  const positions = new Uint16Array(total);
  for (let slot = 0; slot + 1 < starts.length; slot++) {
    let position = 0;
    for (let at = starts[slot] as number; at < (starts[slot + 1] as number); at++) {
      position += readNumber(cursor);
      positions[at] = position;
    }
  }
  return { documents, starts, positions };
}

function rowOf(term: number, { rows, read }: Postings): { readonly count: number; readonly bytes: Uint8Array } {
  const row = term * NUMBERS_PER_ROW;
  const [count, , start, , , end] = rows.subarray(row, row + 2 * NUMBERS_PER_ROW);
  if (start === undefined || end === undefined) return { count: 0, bytes: NOTHING };
  const bytes = read(start, end);
  if ((count as number) > bytes.length) throw new DamagedIndex("a list is too short");
  return { count: count as number, bytes };
}

const NOTHING = new Uint8Array();

/** A position in the bytes. Each read moves it forward. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

export function readNumber(cursor: Cursor): number {
  const { bytes } = cursor;
  const first = bytes[cursor.at++] as number;
  if (first < 128) return first;
  let value = first & 127;
  for (let shift = 7; shift < 35; shift += 7) {
    const byte = bytes[cursor.at++] ?? 0;
    value |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return value >>> 0;
}

const ALL_FIELDS = (1 << FIELD_COUNT) - 1;
/** The bit after the bits of the fields. If it is set, every count is 1. */
const ONCE = 1 << FIELD_COUNT;
const HEADER_BITS = FIELD_COUNT + 1;

type VisitDocument = (at: number, document: number, mask: number, counts: Uint32Array) => void;

const COUNTS = new Uint32Array(FIELD_COUNT);

export function readDocuments(cursor: Cursor, count: number, visit: VisitDocument): void {
  let document = 0;
  for (let at = 0; at < count; at++) {
    const header = readNumber(cursor);
    document += header >>> HEADER_BITS;
    for (let field = 0; field < FIELD_COUNT; field++)
      COUNTS[field] = (header & (1 << field)) === 0 ? 0 : (header & ONCE) !== 0 ? 1 : readNumber(cursor);
    visit(at, document, header & ALL_FIELDS, COUNTS);
  }
}

/** Moves the cursor past the documents of a term. Returns the last document. */
export function skipDocuments(cursor: Cursor, count: number): number {
  let document = 0;
  for (let left = count; left > 0; left--) {
    const header = readNumber(cursor);
    document += header >>> HEADER_BITS;
    if ((header & ONCE) !== 0) continue;
    for (let fields = header & ALL_FIELDS; fields !== 0; fields &= fields - 1) readNumber(cursor);
  }
  return document;
}

/** Copies the header of a document, with a larger distance. */
export function copyHeader(cursor: Cursor, more: number, writer: ByteWriter): void {
  writer.number(readNumber(cursor) + (more << HEADER_BITS));
}

/** Appends a document. The counts of fields without the term are 0. */
export function writeDocument(distance: number, counts: ArrayLike<number>, writer: ByteWriter): void {
  let mask = 0;
  let once = ONCE;
  for (let field = 0; field < FIELD_COUNT; field++) {
    const count = counts[field] as number;
    if (count === 0) continue;
    mask |= 1 << field;
    if (count !== 1) once = 0;
  }
  writer.number((distance << HEADER_BITS) | once | mask);
  if (once === 0)
    for (let field = 0; field < FIELD_COUNT; field++) if (counts[field] !== 0) writer.number(counts[field] as number);
}

export type NamePostings = Pick<Postings, "nameStarts" | "nameTerms">;

/** Returns the distinct terms of the names in the readings. */
export function namesOf(readings: readonly DocumentTerms[]): NamePostings {
  const nameStarts = new Uint32Array(readings.length + 1);
  const terms: number[] = [];
  readings.forEach((reading, at) => {
    terms.push(...new Set(reading.subarray(0, reading.indexOf(NO_TERM))));
    nameStarts[at + 1] = terms.length;
  });
  return { nameStarts, nameTerms: Uint32Array.from(terms) };
}
