/** Opens the model for `eval --live`, and the file that stores its runs. Stored runs are not repeated. */

import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { type Environment, platformDirectories } from "../../../platform/environment.ts";
import { openFetch } from "../../../platform/network/node-fetch.ts";
import { readResults, storeResult } from "../eval-results.ts";
import type { LiveOptions } from "../eval-skills.ts";
import { httpModel, KEY_VARIABLES, type WireName } from "./http-model.ts";

export interface LiveModel {
  readonly provider: WireName;
  readonly model: string;
  readonly baseUrl: string;
  /** The file that stores the runs. */
  readonly results: string;
  /** True to repeat stored runs. */
  readonly fresh: boolean;
  readonly runs?: number;
  readonly concurrency?: number;
  /** Called after every run. */
  readonly onRun?: () => void;
  /** Ends the evaluation: it sends no further request, and does not wait for open requests. */
  readonly signal?: StopSignal;
}

/** The environment variable with the base URL of each provider's API. */
export const BASE_URL_VARIABLES: Readonly<Record<WireName, string>> = {
  openai: "OPENAI_BASE_URL",
  anthropic: "ANTHROPIC_BASE_URL",
};

/** Timeout of a request. It is longer than for other servers, because a model takes time to answer. */
const ANSWER_MS = 120_000;

export function openLiveModel(asked: LiveModel, { variables }: Environment): LiveOptions {
  const { provider, model, baseUrl, results, fresh, runs, concurrency, onRun, signal } = asked;
  const key = variables[KEY_VARIABLES[provider]];
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
      if (!known.has(id)) storeResult(results, id, run);
      onRun?.();
    },
  };
}

export function evalResultsPath(environment: Environment): string {
  return `${platformDirectories(environment).data}/evals/runs.jsonl`;
}
