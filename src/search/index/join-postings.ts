/**
 * Joins the postings of consecutive documents. It copies their bytes, and changes only the distance of the first
 * document of each list.
 */
import { ByteWriter } from "./byte-writer.ts";
import type { Lexicon } from "./lexicon.ts";
import { type Cursor, copyHeader, NUMBERS_PER_ROW, type Postings, readNumber, skipDocuments } from "./postings.ts";
import { cursorOf, mergeDocuments, type PostingsPart, postingBytes } from "./postings-part.ts";

/** The entries of one term in the postings of one set of documents. */
interface Piece {
  readonly cursor: Cursor;
  /** The new number of the first document of the part. */
  readonly base: number;
  readonly documents: number;
  readonly occurrences: number;
}

export function joinPostings(parts: readonly PostingsPart[], size: number, lexicon: Lexicon): Postings {
  const rows = new Uint32Array((lexicon.size + 1) * NUMBERS_PER_ROW);
  const writer = new ByteWriter(parts.reduce((sum, { postings }) => sum + postingBytes(postings), 0));
  for (let term = 0; term < lexicon.size; term++) {
    const row = term * NUMBERS_PER_ROW;
    rows[row + 2] = writer.length;
    const pieces = parts.flatMap((part) => piecesOf(term, part));
    const counts = pieces.map(({ documents }) => documents);
    joinLists(pieces, counts, writer);
    rows[row] = sumUp(counts);
    rows[row + 1] = sumUp(pieces.map(({ occurrences }) => occurrences));
    if (lexicon.little[term] === 1 && pieces.length > 0) {
      const all = pieces.map(({ cursor }) => readNumber(cursor));
      writer.number(sumUp(all));
      joinLists(pieces, all, writer);
    }
    for (const { cursor } of pieces) writer.copy(cursor.bytes, cursor.at, cursor.bytes.length);
  }
  rows[lexicon.size * NUMBERS_PER_ROW + 2] = writer.length;
  const bytes = writer.bytes();
  const read = (start: number, end: number): Uint8Array => bytes.subarray(start, end);
  return { size, ...mergeDocuments(parts, size), rows, read };
}

function piecesOf(term: number, { postings, targets }: PostingsPart): Piece[] {
  const cursor = cursorOf(term, postings);
  const base = targets[0]?.[0];
  if (cursor.bytes.length === 0 || base === undefined) return [];
  const [documents = 0, occurrences = 0] = postings.rows.subarray(term * NUMBERS_PER_ROW);
  return [{ cursor, base, documents, occurrences }];
}

function joinLists(pieces: readonly Piece[], counts: readonly number[], writer: ByteWriter): void {
  let before = 0;
  pieces.forEach(({ cursor, base }, at) => {
    const count = counts[at] as number;
    if (count === 0) return;
    const start = cursor.at;
    copyHeader(cursor, base - before, writer);
    const from = cursor.at;
    cursor.at = start;
    before = base + skipDocuments(cursor, count);
    writer.copy(cursor.bytes, from, cursor.at);
  });
}

function sumUp(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
