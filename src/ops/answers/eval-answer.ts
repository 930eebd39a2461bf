/** Formats the result of `eval`: the results of the trigger tests, and whether they passed. */

import type { EvalReport, SkillEval } from "../evals/eval-skills.ts";
import type { Tokens } from "../evals/model/conversation.ts";
import { type Answer, diagnosticJson, mapLazily, SCHEMA } from "./answer.ts";

/** The default share of requests that must pass. */
export const PASS_THRESHOLD = 0.8;

/** Prices of a million tokens, in any currency. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

/** How to format a report. */
export interface ReportOptions {
  readonly threshold: number;
  readonly prices?: TokenPrices;
}

/** Returns the share of passed cases. If there was a test with a model, the result uses the cases of that test. */
export function scoreOf({ live, offline }: SkillEval): { passed: number; of: number; share: number } {
  const cases: readonly { readonly passed: boolean }[] = live?.cases ?? offline.cases;
  const passed = cases.filter((each) => each.passed).length;
  return { passed, of: cases.length, share: cases.length === 0 ? 1 : passed / cases.length };
}

export function passesThreshold(skill: SkillEval, threshold: number): boolean {
  return skill.live?.broken === undefined && scoreOf(skill).share >= threshold;
}

export function costOf({ input, output }: Tokens, prices: TokenPrices): number {
  return Number(((input * prices.input + output * prices.output) / 1e6).toFixed(6));
}

export function evalAnswer({ skills, diagnostics, ...rest }: EvalReport, { threshold, prices }: ReportOptions): Answer {
  return {
    fields: { schema: SCHEMA, ...rest, threshold },
    lists: {
      skills: mapLazily(skills, (skill) => ({
        ...skill,
        passed: passesThreshold(skill, threshold),
        score: scoreOf(skill).share,
        ...(skill.live && prices ? { cost: costOf(skill.live.tokens, prices) } : {}),
      })),
      diagnostics: mapLazily(diagnostics, diagnosticJson),
    },
  };
}
