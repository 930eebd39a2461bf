/** A document to the numbers of its terms, in order: all that an index needs of it, and what is kept of it on disk. */
import type { SearchDocument } from "../search-document.ts";
import { type Lexicon, NO_TERM } from "./lexicon.ts";

/** The fields one after the other, each with `NO_TERM` behind it. */
export type DocumentTerms = Uint32Array;

/** How many. */
export const FIELDS = 4;

/** Terms of one field that are looked at. A body of a hundred thousand words is a book, and says where it begins what it is. */
const MAX_TERMS = 10_000;

/** One for all documents: fresh memory takes longer than to fill it. */
const SCRATCH = new Uint32Array(FIELDS * (MAX_TERMS + 1));

export function tokenizeDocument(document: SearchDocument, lexicon: Lexicon): DocumentTerms {
  let at = 0;
  for (const text of textsOf(document)) {
    at = lexicon.read(text, SCRATCH, at, at + MAX_TERMS);
    SCRATCH[at++] = NO_TERM;
  }
  return SCRATCH.slice(0, at);
}

/** In the order of `SEARCH_FIELDS`. */
function textsOf({ name, description, extra = "", headings = "", body = "" }: SearchDocument): string[] {
  return [name, extra === "" ? description : `${description}\n${extra}`, headings, body];
}
