/**
 * Converts a document into the numbers of its terms, in order. The index needs only these numbers, and stores only them
 * on disk.
 */
import type { SearchDocument } from "../search-document.ts";
import { type Lexicon, NO_TERM } from "./lexicon.ts";

/** The terms of all fields in sequence, with `NO_TERM` after each field. */
export type DocumentTerms = Uint32Array;

/** The number of terms in each field. */
export const FIELD_COUNT = 4;
/** Number of bits that the number of a field takes. */
export const FIELD_BITS = 2;

/** Maximum terms of one field. A longer body is a book, whose beginning is enough. */
const MAX_TERMS = 10_000;

/** One buffer for all documents, because allocating memory takes longer than filling it. */
const SCRATCH = new Uint32Array(FIELD_COUNT * (MAX_TERMS + 1));

export function tokenizeDocument(document: SearchDocument, lexicon: Lexicon): DocumentTerms {
  let at = 0;
  for (const text of textsOf(document)) {
    at = lexicon.read(text, SCRATCH, at, at + MAX_TERMS);
    SCRATCH[at++] = NO_TERM;
  }
  return SCRATCH.slice(0, at);
}

/** Returns the texts of the fields in the order of `SEARCH_FIELDS`. */
function textsOf({ name, description, extra = "", headings = "", body = "" }: SearchDocument): string[] {
  return [name, extra === "" ? description : `${description}\n${extra}`, headings, body];
}
