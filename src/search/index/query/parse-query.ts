/** Converts a query into terms: terms that documents contain, and substitutes for other terms. */
import { ABBREVIATIONS } from "../../words/abbreviations.ts";
import { eachTermOfRun } from "../../words/each-term-of-run.ts";
import { stemWord } from "../../words/stem.ts";
import { termsOfWord } from "../../words/terms-of-word.ts";
import { eachSearchWord, textOfUnits } from "../../words/words.ts";
import { type Lexicon, NO_TERM } from "../lexicon.ts";
import type { Correction } from "./correct-spelling.ts";
import type { QueryTerms, TermPair, WeightedTerm } from "./score.ts";

/** One word of the query, with the terms that it searches for. */
export interface QueryWord {
  /** The word in lower case, before stemming. */
  readonly word: string;
  /** The words that replace the query's word if no document contains that word. */
  readonly as?: string;
  readonly terms: readonly WeightedTerm[];
}

export interface ParsedQuery extends QueryTerms {
  readonly asked: readonly QueryWord[];
}

/** The index data that resolve a query. */
export interface QueryIndex {
  readonly lexicon: Lexicon;
  /** Returns true if any document contains the term. */
  has(term: number): boolean;
  repair(word: string): readonly Correction[];
}

/** Maximum words of a query that are read. Further words are ignored. */
const MAX_WORDS = 400;
/** Maximum characters of a query that are read. */
const MAX_CHARACTERS = 20_000;

/** Weight of a stop word, which matches only in names. */
const LITTLE_WORTH = 0.08;
const ABBREVIATION_WORTH = 0.6;
/** Additional weight for each repeated mention of a word in the query. */
const REPEATED_WORTH = 0.45;

export function parseQuery(query: string, known: QueryIndex): ParsedQuery {
  const asked: QueryWord[] = [];
  const order: number[] = [];
  const enough = (): boolean => asked.length < MAX_WORDS;
  eachSearchWord(query.slice(0, MAX_CHARACTERS), {
    word: (units, start, end) => {
      asked.push(askWord(textOfUnits(units, start, end), known, order));
      return enough();
    },
    run: (units, start, end) => {
      eachTermOfRun(textOfUnits(units, start, end), (term) => asked.push(askTerm(term, known, order)));
      return enough();
    },
  });
  const words = sumUp(asked);
  const { lexicon } = known;
  return {
    asked,
    words,
    beginnings: beginningsOf(words, known),
    pairs: pairsOf(order, lexicon),
    near: nearOf(asked, lexicon),
  };
}

/** Finds the terms of one word. It also adds them to `order`, so that neighbouring terms can be found. */
function askWord(written: string, known: QueryIndex, order: number[]): QueryWord {
  const { lexicon, has } = known;
  const word = written.toLowerCase();
  const numbers = termsOfWord(written).map((term) => lexicon.find(term));
  const terms = numbers.filter(has).map((term) => ({ term, worth: lexicon.little[term] ? LITTLE_WORTH : 1 }));
  const others = expand(word, known);
  const met = numbers.some((term) => term !== NO_TERM && (lexicon.little[term] === 1 || has(term)));
  const repaired = met ? [] : known.repair(word);
  if (repaired[0] === undefined) order.push(...numbers);
  else order.push(repaired[0].term);
  if (repaired[0] === undefined) return { word, terms: [...terms, ...others] };
  const instead = repaired.map(({ term, likeness }) => ({ term, worth: likeness }));
  return { word, as: repaired[0].word, terms: [...others, ...instead] };
}

function askTerm(word: string, { lexicon, has }: QueryIndex, order: number[]): QueryWord {
  const term = lexicon.find(word);
  order.push(term);
  return { word, terms: has(term) ? [{ term, worth: 1 }] : [] };
}

function expand(word: string, { lexicon, has }: QueryIndex): WeightedTerm[] {
  const long = ABBREVIATIONS.get(word) ?? [];
  return long
    .map((each) => lexicon.find(stemWord(each)))
    .filter(has)
    .map((term) => ({ term, worth: ABBREVIATION_WORTH / long.length }));
}

/** Returns each term once, with its highest weight and a small bonus for each repetition. */
function sumUp(asked: readonly QueryWord[]): WeightedTerm[] {
  const best = new Map<number, { worth: number; times: number }>();
  for (const { term, worth } of asked.flatMap(({ terms }) => terms)) {
    const before = best.get(term);
    best.set(term, { worth: Math.max(worth, before?.worth ?? 0), times: (before?.times ?? 0) + 1 });
  }
  return [...best].map(([term, { worth, times }]) => ({
    term,
    worth: worth * (1 + REPEATED_WORTH * Math.log(times)),
  }));
}

function beginningsOf(words: readonly WeightedTerm[], { lexicon, has }: QueryIndex): WeightedTerm[] {
  const beginnings = new Map<number, number>();
  for (const { term, worth } of words) {
    const number = lexicon.beginnings[term] as number;
    if (has(number)) beginnings.set(number, Math.max(beginnings.get(number) ?? 0, Math.min(1, worth)));
  }
  return [...beginnings].map(([term, worth]) => ({ term, worth }));
}

/** Returns pairs of neighbouring terms. A pair of two stop words is left out, because it has no meaning. */
function pairsOf(order: readonly number[], { little }: Lexicon): TermPair[] {
  return neighbours(order).filter(
    ({ first, second }) => first !== NO_TERM && second !== NO_TERM && !(little[first] && little[second]),
  );
}

/** Pairs each searched word with the next searched word. Stop words are left out. */
function nearOf(asked: readonly QueryWord[], { little }: Lexicon): TermPair[] {
  const telling = asked.flatMap(({ terms: [first] }) =>
    first === undefined || little[first.term] ? [] : [first.term],
  );
  return neighbours(telling).filter(({ first, second }) => first !== second);
}

/** Returns each pair once. */
function neighbours(terms: readonly number[]): TermPair[] {
  const pairs = new Map<string, TermPair>();
  for (let at = 1; at < terms.length; at++) {
    const first = terms[at - 1] as number;
    const second = terms[at] as number;
    pairs.set(`${first} ${second}`, { first, second });
  }
  return [...pairs.values()];
}
