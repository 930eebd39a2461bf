/**
 * Computes precision and recall of live runs with confidence intervals. If a model answers every request in the same
 * way, the measurement is invalid. It is then reported as broken, not as a perfect or bad result.
 */
import type { Tokens } from "./model/conversation.ts";
import type { TriggerCase } from "./read-trigger-set.ts";
import { type TrialShare, trialShareOf } from "./wilson.ts";

/** The result of one request to a model. */
export interface EvalRun {
  readonly triggered: boolean;
  /** Every skill that the model loaded, in the order of loading. */
  readonly loaded: readonly string[];
  readonly tokens: Tokens;
}

export interface JudgedCase extends TriggerCase {
  readonly runs: number;
  readonly triggered: number;
  readonly passed: boolean;
  /** Skills that the model loaded instead of the tested skill, most frequent first. */
  readonly instead: readonly string[];
}

export interface LiveReport {
  readonly cases: readonly JudgedCase[];
  /** The share of runs that triggered the skill, among the runs that should trigger it. */
  readonly recall: TrialShare;
  /** The share of runs that should trigger the skill, among the runs that triggered it. */
  readonly precision: TrialShare;
  readonly tokens: Tokens;
  /** Reason why the measurement is invalid. `recall` and `precision` then contain counts without a value. */
  readonly broken?: string;
}

/** Computes the report of live runs. A case passes if most of its runs are correct. */
export function judgeRuns(
  name: string,
  cases: readonly TriggerCase[],
  runs: readonly (readonly EvalRun[])[],
): LiveReport {
  const judged = cases.map((each, at) => judgeCase(name, each, runs[at] ?? []));
  const all = judged.map(({ should, triggered, runs: of }) => ({ should, triggered, of }));
  const count = (of: typeof all, key: "triggered" | "of"): number => of.reduce((sum, each) => sum + each[key], 0);
  const should = all.filter((each) => each.should);
  const broken = brokenBecause(judged, runs);
  const measured = broken === undefined ? trialShareOf : (hits: number, of: number): TrialShare => ({ hits, of });
  return {
    cases: judged,
    recall: measured(count(should, "triggered"), count(should, "of")),
    precision: measured(count(should, "triggered"), count(all, "triggered")),
    tokens: {
      input: runs.flat().reduce((sum, { tokens }) => sum + tokens.input, 0),
      output: runs.flat().reduce((sum, { tokens }) => sum + tokens.output, 0),
    },
    ...(broken === undefined ? {} : { broken }),
  };
}

function judgeCase(name: string, given: TriggerCase, runs: readonly EvalRun[]): JudgedCase {
  const triggered = runs.filter((run) => run.triggered).length;
  const right = given.should ? triggered : runs.length - triggered;
  const others = runs.flatMap(({ loaded }) => loaded).filter((address) => address !== name);
  return {
    ...given,
    runs: runs.length,
    triggered,
    passed: right * 2 > runs.length,
    instead: [...new Set(others)].sort(
      (a, b) =>
        others.filter((each) => each === b).length - others.filter((each) => each === a).length || (a < b ? -1 : 1),
    ),
  };
}

/** Returns a reason if every run has the same result. The runs then show nothing about the requests. */
function brokenBecause(cases: readonly JudgedCase[], runs: readonly (readonly EvalRun[])[]): string | undefined {
  const all = runs.flat();
  if (all.length === 0) return "no request was sent to the model";
  const triggered = cases.reduce((sum, each) => sum + each.triggered, 0);
  if (triggered === 0 && !cases.some(({ should }) => should))
    return "no request made the model load this skill, and the set has no request that should: add such requests";
  if (triggered === 0)
    return all.every(({ loaded }) => loaded.length === 0)
      ? "no request made the model load any skill: the model may not support tools, or may not receive the catalog"
      : "no request made the model load this skill: the skill may be missing from the catalog, or another skill wins";
  if (triggered < all.length) return undefined;
  return cases.some(({ should }) => !should)
    ? "every request made the model load this skill, also the requests that should not"
    : "every request made the model load this skill, and the set has no request that should not: add requests that are similar but should not load it";
}
