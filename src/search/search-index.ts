/**
 * Documents in, an index out; a query in, ranked documents out, each with the words that found it. BM25 over four fields,
 * with pairs of neighbouring words as terms of their own and unknown words repaired. The same documents give the same
 * answer, in whatever order they came. Knows nothing of files or skills.
 */
import { countTerms, pairOf, type TermCounts } from "./count-terms.ts";
import { LITTLE_WORDS } from "./little-words.ts";
import { repair } from "./repair.ts";
import {
  type MatchedTerm,
  SEARCH_FIELDS,
  type SearchDocument,
  type SearchHit,
  type SearchOptions,
} from "./search-document.ts";
import { termsOf } from "./words.ts";

interface Entry {
  readonly id: string;
  readonly lengths: readonly number[];
  readonly counts: TermCounts["counts"];
}

/** What a field's mention of a term is worth, and how much a long field lowers it. */
const WORDS = { weights: [3, 2.8, 1.2, 0.7], saturation: 1.62 };
const PAIRS = { weights: [3, 2, 0.8, 0.4], saturation: 0.8 };
const SHORTNESS = [0.3, 0.35, 0.5, 0.525];

const PAIR_WORTH = 0.48;
const LITTLE_WORTH = 0.12;
const REPEATED_WORTH = 0.3;

/** Characters of a query that are read. */
const MAX_QUERY = 20_000;

/** Phrasings of one request. */
const MAX_PHRASINGS = 16;

const DEFAULT_HITS = 10;

export class SearchIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #postings = new Map<string, Map<string, readonly number[]>>();
  readonly #total: number[] = SEARCH_FIELDS.map(() => 0);
  readonly #known = new Map<string, readonly string[]>();

  get size(): number {
    return this.#entries.size;
  }

  /** Puts a document in the place of the one with its id, or adds it. */
  add(document: SearchDocument): void {
    this.addCounted(document.id, countTerms(document, this.#known));
  }

  /** The same for what was counted before. */
  addCounted(id: string, { lengths, counts }: TermCounts): void {
    this.remove(id);
    this.#entries.set(id, { id, lengths, counts });
    lengths.forEach((length, field) => {
      this.#total[field] = (this.#total[field] as number) + length;
    });
    for (const [term, perField] of counts) {
      const posting = this.#postings.get(term) ?? new Map<string, readonly number[]>();
      this.#postings.set(term, posting.set(id, perField));
    }
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    entry.lengths.forEach((length, field) => {
      this.#total[field] = (this.#total[field] as number) - length;
    });
    for (const [term] of entry.counts) {
      const posting = this.#postings.get(term);
      posting?.delete(id);
      if (posting?.size === 0) this.#postings.delete(term);
    }
  }

  /** The best hits first; of equal ones that with the smaller id. Several phrasings count as one request. */
  search(query: string | readonly string[], { k = DEFAULT_HITS }: SearchOptions = {}): SearchHit[] {
    const phrasings = typeof query === "string" ? [query] : query.slice(0, MAX_PHRASINGS);
    const answers = phrasings.map((each) => this.#score(each.slice(0, MAX_QUERY)));
    return fuse(answers)
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, Math.max(0, k));
  }

  #score(query: string): Map<string, Scored> {
    const terms = termsOf(query);
    const scores = new Map<string, Scored>();
    const repeated = new Map<string, number>();
    for (const term of terms) repeated.set(term, (repeated.get(term) ?? 0) + 1);
    for (const [term, count] of repeated) {
      const worth = (LITTLE_WORDS.has(term) ? LITTLE_WORTH : 1) * (1 + REPEATED_WORTH * Math.log(count));
      if (this.#postings.has(term)) this.#count(scores, { term, found: term, worth, ...WORDS });
      else
        for (const { word, likeness } of repair(term, this.#postings))
          this.#count(scores, { term, found: word, worth: worth * likeness, ...WORDS });
    }
    const pairs = new Set(terms.slice(1).map((term, at) => pairOf(terms[at] as string, term)));
    for (const pair of pairs) this.#count(scores, { term: pair, found: pair, worth: PAIR_WORTH, ...PAIRS });
    return scores;
  }

  #count(scores: Map<string, Scored>, { term, found, worth, weights, saturation }: Counted): void {
    const posting = this.#postings.get(found);
    if (posting === undefined) return;
    const rarity = Math.log(1 + (this.size - posting.size + 0.5) / (posting.size + 0.5));
    for (const [id, perField] of posting) {
      const { lengths } = this.#entries.get(id) as Entry;
      let mentions = 0;
      perField.forEach((count, field) => {
        if (count === 0) return;
        const average = (this.#total[field] as number) / this.size || 1;
        const shortness = SHORTNESS[field] as number;
        const length = 1 - shortness + (shortness * (lengths[field] as number)) / average;
        mentions += ((weights[field] as number) * Math.log(1 + count)) / length;
      });
      const score = (worth * rarity * mentions * (saturation + 1)) / (mentions + saturation);
      const scored = scores.get(id) ?? { score: 0, terms: [] };
      scored.score += score;
      scored.terms.push({ term, found, score, perField });
      scores.set(id, scored);
    }
  }
}

interface Counted {
  readonly term: string;
  readonly found: string;
  readonly worth: number;
  readonly weights: readonly number[];
  readonly saturation: number;
}

interface Scored {
  score: number;
  terms: { term: string; found: string; score: number; perField: readonly number[] }[];
}

export function buildIndex(documents: Iterable<SearchDocument>): SearchIndex {
  const index = new SearchIndex();
  for (const document of documents) index.add(document);
  return index;
}

/** Each phrasing gives its best document the same; what several find is above what one finds. */
function fuse(answers: readonly ReadonlyMap<string, Scored>[]): SearchHit[] {
  const fused = new Map<string, Scored>();
  for (const answer of answers) {
    const best = Math.max(...[...answer.values()].map(({ score }) => score), Number.MIN_VALUE);
    for (const [id, { score, terms }] of answer) {
      const before = fused.get(id) ?? { score: 0, terms: [] };
      const share = answers.length === 1 ? score : score / best;
      fused.set(id, { score: before.score + share, terms: [...before.terms, ...terms] });
    }
  }
  return [...fused].map(([id, { score, terms }]) => ({ id, score, terms: matched(terms) }));
}

/** Words only; that they stand together is in the score. */
function matched(terms: Scored["terms"]): MatchedTerm[] {
  const seen = new Set<string>();
  return [...terms]
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .filter(({ term }) => !term.includes(" ") && !seen.has(term) && seen.add(term))
    .map(({ term, found, perField }) => ({
      term,
      ...(found === term ? {} : { as: found }),
      fields: SEARCH_FIELDS.filter((_, field) => (perField[field] as number) > 0),
    }));
}
