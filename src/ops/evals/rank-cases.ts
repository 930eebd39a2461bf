/**
 * Ranks a skill for each of its requests in an index of the catalog. The result has the rank, the margin, and the
 * skills that rank higher. Ranks show whether a description differs from the others. Only a test with a model shows
 * whether the model loads the skill.
 */
import type { MatchedTerm, SearchHit } from "../../search/search-document.ts";
import { LITTLE_STEMS, stemWord } from "../../search/words/stem.ts";
import type { TriggerCase } from "./read-trigger-set.ts";

export interface RankedCase extends TriggerCase {
  /** Rank from 1; undefined if no word of the request matches the skill. */
  readonly rank?: number;
  /**
   * The difference between the scores of this skill and the best other skill, divided by the larger score. It is
   * between 1 and -1, and positive if this skill ranks higher.
   */
  readonly margin: number;
  /** Address of the skill that ranks first, if it is not the tested skill. */
  readonly first?: string;
  readonly passed: boolean;
}

export interface CompetingSkill {
  readonly address: string;
  /** Number of requests for which this other skill ranks higher. `example` is one of these requests. */
  readonly cases: number;
  readonly example: string;
  /** Words of these requests that match the other skill, but not the tested one. */
  readonly words: readonly string[];
}

export interface Ranking {
  readonly cases: readonly RankedCase[];
  readonly confusions: readonly CompetingSkill[];
  /** Words that make the skill rank first for requests that should not trigger it. */
  readonly attractingWords: readonly string[];
}

export interface RankOptions {
  /** The number of results to consider. A request finds the skill if the skill is among the first `top` results. */
  readonly top: number;
  /** Number of skills in the catalog. */
  readonly skills: number;
}

/** Ranks skills by the catalog text that a model reads. */
export interface CatalogRanker {
  search(query: string, options: { k: number }): readonly SearchHit[];
}

const MAX_CONFUSIONS = 10;
const MAX_WORDS = 6;

export function rankCases(
  id: string,
  cases: readonly TriggerCase[],
  index: CatalogRanker,
  options: RankOptions,
): Ranking {
  const judged = cases.map((each) =>
    rankCase(id, each, telling(index.search(each.query, { k: options.skills })), options.top),
  );
  return {
    cases: judged.map(({ ranked }) => ranked),
    confusions: confusionsOf(judged),
    attractingWords: most(
      judged.flatMap(({ ranked, own }) => (ranked.should || ranked.passed ? [] : words(own?.terms ?? []))),
    ),
  };
}

/** Drops hits that share only very common words such as `a` and `the` with the request. */
function telling(hits: readonly SearchHit[]): readonly SearchHit[] {
  return hits.filter(({ terms }) => words(terms).length > 0);
}

interface Judged {
  readonly ranked: RankedCase;
  readonly own: SearchHit | undefined;
  readonly rival: SearchHit | undefined;
}

function rankCase(id: string, given: TriggerCase, hits: readonly SearchHit[], top: number): Judged {
  const at = hits.findIndex((hit) => hit.id === id);
  const own = hits[at];
  const rival = hits.find((hit) => hit.id !== id);
  const ahead = own !== undefined && (rival === undefined || own.score > rival.score);
  const passed = given.should ? at !== -1 && at < top : !ahead;
  return {
    ranked: {
      ...given,
      ...(at === -1 ? {} : { rank: at + 1 }),
      margin: marginOf(own?.score ?? 0, rival?.score ?? 0),
      ...(rival !== undefined && !ahead ? { first: rival.id } : {}),
      passed,
    },
    own,
    rival,
  };
}

function marginOf(own: number, rival: number): number {
  const larger = Math.max(own, rival);
  return larger === 0 ? 0 : Number(((own - rival) / larger).toFixed(3));
}

/** Returns the skills that rank first for requests of the tested skill, most frequent first. */
function confusionsOf(judged: readonly Judged[]): CompetingSkill[] {
  const rivals = new Map<string, Judged[]>();
  for (const each of judged) {
    if (!each.ranked.should || each.ranked.first === undefined) continue;
    rivals.set(each.ranked.first, [...(rivals.get(each.ranked.first) ?? []), each]);
  }
  return [...rivals]
    .map(([address, lost]) => ({
      address,
      cases: lost.length,
      example: (lost[0] as Judged).ranked.query,
      words: most(lost.flatMap(({ own, rival }) => only(rival, own))),
    }))
    .sort((a, b) => b.cases - a.cases || (a.address < b.address ? -1 : 1))
    .slice(0, MAX_CONFUSIONS);
}

/** Returns the words that the first hit matched and the second hit did not. */
function only(one: SearchHit | undefined, other: SearchHit | undefined): string[] {
  const known = new Set(words(other?.terms ?? []));
  return words(one?.terms ?? []).filter((word) => !known.has(word));
}

/** Returns the matched words, without very common words such as `the`. */
function words(terms: readonly MatchedTerm[]): string[] {
  return terms.map(({ term }) => term).filter((term) => !LITTLE_STEMS.has(stemWord(term)));
}

/** Returns the most frequent words. Ties are in alphabetical order. */
function most(all: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, MAX_WORDS)
    .map(([word]) => word);
}
