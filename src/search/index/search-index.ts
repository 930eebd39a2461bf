/**
 * A search index: takes documents and queries, and returns ranked documents with the words that matched. The same
 * documents give the same answer in any order: an updated index equals one that is built anew. It knows nothing about
 * files or skills.
 */
import {
  type MatchedTerm,
  SEARCH_FIELDS,
  type SearchDocument,
  type SearchHit,
  type SearchOptions,
} from "../search-document.ts";
import type { FrozenIndex } from "./frozen-index.ts";
import { invertDocuments } from "./invert-documents.ts";
import { Lexicon, NO_TERM } from "./lexicon.ts";
import { mergePostings } from "./merge-postings.ts";
import { type Postings, termCount } from "./postings.ts";
import type { PostingsPart } from "./postings-part.ts";
import { correctSpelling } from "./query/correct-spelling.ts";
import { isGoodMatch, RIVAL_RANK } from "./query/good-match.ts";
import { type ParsedQuery, parseQuery, type QueryWord } from "./query/parse-query.ts";
import { Scorer } from "./query/score.ts";
import { type DocumentTerms, tokenizeDocument } from "./reading.ts";
import { sumOf } from "./sum.ts";
import type { WordList } from "./word-list.ts";

/** Maximum phrasings of one request. */
const MAX_PHRASINGS = 16;
const DEFAULT_HITS = 10;
/**
 * Maximum terms of documents that wait to be converted. They are stored as numbers; postings (the documents of each
 * term) take a tenth of the memory.
 */
const MAX_PENDING = 4_000_000;

/** Everything that is computed from the documents. It is replaced when a document changes. */
interface Turned {
  /** The documents in the order of their numbers. */
  readonly ids: readonly string[];
  readonly scorer: Scorer;
  words: WordList | undefined;
}

/** The place of a document: its postings, and its number in these postings. */
interface Location {
  readonly postings: Postings;
  readonly document: number;
}

export class SearchIndex {
  readonly #lexicon: Lexicon;
  /** The position of each inverted document. */
  readonly #locations = new Map<string, Location>();
  readonly #pending = new Map<string, DocumentTerms>();
  #pendingTerms = 0;
  #turned: Turned | undefined;

  /** Creates an empty index, or continues a stored one. */
  constructor(frozen?: FrozenIndex) {
    this.#lexicon = new Lexicon(frozen?.lexicon);
    if (frozen !== undefined) this.#turned = this.#adopt(frozen.ids, frozen.postings);
  }

  get size(): number {
    return this.#locations.size + this.#pending.size;
  }

  /** Replaces the document with the same id, or adds it. */
  add(document: SearchDocument): void {
    this.#put(document.id, tokenizeDocument(document, this.#lexicon));
    if (this.#pendingTerms > MAX_PENDING) this.#flush();
  }

  /** Adds a document of the index again, under another id. */
  copy(from: string, to: string): void {
    if (from === to) return;
    const reading = this.#pending.get(from);
    const place = this.#locations.get(from);
    if (reading !== undefined) this.#put(to, reading);
    else if (place !== undefined) {
      this.remove(to);
      this.#locations.set(to, place);
      this.#turned = undefined;
    }
  }

  remove(id: string): void {
    this.#pendingTerms -= this.#pending.get(id)?.length ?? 0;
    if (this.#pending.delete(id) || this.#locations.delete(id)) this.#turned = undefined;
  }

  /** Returns the index as plain arrays for storage. `keyOf` returns the key of each document. */
  freeze(keyOf: (id: string) => string): FrozenIndex {
    const { ids, scorer } = this.#turn();
    const { postings } = scorer;
    const seed = seedOf(postings);
    return { ids, keys: ids.map(keyOf), lexicon: this.#lexicon.freeze(seed), postings };
  }

  #put(id: string, reading: DocumentTerms): void {
    this.remove(id);
    this.#pending.set(id, reading);
    this.#pendingTerms += reading.length;
    this.#turned = undefined;
  }

  #flush(): void {
    const ids = [...this.#pending.keys()].sort();
    const postings = invertDocuments(
      ids.map((id) => this.#pending.get(id) as DocumentTerms),
      this.#lexicon,
    );
    ids.forEach((id, document) => {
      this.#locations.set(id, { postings, document });
    });
    this.#pending.clear();
    this.#pendingTerms = 0;
  }

  #turn(): Turned {
    if (this.#turned !== undefined) return this.#turned;
    const isWhole = this.#locations.size === 0;
    if (this.#pending.size > 0 || isWhole) this.#flush();
    const ids = [...this.#locations.keys()].sort();
    const [first] = this.#locations.values();
    this.#turned = this.#adopt(ids, isWhole && first ? first.postings : this.#merge(ids));
    return this.#turned;
  }

  #merge(ids: readonly string[]): Postings {
    const parts = new Map<Postings, PostingsPart & { readonly targets: number[][] }>();
    ids.forEach((id, at) => {
      const { postings, document } = this.#locations.get(id) as Location;
      const part = parts.get(postings) ?? { postings, targets: Array.from({ length: postings.size }, () => []) };
      parts.set(postings, part);
      part.targets[document]?.push(at);
    });
    return mergePostings([...parts.values()], ids.length, this.#lexicon);
  }

  #adopt(ids: readonly string[], postings: Postings): Turned {
    ids.forEach((id, document) => {
      this.#locations.set(id, { postings, document });
    });
    return { ids, scorer: new Scorer(postings, this.#lexicon), words: undefined };
  }

  /** Returns the best hits first; equal hits are sorted by id. Several phrasings count as one request. */
  search(query: string | readonly string[], { k = DEFAULT_HITS, only }: SearchOptions = {}): SearchHit[] {
    const phrasings = typeof query === "string" ? [query] : query.slice(0, MAX_PHRASINGS);
    const turned = this.#turn();
    const questions = phrasings.map((each) => this.#ask(each, turned));
    const answers = questions.map((question) => turned.scorer.score(question));
    const scores = fuseScores(answers, turned.ids.length);
    const allowed = only === undefined ? undefined : (document: number) => only(turned.ids[document] as string);
    const isGood = questions.some((question, at) => {
      const own = answers[at] as Float64Array;
      return isGoodMatch(question, own, bestScores(own, RIVAL_RANK + 1, allowed), turned.scorer, this.#lexicon);
    });
    return bestScores(scores, k, allowed).map((document) => ({
      id: turned.ids[document] as string,
      score: scores[document] as number,
      terms: explain(questions, document, turned.scorer),
      ...(isGood ? {} : { weak: true as const }),
    }));
  }

  #ask(query: string, turned: Turned): ParsedQuery {
    const count = (term: number): number => turned.scorer.countDocuments(term);
    return parseQuery(query, {
      lexicon: this.#lexicon,
      has: (term) => term !== NO_TERM && count(term) > 0,
      repair: (word) => {
        turned.words ??= this.#lexicon.listWords();
        return correctSpelling(word, turned.words, count);
      },
    });
  }
}

export function buildIndex(documents: Iterable<SearchDocument>): SearchIndex {
  const index = new SearchIndex();
  for (const document of documents) index.add(document);
  return index;
}

/**
 * Returns the seed of the hash. It depends on the documents, so that no author can choose words that all share one
 * slot.
 */
function seedOf({ lengths, rows }: Postings): number {
  return sumOf(lengths) ^ sumOf(rows);
}

/** Returns the query words that a document contains, the most significant first. */
function explain(questions: readonly ParsedQuery[], document: number, scorer: Scorer): MatchedTerm[] {
  const words = new Map<string, QueryWord>();
  for (const { asked } of questions) for (const each of asked) words.set(each.word, each);
  const matched = [...words.values()].flatMap(({ word, as, terms }) => {
    let counts = 0;
    let weight = 0;
    for (const { term, worth } of terms) {
      const found = scorer.countsOf(term, document);
      if (found === 0) continue;
      counts |= found;
      weight = Math.max(weight, worth * scorer.rarityOf(term));
    }
    const fields = SEARCH_FIELDS.filter((_, field) => termCount(counts, field) > 0);
    return fields.length === 0
      ? []
      : [{ weight, matched: { term: word, ...(as === undefined ? {} : { as }), fields } }];
  });
  return matched
    .sort((a, b) => b.weight - a.weight || (a.matched.term < b.matched.term ? -1 : 1))
    .map((each) => each.matched);
}

/**
 * Returns the document numbers with the highest scores, best first; equal scores are sorted by number. Documents with
 * score 0 are left out.
 */
function bestScores(scores: Float64Array, k: number, allowed?: (at: number) => boolean): number[] {
  const kept: number[] = [];
  if (!(k >= 1)) return kept;
  let least = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] as number;
    if (!(score > least) || (allowed !== undefined && !allowed(at))) continue;
    let place = kept.length;
    while (place > 0 && (scores[kept[place - 1] as number] as number) < score) place--;
    kept.splice(place, 0, at);
    if (kept.length > k) kept.pop();
    if (kept.length >= Math.floor(k)) least = scores[kept.at(-1) as number] as number;
  }
  return kept;
}

/** Merges the scores of several phrasings. Each phrasing contributes equally, relative to its best document. */
function fuseScores(answers: readonly Float64Array[], size: number): Float64Array {
  if (answers.length === 1) return answers[0] as Float64Array;
  const fused = new Float64Array(size);
  for (const scores of answers) {
    const most = scores.reduce((highest, score) => Math.max(highest, score), 0);
    if (most > 0) for (let at = 0; at < size; at++) fused[at] = (fused[at] as number) + (scores[at] as number) / most;
  }
  return fused;
}
