/**
 * Proposes example requests for a description. One half of a skill's requests provides the examples, and the other half
 * tests them. This is necessary because a description always matches the requests that it quotes. The split depends
 * only on the requests, so the same tests give the same proposal.
 */
import { createHash } from "node:crypto";
import type { RankedCase } from "./rank-cases.ts";

/** The number of requests that rank the skill first without and with the examples, and the total number. */
export interface ExampleGain {
  readonly before: number;
  readonly after: number;
  readonly of: number;
}

export interface ExampleProposal {
  /** Requests to quote in the description. */
  readonly requests: readonly string[];
  /** The description with the requests. */
  readonly description: string;
  /** The effect on the half of the requests that provides the examples. */
  readonly seen: ExampleGain;
  /** The effect on the other half, which predicts the effect on requests outside of the tests. */
  readonly unseen: ExampleGain;
  /** The effect on requests that should not trigger the skill. */
  readonly wrong: ExampleGain;
}

const PROPOSED_EXAMPLES = 3;
/** Minimum requests in one half. With fewer requests, a single request would decide the result. */
const MIN_HALF = 3;
/** Maximum length of a request that a description can quote. */
const MAX_EXAMPLE = 200;
/** Maximum length of a description with examples. Hosts reject or cut longer descriptions. */
const MAX_DESCRIPTION = 1024;

type RankWith = (description: string) => readonly RankedCase[];

/**
 * Proposes examples. Returns undefined if they do not improve the results of the testing half. Also returns undefined
 * if they equally improve requests that should not trigger the skill.
 */
export function proposeExamples(
  description: string,
  cases: readonly RankedCase[],
  rankWith: RankWith,
): ExampleProposal | undefined {
  const tried = tryExamples(description, cases, rankWith);
  if (tried === undefined) return undefined;
  const gained = tried.unseen.after - tried.unseen.before;
  return gained > Math.max(0, tried.wrong.after - tried.wrong.before) ? tried : undefined;
}

/**
 * Tries examples for a description. Returns undefined if there are too few requests, or too little room in the
 * description.
 */
export function tryExamples(
  description: string,
  cases: readonly RankedCase[],
  rankWith: RankWith,
): ExampleProposal | undefined {
  const [seen, unseen] = halves(cases);
  if (seen.length < MIN_HALF || unseen.length < MIN_HALF) return undefined;
  const requests = chooseExamples(seen);
  const proposed = `${description.trimEnd().replace(/[^.!?。]$/u, "$&.")} Example requests: ${requests.map(quote).join(", ")}.`;
  if (requests.length < PROPOSED_EXAMPLES || proposed.length > MAX_DESCRIPTION) return undefined;
  const after = new Map(rankWith(proposed).map((each) => [each.query, each]));
  const gain = (some: readonly RankedCase[], counts: (each: RankedCase) => boolean): ExampleGain => ({
    before: some.filter(counts).length,
    after: some.filter((each) => counts(after.get(each.query) ?? each)).length,
    of: some.length,
  });
  const isFirst = ({ rank }: RankedCase): boolean => rank === 1;
  return {
    requests,
    description: proposed,
    seen: gain(seen, isFirst),
    unseen: gain(unseen, isFirst),
    wrong: gain(
      cases.filter(({ should }) => !should),
      ({ passed }) => !passed,
    ),
  };
}

/** Splits the distinct requests that should find the skill into two halves of the same size. */
function halves(cases: readonly RankedCase[]): readonly [readonly RankedCase[], readonly RankedCase[]] {
  const positive = new Map(cases.filter(({ should }) => should).map((each) => [each.query, each]));
  const sorted = [...positive.values()]
    .map((each) => ({ each, key: createHash("sha256").update(each.query).digest("hex") }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ each }) => each);
  return [sorted.filter((_, at) => at % 2 === 0), sorted.filter((_, at) => at % 2 === 1)];
}

/** Chooses the requests for which the skill ranks lowest. They show best which words the description lacks. */
function chooseExamples(seen: readonly RankedCase[]): string[] {
  return seen
    .filter(({ query }) => query.length <= MAX_EXAMPLE && !/[\n\r"<>]/.test(query))
    .map((each, at) => ({ each, at }))
    .sort((a, b) => rankOf(b.each) - rankOf(a.each) || a.at - b.at)
    .slice(0, PROPOSED_EXAMPLES)
    .map(({ each }) => each.query);
}

function rankOf({ rank = Number.MAX_SAFE_INTEGER }: RankedCase): number {
  return rank;
}

function quote(request: string): string {
  return `"${request.replace(/[.!]$/, "")}"`;
}
