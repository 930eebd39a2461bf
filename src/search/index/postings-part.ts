/** Types and functions for postings that are merged with others. */
import type { Cursor, Postings } from "./postings.ts";
import { NUMBERS_PER_ROW } from "./postings.ts";
import { FIELD_COUNT } from "./reading.ts";

/** Postings, and the new numbers of each of their documents: no number for a removed document, several for copies. */
export interface PostingsPart {
  readonly postings: Postings;
  readonly targets: readonly (readonly number[])[];
}

export function postingBytes({ rows }: Postings): number {
  return rows.at(-1) ?? 0;
}

/** Returns a cursor at the start of the bytes of a term. */
export function cursorOf(term: number, { rows, read }: Postings): Cursor {
  const start = rows[term * NUMBERS_PER_ROW + 2];
  const end = rows[(term + 1) * NUMBERS_PER_ROW + 2];
  // The term was added after the postings of this part were made.
  if (start === undefined || end === undefined) return { bytes: NOTHING, at: 0 };
  return { bytes: read(start, end), at: 0 };
}

const NOTHING = new Uint8Array();

/** Merges the data that the postings store for each document. */
export function mergeDocuments(
  parts: readonly PostingsPart[],
  size: number,
): Pick<Postings, "lengths" | "nameStarts" | "nameTerms"> {
  const lengths = new Uint16Array(size * FIELD_COUNT);
  const names = new Array<Uint32Array>(size);
  for (const { postings, targets } of parts)
    targets.forEach((documents, from) => {
      const { nameStarts, nameTerms } = postings;
      for (const document of documents) {
        lengths.set(postings.lengths.subarray(from * FIELD_COUNT, (from + 1) * FIELD_COUNT), document * FIELD_COUNT);
        names[document] = nameTerms.subarray(nameStarts[from], nameStarts[from + 1]);
      }
    });
  const nameStarts = new Uint32Array(size + 1);
  names.forEach((terms, at) => {
    nameStarts[at + 1] = (nameStarts[at] as number) + terms.length;
  });
  const nameTerms = new Uint32Array(nameStarts[size] as number);
  names.forEach((terms, at) => {
    nameTerms.set(terms, nameStarts[at]);
  });
  return { lengths, nameStarts, nameTerms };
}
