/** Builds the options of an evaluation, runs it, and formats its report. */
import { InputError } from "../../model/errors.ts";
import { nodeEnvironment } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { PASS_THRESHOLD, passesThreshold, type ReportOptions, type TokenPrices } from "../answers/eval-answer.ts";
import { loadAsHost, type OperationContext } from "../operation.ts";
import { outputFile } from "../project-paths.ts";
import { type EvalOptions, type EvalReport, evalSkills, type LiveOptions } from "./eval-skills.ts";
import type { WireName } from "./model/http-model.ts";
import { BASE_URL_VARIABLES, evalResultsPath, openLiveModel } from "./model/live-model.ts";

export interface EvalInput {
  readonly skills?: readonly string[];
  readonly host?: string;
  readonly window?: number;
  readonly top?: number;
  readonly threshold?: number;
}

export interface LiveInput extends EvalInput {
  readonly model: string;
  readonly provider?: WireName;
  readonly baseUrl?: string;
  readonly runs?: number;
  readonly concurrency?: number;
  readonly fresh?: boolean;
  readonly results?: string;
  readonly prices?: string;
  readonly inputPrice?: number;
  readonly outputPrice?: number;
}

export interface Evaluation {
  readonly report: EvalReport;
  readonly reading: ReportOptions;
  /** True if every skill reaches the threshold. */
  readonly passed: boolean;
}

export async function evaluateOffline(input: EvalInput, context: OperationContext): Promise<Evaluation> {
  const { threshold = PASS_THRESHOLD } = input;
  return judgeReport(await evalSkills(await makeEvalOptions(input, context)), { threshold });
}

export async function evaluateLive(input: LiveInput, context: OperationContext): Promise<Evaluation> {
  const { threshold = PASS_THRESHOLD } = input;
  const prices = pricesOf(input);
  const live = await liveOptions(input, context);
  const report = await evalSkills({ ...(await makeEvalOptions(input, context)), live });
  return judgeReport(report, { threshold, ...(prices ? { prices } : {}) });
}

function judgeReport(report: EvalReport, reading: ReportOptions): Evaluation {
  return { report, reading, passed: report.skills.every((skill) => passesThreshold(skill, reading.threshold)) };
}

/**
 * Builds the options of an evaluation. If a word is a directory, the directory is searched for skills. Any other word
 * is the name of a skill.
 */
export async function makeEvalOptions(
  { skills = [], host, window, top }: EvalInput,
  context: OperationContext,
): Promise<EvalOptions> {
  const load = loadAsHost(host, context);
  const roots: string[] = [];
  const asked: string[] = [];
  for (const each of skills) {
    const [path = each] = await context.pathsNamed([each]);
    const isDirectory = nodeFiles.exists(path) && nodeFiles.stat(path).kind === "directory";
    if (isDirectory) roots.push(path);
    asked.push(isDirectory ? path : await context.skillNamed(each));
  }
  return {
    ...load,
    roots: [...(load.roots ?? []), ...roots],
    skills: asked,
    ...(window === undefined ? {} : { window }),
    ...(top === undefined ? {} : { top }),
  };
}

/**
 * Opens the model. A surface with untrusted clients accepts no `baseUrl`, so a key goes only to the address that the
 * user chose.
 */
async function liveOptions(input: LiveInput, { load, progress, signal }: OperationContext): Promise<LiveOptions> {
  const { provider = "openai", model, runs, concurrency, fresh = false, results } = input;
  const environment = load.environment ?? nodeEnvironment();
  const variable = BASE_URL_VARIABLES[provider];
  const baseUrl = input.baseUrl ?? environment.variables[variable];
  if (baseUrl === undefined)
    throw new InputError("the address of the model is missing", `set \`${variable}\`, or use \`--base-url URL\``);
  let done = 0;
  return openLiveModel(
    {
      ...{ provider, model, baseUrl, fresh, signal },
      results: results === undefined ? evalResultsPath(environment) : await outputFile(results, load),
      ...(runs === undefined ? {} : { runs }),
      ...(concurrency === undefined ? {} : { concurrency }),
      onRun: () => progress?.({ what: "runs", done: ++done }),
    },
    environment,
  );
}

function pricesOf({ prices, inputPrice: input, outputPrice: output }: LiveInput): TokenPrices | undefined {
  if (prices === undefined) return input === undefined || output === undefined ? undefined : { input, output };
  const [, read, written] = /^(\d{1,6}(?:\.\d{1,6})?),(\d{1,6}(?:\.\d{1,6})?)$/.exec(prices) ?? [];
  if (read !== undefined && written !== undefined) return { input: Number(read), output: Number(written) };
  throw new InputError(
    `\`--prices ${prices}\` is not two numbers`,
    "write the prices of input and output tokens as `--prices 0.25,1.25`",
  );
}
