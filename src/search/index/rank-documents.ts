/** Ranks the documents of an index for a request, with the matching words of each. */
import { type MatchedTerm, SEARCH_FIELDS } from "../search-document.ts";
import { type Lexicon, NO_TERM } from "./lexicon.ts";
import { termCount } from "./postings.ts";
import { correctSpelling } from "./query/correct-spelling.ts";
import { isGoodMatch, RIVAL_RANK } from "./query/good-match.ts";
import { type ParsedQuery, parseQuery, type QueryWord } from "./query/parse-query.ts";
import type { Scorer } from "./query/score.ts";
import type { WordList } from "./word-list.ts";

/** Maximum phrasings of one request. */
const MAX_PHRASINGS = 16;

export interface RankedDocument {
  /** The number of the document. */
  readonly document: number;
  readonly score: number;
  readonly terms: readonly MatchedTerm[];
  readonly weak?: true;
}

export interface RankContext {
  readonly lexicon: Lexicon;
  readonly scorer: Scorer;
  /** Returns all known words, for spelling corrections. */
  readonly words: () => WordList;
}

/** Returns the best documents first; equal scores are sorted by number. Several phrasings count as one request. */
export function rankDocuments(
  query: string | readonly string[],
  context: RankContext,
  k: number,
  allowed?: (document: number) => boolean,
): RankedDocument[] {
  const { lexicon, scorer } = context;
  const phrasings = typeof query === "string" ? [query] : query.slice(0, MAX_PHRASINGS);
  const questions = phrasings.map((each) => ask(each, context));
  const answers = questions.map((question) => scorer.score(question));
  const scores = fuseScores(answers, scorer.postings.size);
  const isGood = questions.some((question, at) => {
    const own = answers[at] as Float64Array;
    return isGoodMatch(question, own, bestScores(own, RIVAL_RANK + 1, allowed), scorer, lexicon);
  });
  return bestScores(scores, k, allowed).map((document) => ({
    document,
    score: scores[document] as number,
    terms: explain(questions, document, scorer),
    ...(isGood ? {} : { weak: true as const }),
  }));
}

function ask(query: string, { lexicon, scorer, words }: RankContext): ParsedQuery {
  const count = (term: number): number => scorer.countDocuments(term);
  return parseQuery(query, {
    lexicon,
    has: (term) => term !== NO_TERM && count(term) > 0,
    repair: (word) => correctSpelling(word, words(), count),
  });
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
