/** What a search is about: the nouns that come in and go out. */

/** The parts of a document, from what says most about it to what says least. */
export const SEARCH_FIELDS = ["name", "description", "headings", "body"] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A skill as search sees it; `id` is whatever the caller wants to have back. */
export interface SearchDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** What belongs to the description and stands elsewhere: `when_to_use`, triggers. */
  readonly extra?: string;
  readonly headings?: string;
  readonly body?: string;
}

/** A word of the query, and the fields in which the document has it. */
export interface MatchedTerm {
  /** As the query wrote it, in lower case. */
  readonly term: string;
  /** The word of the document that was taken instead, where the query's is unknown and looks misspelt. */
  readonly as?: string;
  readonly fields: readonly SearchField[];
}

export interface SearchHit {
  readonly id: string;
  /** Comparable within one answer only. */
  readonly score: number;
  /** Why it was found, the most telling word first. */
  readonly terms: readonly MatchedTerm[];
}

export interface SearchOptions {
  /** How many hits at most; 10 unless given. */
  readonly k?: number;
  /** Whether a document may be among them; all may unless given. */
  readonly only?: (id: string) => boolean;
}
