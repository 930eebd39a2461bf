/**
 * Runs trigger tests with a model. Several requests run concurrently, and each request runs several times. The result
 * has the skills that the model loaded. Each run is a separate conversation with new tools. Other tool calls before the
 * skill is loaded are steps, not failures.
 */
import type { NeutralTool } from "../../model/conversation/neutral-tool.ts";
import type { EvalRun } from "./judge-runs.ts";
import type { AskModel, EvalMessage, Tokens } from "./model/conversation.ts";
import type { TriggerCase } from "./read-trigger-set.ts";

export interface RunCasesOptions {
  readonly runs: number;
  readonly concurrency: number;
  readonly known: ReadonlyMap<string, EvalRun>;
  readonly onRun: (key: string, run: EvalRun) => void;
  /** Returns a stable key for one run of a request. `run` is the number of the run. */
  readonly key: (query: string, run: number) => string;
  readonly converse: () => Promise<StartedRun>;
  readonly ask: AskModel;
  /** The address that the model uses to load the tested skill. */
  readonly address: string;
}

export interface StartedRun {
  readonly system: string;
  readonly tools: readonly NeutralTool[];
  /** Returns the skills that were loaded so far. */
  readonly loaded: () => readonly string[];
}

/** Maximum answers of the model in one run. */
const MAX_STEPS = 4;

/** Runs the cases. Returns the runs of each case, in the order of the cases. */
export async function runCases(cases: readonly TriggerCase[], how: RunCasesOptions): Promise<EvalRun[][]> {
  const results: EvalRun[][] = cases.map(() => []);
  const work = cases.flatMap(({ query }, at) => Array.from({ length: how.runs }, (_, run) => ({ query, at, run })));
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let job = work[next++]; job !== undefined; job = work[next++]) {
      const key = how.key(job.query, job.run);
      const run = how.known.get(key) ?? (await once(job.query, how));
      (results[job.at] as EvalRun[])[job.run] = run;
      how.onRun(key, run);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, how.concurrency) }, worker));
  return results;
}

async function once(query: string, { converse, ask, address }: RunCasesOptions): Promise<EvalRun> {
  const { system, tools, loaded } = await converse();
  const offered = tools.map(({ name, description, jsonSchema }) => ({ name, description, schema: jsonSchema }));
  const messages: EvalMessage[] = [{ role: "user", text: query }];
  let tokens: Tokens = { input: 0, output: 0 };
  for (let step = 0; step < MAX_STEPS && !loaded().includes(address); step++) {
    const reply = await ask({ system, tools: offered, messages });
    tokens = { input: tokens.input + reply.tokens.input, output: tokens.output + reply.tokens.output };
    if (reply.calls.length === 0) break;
    const results = [];
    for (const call of reply.calls) {
      const tool = tools.find(({ name }) => name === call.name);
      const text = tool ? (await tool.execute(call.input)).content : `there is no tool \`${call.name}\``;
      results.push({ call, text });
    }
    messages.push({ role: "model", reply }, { role: "tools", results });
  }
  return { triggered: loaded().includes(address), loaded: loaded(), tokens };
}
