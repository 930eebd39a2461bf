/**
 * Decides if the best document of an answer really fits the request. The score alone is not enough, because a request
 * with any ordinary word finds some document.
 */
import { LITTLE_WORDS } from "../../../model/text/little-words.ts";
import type { Lexicon } from "../lexicon.ts";
import { termCount } from "../postings.ts";
import type { ParsedQuery, QueryWord } from "./parse-query.ts";
import type { Scorer } from "./score.ts";

/**
 * By how much the best score must exceed the compared score in a good match, and how much this limit grows with the
 * size of the catalog. The values were measured on requests of authors, in catalogs of 100, 300 and 1,000 skills, with
 * and without the right skill. `npm run bench:search` shows the results for both halves of the requests.
 */
const MIN_LEAD = 0.139;
const GROWTH = 1.8;

/**
 * Index of the hit with which the best hit is compared. It is not the second hit, because a copy of the best skill
 * would have nearly the same score.
 */
export const RIVAL_RANK = 2;

/**
 * Returns true if the best document fits the request well. `best` has the numbers of the best documents, at most
 * `RIVAL_RANK + 1` of them.
 */
export function isGoodMatch(
  question: ParsedQuery,
  scores: Float64Array,
  best: readonly number[],
  scorer: Scorer,
  lexicon: Lexicon,
): boolean {
  const [first] = best;
  if (first === undefined) return false;
  const words = tellingWords(question, lexicon);
  const asked = words.reduce((sum, word) => sum + weightOf(word, scorer), 0);
  if (asked === 0) return true;
  if (words.every((word) => describes(word, first, scorer))) return true;
  const rival = best[RIVAL_RANK];
  const lead = (scores[first] as number) - (rival === undefined ? 0 : (scores[rival] as number));
  return lead / Math.sqrt(asked) / scorer.rarity(0) ** GROWTH > MIN_LEAD;
}

/** Returns the distinct words of a request, without stop words. */
function tellingWords({ asked }: ParsedQuery, { little }: Lexicon): QueryWord[] {
  const words = new Map(asked.map((each) => [each.word, each]));
  return [...words.values()].filter(({ word, terms }) =>
    terms.length === 0 ? !LITTLE_WORDS.has(word) : terms.some(({ term }) => little[term] !== 1),
  );
}

/** Returns the weight of a word. A word that no document contains has the weight of the rarest word. */
function weightOf({ terms }: QueryWord, scorer: Scorer): number {
  return terms.length === 0 ? scorer.rarity(0) : Math.max(...terms.map(({ term }) => scorer.rarityOf(term)));
}

/** Returns true if the name or the description has the word unchanged. */
function describes({ as, terms }: QueryWord, document: number, scorer: Scorer): boolean {
  return (
    as === undefined &&
    terms.some(({ term, worth }) => {
      const counts = worth === 1 ? scorer.countsOf(term, document) : 0;
      return termCount(counts, 0) + termCount(counts, 1) > 0;
    })
  );
}
