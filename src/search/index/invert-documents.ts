/**
 * Converts the readings of documents (their terms in order) into postings (the documents of each term). The result
 * depends only on the readings and their order.
 */
import { ByteWriter } from "./byte-writer.ts";
import { type Lexicon, NO_TERM } from "./lexicon.ts";
import { NUMBERS_PER_ROW, namesOf, type Postings, writeDocument } from "./postings.ts";
import { type DocumentTerms, FIELD_BITS, FIELD_COUNT } from "./reading.ts";

/**
 * The fields that have special rules. Stop words match only in names, because a name may consist of stop words.
 * Prefixes match only in names and descriptions, because a whole body has a word with almost any prefix.
 */
const NAME = 0;
const DESCRIPTION = 1;

/** Marks an entry of a prefix, which has no position. No real position is so large. */
const NOWHERE = 0xffff;

/**
 * For each entry: the field of a document that contains a term, as `document << FIELD_BITS | field`, and the position
 * of the term. Entries of one term are adjacent.
 */
interface Sorted {
  readonly slots: Uint32Array;
  readonly positions: Uint16Array;
  /** The index at which the entries of each term start. The last number is the end of all entries. */
  readonly starts: Uint32Array;
  readonly lengths: Uint16Array;
}

export function invertDocuments(readings: readonly DocumentTerms[], lexicon: Lexicon): Postings {
  const sorted = sortByTerm(readings, lexicon);
  const rows = new Uint32Array((lexicon.size + 1) * NUMBERS_PER_ROW);
  const writer = new ByteWriter(2 * sorted.slots.length);
  for (let term = 0; term < lexicon.size; term++) {
    rows[term * NUMBERS_PER_ROW + 2] = writer.length;
    const start = sorted.starts[term] as number;
    const end = sorted.starts[term + 1] as number;
    if (start === end) continue;
    const some = { sorted, start, end };
    if (lexicon.little[term] === 1) {
      const { documents, occurrences } = writeList(some, true, writer);
      rows.set([documents, occurrences], term * NUMBERS_PER_ROW);
      writer.number(countDocuments(some));
      writeList(some, false, writer);
    } else {
      const { documents, occurrences } = writeList(some, false, writer);
      rows.set([documents, occurrences], term * NUMBERS_PER_ROW);
    }
    writePositions(some, writer);
  }
  rows[lexicon.size * NUMBERS_PER_ROW + 2] = writer.length;
  const bytes = writer.bytes();
  const read = (start: number, end: number): Uint8Array => bytes.subarray(start, end);
  return { size: readings.length, lengths: sorted.lengths, ...namesOf(readings), rows, read };
}

/**
 * Sorts by counting. The first pass counts the entries of each term, and the second pass puts each entry in its place.
 */
function sortByTerm(readings: readonly DocumentTerms[], { size, little, beginnings }: Lexicon): Sorted {
  const starts = new Uint32Array(size + 1);
  const lengths = new Uint16Array(readings.length * FIELD_COUNT);
  eachField(readings, (slot, field, reading, from, to) => {
    let length = 0;
    for (let at = from; at < to; at++) {
      const term = reading[at] as number;
      starts[term + 1] = (starts[term + 1] as number) + 1;
      if (field === NAME || little[term] !== 1) length++;
      if (field > DESCRIPTION) continue;
      const beginning = beginnings[term] as number;
      if (beginning !== NO_TERM) starts[beginning + 1] = (starts[beginning + 1] as number) + 1;
    }
    lengths[slot] = length;
  });
  for (let term = 0; term < size; term++) starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
  const next = starts.slice();
  const slots = new Uint32Array(starts.at(-1) as number);
  const positions = new Uint16Array(slots.length);
  const put = (term: number, slot: number, position: number): void => {
    const at = next[term] as number;
    next[term] = at + 1;
    slots[at] = slot;
    positions[at] = position;
  };
  eachField(readings, (slot, field, reading, from, to) => {
    for (let at = from; at < to; at++) {
      const term = reading[at] as number;
      put(term, slot, at - from);
      const beginning = field > DESCRIPTION ? NO_TERM : (beginnings[term] as number);
      if (beginning !== NO_TERM) put(beginning, slot, NOWHERE);
    }
  });
  return { slots, positions, starts, lengths };
}

type VisitField = (slot: number, field: number, reading: DocumentTerms, from: number, to: number) => void;

function eachField(readings: readonly DocumentTerms[], visit: VisitField): void {
  let slot = 0;
  for (const reading of readings) {
    let from = 0;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const to = reading.indexOf(NO_TERM, from);
      visit(slot++, field, reading, from, to);
      from = to + 1;
    }
  }
}

/** The range of sorted entries that belong to one term. */
interface Some {
  readonly sorted: Sorted;
  readonly start: number;
  readonly end: number;
}

function writeList(
  { sorted: { slots, positions }, start, end }: Some,
  namesOnly: boolean,
  writer: ByteWriter,
): { readonly documents: number; readonly occurrences: number } {
  let before = 0;
  let documents = 0;
  let occurrences = 0;
  for (let at = start; at < end; ) {
    const document = (slots[at] as number) >>> FIELD_BITS;
    for (let field = 0; field < FIELD_COUNT; field++) COUNTS[field] = 0;
    let found = 0;
    for (; at < end && (slots[at] as number) >>> FIELD_BITS === document; at++) {
      const field = (slots[at] as number) & (FIELD_COUNT - 1);
      if (namesOnly && field !== NAME) continue;
      found++;
      COUNTS[field] = (COUNTS[field] as number) + 1;
      if (positions[at] !== NOWHERE) occurrences++;
    }
    if (found === 0) continue;
    writeDocument(document - before, COUNTS, writer);
    before = document;
    documents++;
  }
  return { documents, occurrences };
}

const COUNTS = new Uint32Array(FIELD_COUNT);

function countDocuments({ sorted: { slots }, start, end }: Some): number {
  let documents = 0;
  let before = -1;
  for (let at = start; at < end; at++) {
    const document = (slots[at] as number) >>> FIELD_BITS;
    if (document !== before) documents++;
    before = document;
  }
  return documents;
}

function writePositions({ sorted: { slots, positions }, start, end }: Some, writer: ByteWriter): void {
  let slot = -1;
  let before = 0;
  for (let at = start; at < end; at++) {
    const position = positions[at] as number;
    if (position === NOWHERE) return;
    if (slots[at] !== slot) before = 0;
    slot = slots[at] as number;
    writer.number(position - before);
    before = position;
  }
}
