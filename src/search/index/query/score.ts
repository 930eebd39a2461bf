/**
 * Scores each document for a query with BM25 over four fields. It scores words, pairs of neighbours, words that are
 * near each other, and prefixes. It also scores the share of a document's name that the query contains.
 */
import {
  type Documents,
  documentsOf,
  NUMBERS_PER_ROW,
  type Positions,
  type Postings,
  positionsOf,
  termCount,
} from "../postings.ts";
import { FIELD_COUNT } from "../reading.ts";

/** The query, as numbers of terms. */
export interface QueryTerms {
  /** Each term once, with its weight. */
  readonly words: readonly WeightedTerm[];
  readonly beginnings: readonly WeightedTerm[];
  /** Pairs that must be adjacent. */
  readonly pairs: readonly TermPair[];
  /** Pairs that may have other words between them, in either order. */
  readonly near: readonly TermPair[];
}

/** Two terms; the second comes later in the query. */
export interface TermPair {
  readonly first: number;
  readonly second: number;
}

export interface WeightedTerm {
  readonly term: number;
  readonly worth: number;
}

/**
 * Parameters that were tuned on requests that authors wrote for their skills. Both halves of the requests, and other
 * catalogs, give similar values.
 */
export interface Weights {
  /** Weight of a match in each field. */
  readonly fields: readonly number[];
  /** How much a long field reduces the weight of a match. */
  readonly shortness: readonly number[];
  /** How quickly repeated matches stop adding weight. */
  readonly saturation: number;
  readonly pairWorth: number;
  readonly nearWorth: number;
  readonly beginningWorth: number;
  readonly nameWorth: number;
}

const WEIGHTS: Weights = {
  fields: [3.6, 1.9, 0.7, 0.7],
  shortness: [0.6, 0.25, 0.3, 0.4],
  saturation: 2.8,
  pairWorth: 0.35,
  nearWorth: 0.4,
  beginningWorth: 0.2,
  nameWorth: 0.22,
};

/** Maximum distance of two near words. */
const NEAR = 4;

/** Logarithms of counts, which are cached. */
const LOGARITHMS = Float64Array.from({ length: 256 }, (_, count) => Math.log(1 + count));

/** Maximum number of values in cached lists. If there are more, all cached lists are dropped. */
const MAX_KEPT = 8_000_000;

/** The information about terms that a scorer needs: which terms are stop words. */
export interface Vocabulary {
  readonly little: Uint8Array;
}

export class Scorer {
  readonly postings: Postings;
  readonly #vocabulary: Vocabulary;
  readonly #weights: Weights;
  /** For each field of each document, the reciprocal of the field's length, as far as the length matters. */
  readonly #shortness: Float64Array;
  /** For each document, the weight of the words of its name that the query contains. */
  readonly #said: Float64Array;
  readonly #documents = new Map<number, Documents>();
  readonly #positions = new Map<number, Positions>();
  #kept = 0;

  constructor(postings: Postings, vocabulary: Vocabulary, weights: Weights = WEIGHTS) {
    this.postings = postings;
    this.#vocabulary = vocabulary;
    this.#weights = weights;
    this.#shortness = shortnessOf(postings, weights.shortness);
    this.#said = new Float64Array(postings.size);
  }

  /** Returns a score for each document; 0 if the document matches nothing. */
  score({ words, beginnings, pairs, near }: QueryTerms): Float64Array {
    const scores = new Float64Array(this.postings.size);
    this.#said.fill(0);
    for (const { term, worth } of words) this.#addTerm(scores, term, worth, this.#said);
    for (const { term, worth } of beginnings) this.#addTerm(scores, term, worth * this.#weights.beginningWorth);
    for (const pair of pairs) this.#addFound(scores, this.#findPair(pair), this.#weights.pairWorth);
    for (const pair of near) this.#addFound(scores, this.#findNear(pair), this.#weights.nearWorth);
    this.#addNames(scores);
    return scores;
  }

  /** Returns the weight of a term, which is higher if the term is rare. */
  rarity(documents: number): number {
    return Math.log(1 + (this.postings.size - documents + 0.5) / (documents + 0.5));
  }

  rarityOf(term: number): number {
    return this.rarity(this.countDocuments(term));
  }

  /** Returns the number of documents that the term finds. */
  countDocuments(term: number): number {
    return this.postings.rows[term * NUMBERS_PER_ROW] ?? 0;
  }

  /** Returns the counts of a term in a document; 0 if the document does not contain it. */
  countsOf(term: number, document: number): number {
    const { documents, counts } = this.#documentsOf(term);
    return counts[find(document, documents)] ?? 0;
  }

  #documentsOf(term: number): Documents {
    const known = this.#documents.get(term);
    if (known !== undefined) return known;
    const read = documentsOf(term, this.postings);
    this.#makeRoom(2 * read.documents.length);
    this.#documents.set(term, read);
    return read;
  }

  #positionsOf(term: number): Positions {
    const known = this.#positions.get(term);
    if (known !== undefined) return known;
    const read = positionsOf(term, this.#isLittle(term), this.postings);
    this.#makeRoom(read.positions.length + FIELD_COUNT * read.documents.length);
    this.#positions.set(term, read);
    return read;
  }

  #makeRoom(numbers: number): void {
    this.#kept += numbers;
    if (this.#kept <= MAX_KEPT) return;
    this.#documents.clear();
    this.#positions.clear();
    this.#kept = numbers;
  }

  #isLittle(term: number): boolean {
    return this.#vocabulary.little[term] === 1;
  }

  #addTerm(scores: Float64Array, term: number, worth: number, said?: Float64Array): void {
    const { documents, counts } = this.#documentsOf(term);
    const rarity = this.rarityOf(term);
    const { saturation } = this.#weights;
    const weight = worth * rarity * (saturation + 1);
    for (let at = 0; at < documents.length; at++) {
      const document = documents[at] as number;
      const count = counts[at] as number;
      const mentions = this.#mentions(document, count);
      scores[document] = (scores[document] as number) + (weight * mentions) / (mentions + saturation);
      if (said !== undefined && (count & 255) !== 0) said[document] = (said[document] as number) + rarity;
    }
  }

  #mentions(document: number, counts: number): number {
    const at = document * FIELD_COUNT;
    const shortness = this.#shortness;
    const { fields } = this.#weights;
    let sum = 0;
    for (let field = 0; field < FIELD_COUNT; field++) {
      const count = termCount(counts, field);
      if (count !== 0)
        sum += (fields[field] as number) * (LOGARITHMS[count] as number) * (shortness[at + field] as number);
    }
    return sum;
  }

  /** Adds the weight of a pair to each document with the pair, once. A rare pair has a higher weight. */
  #addFound(scores: Float64Array, found: readonly number[], worth: number): void {
    const weight = worth * this.rarity(found.length);
    for (const document of found) scores[document] = (scores[document] as number) + weight;
  }

  #findPair({ first, second }: TermPair): number[] {
    const [rare, other, step] = this.#isRarer(first, second) ? [first, second, 1] : [second, first, -1];
    return this.#findTogether(rare, other, step, step);
  }

  #findNear({ first, second }: TermPair): number[] {
    const [rare, other] = this.#isRarer(first, second) ? [first, second] : [second, first];
    return this.#findTogether(rare, other, -NEAR, NEAR);
  }

  #isRarer(term: number, other: number): boolean {
    const { rows } = this.postings;
    return (rows[term * NUMBERS_PER_ROW + 1] ?? 0) < (rows[other * NUMBERS_PER_ROW + 1] ?? 0);
  }

  /**
   * Returns the documents in which one term follows another within these distances. For a stop word, only names are
   * searched.
   */
  #findTogether(term: number, other: number, from: number, to: number): number[] {
    const fields = this.#isLittle(term) ? 1 : FIELD_COUNT;
    const one = this.#positionsOf(term);
    const two = this.#positionsOf(other);
    const found: number[] = [];
    const { documents } = two;
    let position = 0;
    for (let at = 0; at < one.documents.length; at++) {
      const document = one.documents[at] as number;
      while (position < documents.length && (documents[position] as number) < document) position++;
      if (documents[position] !== document) continue;
      for (let field = 0; field < fields; field++)
        if (areTogether(one, at * FIELD_COUNT + field, two, position * FIELD_COUNT + field, from, to)) {
          found.push(document);
          break;
        }
    }
    return found;
  }

  #addNames(scores: Float64Array): void {
    const said = this.#said;
    for (let document = 0; document < said.length; document++) {
      const part = said[document] as number;
      if (part === 0) continue;
      const share = part / this.#weighName(document);
      scores[document] = (scores[document] as number) + this.#weights.nameWorth * part * share;
    }
  }

  /** Returns the sum of the weights of the distinct terms in a name. */
  #weighName(document: number): number {
    const { nameStarts, nameTerms } = this.postings;
    const end = nameStarts[document + 1] as number;
    let weight = 0;
    for (let at = nameStarts[document] as number; at < end; at++) weight += this.rarityOf(nameTerms[at] as number);
    return weight;
  }
}

/**
 * Returns true if a position of the second list follows a position of the first list within the distances. Both lists
 * are sorted.
 */
function areTogether(one: Positions, slot: number, two: Positions, other: number, from: number, to: number): boolean {
  const end = one.starts[slot + 1] as number;
  const until = two.starts[other + 1] as number;
  let next = two.starts[other] as number;
  for (let at = one.starts[slot] as number; at < end && next < until; at++) {
    const position = one.positions[at] as number;
    while (next < until && (two.positions[next] as number) < position + from) next++;
    if (next < until && (two.positions[next] as number) <= position + to) return true;
  }
  return false;
}

/** Returns the index of a number in an ascending list, or -1. */
function find(number: number, list: Uint32Array): number {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = list[middle] as number;
    if (found === number) return middle;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function shortnessOf({ size, lengths }: Postings, shortness: readonly number[]): Float64Array {
  const sums = new Array<number>(FIELD_COUNT).fill(0);
  for (let at = 0; at < lengths.length; at++)
    sums[at % FIELD_COUNT] = (sums[at % FIELD_COUNT] as number) + (lengths[at] as number);
  const averages = sums.map((sum) => sum / size || 1);
  const result = new Float64Array(lengths.length);
  for (let at = 0; at < lengths.length; at++) {
    const part = shortness[at % FIELD_COUNT] as number;
    result[at] = 1 / (1 - part + (part * (lengths[at] as number)) / (averages[at % FIELD_COUNT] as number));
  }
  return result;
}
