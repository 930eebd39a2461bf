/** `eval --live`: the model that is asked, and the file in which its runs are kept so that nothing is asked twice. */

import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import { type Environment, platformDirectories } from "../../platform/environment.ts";
import { openFetch } from "../../platform/network/node-fetch.ts";
import { keepResult, readResults } from "./eval-results.ts";
import type { LiveOptions } from "./eval-skills.ts";
import { httpModel, KEYS, type Provider } from "./http-model.ts";

export interface LiveModel {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  /** Where runs are kept. */
  readonly results: string;
  /** Ask again what is known already. */
  readonly fresh: boolean;
  readonly runs?: number;
  readonly concurrency?: number;
  /** Told after every run. */
  readonly onRun?: () => void;
  /** No further question is asked, and none is waited for. */
  readonly signal?: StopSignal;
}

/** The variable in which each provider's address stands. */
export const BASE_URLS: Readonly<Record<Provider, string>> = {
  openai: "OPENAI_BASE_URL",
  anthropic: "ANTHROPIC_BASE_URL",
};

/** A model thinks longer than a server does. */
const ANSWER_MS = 120_000;

export function liveModel(asked: LiveModel, { variables }: Environment): LiveOptions {
  const { provider, model, baseUrl, results, fresh, runs, concurrency, onRun, signal } = asked;
  const key = variables[KEYS[provider]];
  const patience = { headMs: ANSWER_MS, spanMs: ANSWER_MS, minBytes: 1 };
  const fetch = openFetch({ patience });
  const known = fresh ? new Map() : readResults(results);
  return {
    ask: httpModel(
      { provider, model, baseUrl, ...(key ? { key } : {}) },
      {
        fetch: signal ? (url, options) => fetch(url, { ...options, signal }) : fetch,
        sleep: (wait) => new Promise((done) => setTimeout(done, wait)),
      },
    ),
    model: `${provider} ${baseUrl} ${model}`,
    ...(runs === undefined ? {} : { runs }),
    ...(concurrency === undefined ? {} : { concurrency }),
    known,
    onRun(id, run) {
      if (!known.has(id)) keepResult(results, id, run);
      onRun?.();
    },
  };
}

export function resultsIn(environment: Environment): string {
  return `${platformDirectories(environment).data}/evals/runs.jsonl`;
}
