/** The types of a search: documents, options and hits. */
import type { SkillId } from "../model/skills/skill.ts";

/** The fields of a document, the most significant first. */
export const SEARCH_FIELDS = ["name", "description", "headings", "body"] as const;
export type DocumentField = (typeof SEARCH_FIELDS)[number];

/** A document of the search. `id` is any value by which the caller recognizes it. */
export interface SearchDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Text that belongs to the description and is stored elsewhere: `when_to_use`, triggers. */
  readonly extra?: string;
  readonly headings?: string;
  readonly body?: string;
}

/** The text of a found skill. */
export interface SkillText {
  /** The name that calls the skill; its id if the skill is not loaded. */
  readonly address: string;
  readonly id: SkillId;
  readonly name: string;
  readonly description: string;
  readonly path: string;
}

/** A query word, and the fields of the document that contain it. */
export interface MatchedTerm {
  /** The word of the query, in lower case. */
  readonly term: string;
  /**
   * The document's word that replaced the query's word. It is set if the query's word is unknown and probably misspelt.
   */
  readonly as?: string;
  readonly fields: readonly DocumentField[];
}

export interface SearchHit {
  readonly id: string;
  /** The score. Scores are comparable only within one answer. */
  readonly score: number;
  /** The words that matched, the most significant first. */
  readonly terms: readonly MatchedTerm[];
  /** Set on every hit if no document fits the request well. The hits are then only the nearest documents. */
  readonly weak?: true;
}

export interface SearchOptions {
  /** Maximum number of hits (default: 10). */
  readonly k?: number;
  /** Returns true if a document may be a hit (default: every document may). */
  readonly only?: (id: string) => boolean;
}
