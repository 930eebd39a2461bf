/**
 * A search index. It takes documents and queries, and returns ranked documents with the words that matched. The same
 * documents give the same answer in any order, so an updated index equals a new index. It knows nothing about files or
 * skills.
 */
import type { SearchDocument, SearchHit, SearchOptions } from "../search-document.ts";
import type { FrozenIndex } from "./frozen-index.ts";
import { invertDocuments } from "./invert-documents.ts";
import { Lexicon } from "./lexicon.ts";
import { mergePostings } from "./merge-postings.ts";
import type { Postings } from "./postings.ts";
import type { PostingsPart } from "./postings-part.ts";
import { Scorer } from "./query/score.ts";
import { rankDocuments } from "./rank-documents.ts";
import { type DocumentTerms, tokenizeDocument } from "./reading.ts";
import { sumOf } from "./sum.ts";
import type { WordList } from "./word-list.ts";

export const DEFAULT_HITS = 10;
/**
 * Maximum terms of documents that have not been converted to postings. Postings (the documents of each term) take a
 * tenth of the memory of such documents.
 */
const MAX_PENDING = 4_000_000;

/** The data that are computed from the documents. They are replaced when a document changes. */
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

  /** The ids of the documents by their numbers. */
  get ids(): readonly string[] {
    return this.#turn().ids;
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
    const turned = this.#turn();
    const { ids, scorer } = turned;
    const words = (): WordList => {
      turned.words ??= this.#lexicon.listWords();
      return turned.words;
    };
    const allowed = only === undefined ? undefined : (document: number) => only(ids[document] as string);
    const context = { lexicon: this.#lexicon, scorer, words };
    return rankDocuments(query, context, k, allowed).map(({ document, ...ranked }) => ({
      id: ids[document] as string,
      ...ranked,
    }));
  }
}

export function buildIndex(documents: Iterable<SearchDocument>): SearchIndex {
  const index = new SearchIndex();
  for (const document of documents) index.add(document);
  return index;
}

/**
 * Returns the seed of the hash. It depends on the documents, so that no author can choose words that all share the same
 * slot.
 */
function seedOf({ lengths, rows }: Postings): number {
  return sumOf(lengths) ^ sumOf(rows);
}
