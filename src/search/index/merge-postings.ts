/**
 * Merges the postings of several sets of documents. Removed documents are left out, and all documents get new
 * numbers.
 */
import { ByteWriter } from "./byte-writer.ts";
import { joinPostings } from "./join-postings.ts";
import type { Lexicon } from "./lexicon.ts";
import { type Cursor, NUMBERS_PER_ROW, type Postings, readDocuments, readNumber, writeDocument } from "./postings.ts";
import { cursorOf, mergeDocuments, type PostingsPart, postingBytes } from "./postings-part.ts";
import { FIELD_COUNT } from "./reading.ts";

export function mergePostings(parts: readonly PostingsPart[], size: number, lexicon: Lexicon): Postings {
  if (isSequence(parts)) return joinPostings(parts, size, lexicon);
  const rows = new Uint32Array((lexicon.size + 1) * NUMBERS_PER_ROW);
  const writer = new ByteWriter(1.1 * parts.reduce((sum, { postings }) => sum + postingBytes(postings), MIN_BYTES));
  const list = new MergedList();
  for (let term = 0; term < lexicon.size; term++) {
    rows[term * NUMBERS_PER_ROW + 2] = writer.length;
    const cursors = parts.map(({ postings }) => cursorOf(term, postings));
    const isLittle = lexicon.little[term] === 1;
    const counts = parts.map(({ postings: { rows: old } }) => old[term * NUMBERS_PER_ROW] ?? 0);
    list.collect(parts, cursors, counts, !isLittle);
    list.writeDocuments(writer);
    rows.set([list.length, list.occurrences], term * NUMBERS_PER_ROW);
    if (isLittle) {
      const all = cursors.map((cursor) => (cursor.bytes.length === 0 ? 0 : readNumber(cursor)));
      list.collect(parts, cursors, all, true);
      if (list.length > 0) writer.number(list.length);
      list.writeDocuments(writer);
    }
    list.writePositions(writer);
  }
  rows[lexicon.size * NUMBERS_PER_ROW + 2] = writer.length;
  const bytes = writer.bytes();
  const read = (start: number, end: number): Uint8Array => bytes.subarray(start, end);
  return { size, ...mergeDocuments(parts, size), rows, read };
}

const MIN_BYTES = 1024;

/**
 * Returns true if the parts only have to be joined, because every document has one new number and the numbers ascend.
 */
function isSequence(parts: readonly PostingsPart[]): boolean {
  let next = 0;
  return parts.every(({ targets }) => targets.every((numbers) => numbers.length === 1 && numbers[0] === next++));
}

/** The number that marks a removed document. */
const GONE = 0xffffffff;

/** A list of documents from several parts. Its arrays are reused for each term. */
class MergedList {
  length = 0;
  /** Number of occurrences of the term; 0 for a prefix, which has counts but no positions. */
  occurrences = 0;
  #documents = new Uint32Array(MIN_BYTES);
  #counts = new Uint16Array(MIN_BYTES * FIELD_COUNT);
  #parts = new Uint16Array(MIN_BYTES);
  /** The offset of the positions in the bytes of the part. */
  #starts = new Uint32Array(MIN_BYTES);
  #ends = new Uint32Array(MIN_BYTES);
  #order = new Uint32Array();
  #cursors: readonly Cursor[] = [];

  collect(
    parts: readonly PostingsPart[],
    cursors: readonly Cursor[],
    counts: readonly number[],
    positions: boolean,
  ): void {
    this.length = 0;
    this.occurrences = 0;
    this.#cursors = cursors;
    parts.forEach(({ targets }, part) => {
      if ((counts[part] as number) > 0) this.#add(part, counts[part] as number, targets, positions);
    });
    this.#sort();
  }

  #add(part: number, count: number, targets: PostingsPart["targets"], positions: boolean): void {
    const cursor = this.#cursors[part] as Cursor;
    const first = this.length;
    readDocuments(cursor, count, (_, document, _mask, counts) => {
      const documents = targets[document] ?? [];
      for (const target of documents) this.#push(target, counts, part);
      if (documents.length === 0) this.#push(GONE, counts, part);
      // Marks the other copies of the document. Below, they get the offset of the first copy, because their positions
      // are equal.
      for (let at = this.length - documents.length + 1; at < this.length; at++) this.#starts[at] = GONE;
    });
    const hasPositions = positions && cursor.at < cursor.bytes.length;
    for (let at = first; at < this.length; at++) {
      const total = this.#total(at);
      const isCopy = this.#starts[at] === GONE;
      if (!isCopy) this.#starts[at] = cursor.at;
      else this.#starts[at] = this.#starts[at - 1] as number;
      if (hasPositions && !isCopy) skipNumbers(cursor, total);
      this.#ends[at] = cursor.at;
      if ((hasPositions || !positions) && this.#documents[at] !== GONE) this.occurrences += total;
    }
  }

  #push(document: number, counts: Uint32Array, part: number): void {
    if (this.length === this.#documents.length) this.#grow();
    const at = this.length++;
    this.#documents[at] = document;
    this.#parts[at] = part;
    this.#starts[at] = 0;
    for (let field = 0; field < FIELD_COUNT; field++) this.#counts[at * FIELD_COUNT + field] = counts[field] as number;
  }

  #grow(): void {
    const larger = <T extends Uint16Array | Uint32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    const size = 2 * this.length;
    this.#documents = larger(this.#documents, new Uint32Array(size));
    this.#counts = larger(this.#counts, new Uint16Array(size * FIELD_COUNT));
    this.#parts = larger(this.#parts, new Uint16Array(size));
    this.#starts = larger(this.#starts, new Uint32Array(size));
    this.#ends = larger(this.#ends, new Uint32Array(size));
  }

  #total(at: number): number {
    let total = 0;
    for (let field = 0; field < FIELD_COUNT; field++) total += this.#counts[at * FIELD_COUNT + field] as number;
    return total;
  }

  /** Sorts the documents, and drops the removed documents, which are sorted last. */
  #sort(): void {
    const documents = this.#documents;
    const { length } = this;
    if (this.#order.length < length) this.#order = new Uint32Array(documents.length);
    let isSorted = true;
    for (let at = 0; at < length; at++) {
      this.#order[at] = at;
      if (at > 0 && (documents[at] as number) < (documents[at - 1] as number)) isSorted = false;
    }
    if (!isSorted) this.#order.subarray(0, length).sort((a, b) => (documents[a] as number) - (documents[b] as number));
    while (this.length > 0 && documents[this.#order[this.length - 1] as number] === GONE) this.length--;
  }

  writeDocuments(writer: ByteWriter): void {
    let before = 0;
    for (let at = 0; at < this.length; at++) {
      const entry = this.#order[at] as number;
      const document = this.#documents[entry] as number;
      writeDocument(document - before, this.#counts.subarray(entry * FIELD_COUNT, (entry + 1) * FIELD_COUNT), writer);
      before = document;
    }
  }

  writePositions(writer: ByteWriter): void {
    for (let at = 0; at < this.length; at++) {
      const entry = this.#order[at] as number;
      const { bytes } = this.#cursors[this.#parts[entry] as number] as Cursor;
      writer.copy(bytes, this.#starts[entry] as number, this.#ends[entry] as number);
    }
  }
}

function skipNumbers(cursor: Cursor, count: number): void {
  const { bytes } = cursor;
  for (let left = count; left > 0 && cursor.at < bytes.length; cursor.at++)
    if ((bytes[cursor.at] as number) < 128) left--;
}
