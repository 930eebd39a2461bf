/**
 * Scores each document for a query: BM25 over four fields, for words, pairs of neighbours, words that are near each
 * other, prefixes, and the share of a document's name that the query contains.
 */
import { countIn, type Inverted } from "./inverted.ts";
import { NO_TERM } from "./lexicon.ts";
import { FIELDS } from "./reading.ts";

/** The query, as numbers of terms. */
export interface Asked {
  /** Each term once, with what it counts. */
  readonly words: readonly Weighted[];
  readonly beginnings: readonly Weighted[];
  /** Right behind each other. */
  readonly pairs: readonly Pair[];
  /** With anything between them, in either order. */
  readonly near: readonly Pair[];
}

/** Two terms, the second somewhere behind the first in the query. */
export interface Pair {
  readonly first: number;
  readonly second: number;
}

export interface Weighted {
  readonly term: number;
  readonly worth: number;
}

/** Found by trying, on requests that authors wrote for their skills; halves of them agree, and so do other catalogs. */
export interface Weights {
  /** Weight of a match in each field. */
  readonly fields: readonly number[];
  /** How much a long field lowers its mentions. */
  readonly shortness: readonly number[];
  /** How soon more mentions count no more. */
  readonly saturation: number;
  readonly pairWorth: number;
  readonly nearWorth: number;
  readonly beginningWorth: number;
  readonly nameWorth: number;
}

export const WEIGHTS: Weights = {
  fields: [3.6, 1.9, 0.7, 0.7],
  shortness: [0.6, 0.25, 0.3, 0.4],
  saturation: 2.8,
  pairWorth: 0.35,
  nearWorth: 0.4,
  beginningWorth: 0.2,
  nameWorth: 0.22,
};

/** So many places on are still near. */
const NEAR = 4;

/** Logarithms of counts. */
const LOGARITHMS = Float64Array.from({ length: 256 }, (_, count) => Math.log(1 + count));

export class Scorer {
  readonly inverted: Inverted;
  readonly #weights: Weights;
  /** One over the length of each field of each document, as far as length counts. */
  readonly #shortness: Float64Array;
  /** Weight of the name words that the query contains. */
  readonly #said: Float64Array;
  readonly #names: Float64Array;

  constructor(inverted: Inverted, weights: Weights = WEIGHTS) {
    this.inverted = inverted;
    this.#weights = weights;
    this.#shortness = shortnessOf(inverted, weights.shortness);
    this.#said = new Float64Array(inverted.size);
    this.#names = this.#weighNames();
  }

  /** A score for each document; 0 for those that have nothing of it. */
  score({ words, beginnings, pairs, near }: Asked): Float64Array {
    const scores = new Float64Array(this.inverted.size);
    this.#said.fill(0);
    for (const { term, worth } of words) this.#addTerm(scores, term, worth, this.#said);
    for (const { term, worth } of beginnings) this.#addTerm(scores, term, worth * this.#weights.beginningWorth);
    for (const pair of pairs) this.#addFound(scores, this.#findPair(pair), this.#weights.pairWorth);
    for (const pair of near) this.#addFound(scores, this.#findNear(pair), this.#weights.nearWorth);
    this.#addNames(scores);
    return scores;
  }

  /** How rare a term is: its weight among others. */
  rarity(documents: number): number {
    return Math.log(1 + (this.inverted.size - documents + 0.5) / (documents + 0.5));
  }

  rarityOf(term: number): number {
    return this.rarity(this.#countDocuments(term));
  }

  #countDocuments(term: number): number {
    const { postings } = this.inverted;
    return (postings[term + 1] as number) - (postings[term] as number);
  }

  #addTerm(scores: Float64Array, term: number, worth: number, said?: Float64Array): void {
    const { postings, documents, counts } = this.inverted;
    const end = postings[term + 1] as number;
    const rarity = this.rarityOf(term);
    const { saturation } = this.#weights;
    const weight = worth * rarity * (saturation + 1);
    for (let at = postings[term] as number; at < end; at++) {
      const document = documents[at] as number;
      const count = counts[at] as number;
      const mentions = this.#mentions(document, count);
      scores[document] = (scores[document] as number) + (weight * mentions) / (mentions + saturation);
      if (said !== undefined && (count & 255) !== 0) said[document] = (said[document] as number) + rarity;
    }
  }

  #mentions(document: number, counts: number): number {
    const at = document * FIELDS;
    const shortness = this.#shortness;
    const { fields } = this.#weights;
    let sum = 0;
    for (let field = 0; field < FIELDS; field++) {
      const count = countIn(counts, field);
      if (count !== 0)
        sum += (fields[field] as number) * (LOGARITHMS[count] as number) * (shortness[at + field] as number);
    }
    return sum;
  }

  /** A pair counts where it stands, once, the rarer it is the more. */
  #addFound(scores: Float64Array, found: readonly number[], worth: number): void {
    const weight = worth * this.rarity(found.length);
    for (const document of found) scores[document] = (scores[document] as number) + weight;
  }

  #findPair({ first, second }: Pair): number[] {
    const { stream } = this.inverted;
    const [rare, other, step] = this.#isRarer(first, second) ? [first, second, 1] : [second, first, -1];
    return this.#findPositions(rare, (position) => stream[position + step] === other);
  }

  #findNear({ first, second }: Pair): number[] {
    const { stream } = this.inverted;
    const [rare, other] = this.#isRarer(first, second) ? [first, second] : [second, first];
    return this.#findPositions(
      rare,
      (position) => isNear(other, position, stream, 1) || isNear(other, position, stream, -1),
    );
  }

  #isRarer(term: number, other: number): boolean {
    const { occurrences } = this.inverted;
    const occursOf = (each: number): number => (occurrences[each + 1] as number) - (occurrences[each] as number);
    return occursOf(term) < occursOf(other);
  }

  /** The documents that have a term at a place that fits. */
  #findPositions(term: number, fits: (position: number) => boolean): number[] {
    const { starts, occurrences, positions } = this.inverted;
    const found: number[] = [];
    const end = occurrences[term + 1] as number;
    let document = -1;
    let until = 0;
    for (let at = occurrences[term] as number; at < end; at++) {
      const position = positions[at] as number;
      if (position < until || !fits(position)) continue;
      document = documentAt(position, starts, document + 1);
      until = starts[(document + 1) * FIELDS] as number;
      found.push(document);
    }
    return found;
  }

  #addNames(scores: Float64Array): void {
    const said = this.#said;
    for (let document = 0; document < said.length; document++) {
      const part = said[document] as number;
      if (part === 0) continue;
      const share = part / (this.#names[document] as number);
      scores[document] = (scores[document] as number) + this.#weights.nameWorth * part * share;
    }
  }

  /** The rarities of the different terms in each name. */
  #weighNames(): Float64Array {
    const { size, stream, starts } = this.inverted;
    const weights = new Float64Array(size);
    for (let document = 0; document < size; document++) {
      const slot = document * FIELDS;
      const name = new Set(stream.subarray(starts[slot] as number, (starts[slot + 1] as number) - 1));
      for (const term of name) weights[document] = (weights[document] as number) + this.rarityOf(term);
    }
    return weights;
  }
}

/** Returns whether a term occurs a few places after or before, in the same field. */
function isNear(term: number, position: number, stream: Uint32Array, way: 1 | -1): boolean {
  for (let step = 1; step <= NEAR; step++) {
    const other = stream[position + way * step];
    if (other === term) return true;
    if (other === undefined || other === NO_TERM) return false;
  }
  return false;
}

/** The document that has a place, looked for from one that does not begin behind it. */
function documentAt(position: number, starts: Uint32Array, from: number): number {
  let low = from;
  let high = (starts.length - 1) / FIELDS - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle * FIELDS] as number) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function shortnessOf({ size, lengths }: Inverted, shortness: readonly number[]): Float64Array {
  const sums = new Array<number>(FIELDS).fill(0);
  lengths.forEach((length, at) => {
    sums[at % FIELDS] = (sums[at % FIELDS] as number) + length;
  });
  return Float64Array.from(lengths, (length, at) => {
    const part = shortness[at % FIELDS] as number;
    const average = (sums[at % FIELDS] as number) / size || 1;
    return 1 / (1 - part + (part * length) / average);
  });
}
