/** The types of a search: documents, options and hits. */

/** The parts of a document, from what says most about it to what says least. */
export const SEARCH_FIELDS = ["name", "description", "headings", "body"] as const;
export type DocumentField = (typeof SEARCH_FIELDS)[number];

/** A skill as search sees it; `id` is whatever the caller wants to have back. */
export interface SearchDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Text that belongs to the description and is stored elsewhere: `when_to_use`, triggers. */
  readonly extra?: string;
  readonly headings?: string;
  readonly body?: string;
}

/** A query word, and the fields of the document that contain it. */
export interface MatchedTerm {
  /** As the query wrote it, in lower case. */
  readonly term: string;
  /** The word of the document that was taken instead, where the query's is unknown and looks misspelt. */
  readonly as?: string;
  readonly fields: readonly DocumentField[];
}

export interface SearchHit {
  readonly id: string;
  /** Comparable within one answer only. */
  readonly score: number;
  /** Why it was found, the most telling word first. */
  readonly terms: readonly MatchedTerm[];
  /** Set on every hit if no document fits the request well: the hits are only the nearest. */
  readonly weak?: true;
}

export interface SearchOptions {
  /** Maximum number of hits (default: 10). */
  readonly k?: number;
  /** Returns whether a document may be a hit (default: all may). */
  readonly only?: (id: string) => boolean;
}
