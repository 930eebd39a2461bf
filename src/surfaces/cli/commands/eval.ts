import { resolve } from "node:path";
import {
  type EvalOptions,
  type EvalReport,
  evalSkills,
  type LiveOptions,
  OperationError,
  openSkills,
  PROVIDERS,
  type Provider,
  triggerDirectories,
} from "../../../index.ts";
import { evalAnswer, isGood, type Prices, type Reading, THRESHOLD } from "../../../ops/answers/eval-answer.ts";
import { BASE_URLS, liveModel, resultsIn } from "../../../ops/evals/live-model.ts";
import { nodeEnvironment } from "../../../platform/environment.ts";
import { nodeFiles } from "../../../platform/files/node-files.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { writeAnswer } from "../output/json.ts";
import { printable } from "../output/paint.ts";
import { warnUnverified } from "../output/present.ts";
import { printJunit, printMarkdown, printText } from "../show/eval-formats.ts";

const FORMATS = ["text", "json", "junit", "markdown"] as const;

export const evaluate: Command = {
  usage: "[SKILL|DIR]... [--window N] [--threshold P] [--format F] [--live --model M]",
  about:
    "Trigger tests: for each request in a skill's `evals/`, whether the skill would come to mind among all the others, as the host\ntells a model of them in that window. Offline: its rank and margin, to whom it loses, and by which words. With --live a model\ndecides: any OpenAI-compatible or Anthropic endpoint, several runs of each request, precision and recall with their intervals.",
  options: {
    window: {
      type: "string",
      value: "N",
      summary: "the model's context window in tokens: what the catalog has room for",
    },
    top: { type: "string", value: "N", summary: "offline, found means among the first N; 3 unless given" },
    threshold: {
      type: "string",
      value: "P",
      summary: "the share of requests that must be right, between 0 and 1; 0.8 unless given",
    },
    format: { type: "string", value: "F", summary: "text, json, junit or markdown", choices: FORMATS },
    live: { type: "boolean", summary: "ask a model" },
    model: { type: "string", value: "NAME", summary: "with --live: which" },
    provider: {
      type: "string",
      value: "NAME",
      summary: "with --live: openai (and whatever speaks like it) or anthropic",
      choices: Object.keys(PROVIDERS),
    },
    "base-url": {
      type: "string",
      value: "URL",
      summary: "with --live: where it is, such as http://127.0.0.1:11434/v1",
    },
    runs: { type: "string", value: "N", summary: "with --live: how often each request is made; 3 unless given" },
    concurrency: { type: "string", value: "N", summary: "with --live: how many at once; 4 unless given" },
    results: {
      type: "string",
      value: "FILE",
      summary: "with --live: where runs are kept, so that nothing is asked twice",
    },
    prices: {
      type: "string",
      value: "IN,OUT",
      summary: "with --live: what a million tokens cost, read and written, for the sum",
    },
    watch: {
      type: "boolean",
      short: "w",
      summary: "again whenever a tested skill or its requests change, until ctrl-c",
    },
    fresh: { type: "boolean", summary: "with --live: ask again what is known already" },
  },
  examples: [
    ["skillwright eval", "every skill that has trigger tests"],
    ["skillwright eval pdf --host claude-code --window 200000", "as Claude Code would list it"],
    ["skillwright eval skills/ --format junit > triggers.xml", "for a CI server"],
    [
      "skillwright eval pdf --live --base-url http://127.0.0.1:11434/v1 --model llama3.2",
      "what a model on this machine does",
    ],
  ],
  positionals: [0, 1000],
  completes: "skills",
  async run(context) {
    if (!flag(context, "watch")) return once(context);
    const { rerun } = await import("../rerun.ts");
    const skills = await openSkills({ ...optionsOf(context), servers: false });
    await rerun(skills, triggerDirectories, async () => {
      await once(context).catch((error: unknown) => complain(error, context));
      context.out.line(context.paint.dim("waiting for a change; ctrl-c ends it"));
      context.out.flush();
      context.err.flush();
    });
    return 0;
  },
};

/** A skill that is gone, or cannot be read just now, may be there again after the next change. */
function complain(error: unknown, { err }: Context): void {
  if (!(error instanceof OperationError)) throw error;
  err.line(`error[${error.code}]: ${printable(error.message)}`);
}

/** One evaluation: its exit code. */
async function once(context: Context): Promise<number> {
  const threshold = shareOf(context) ?? THRESHOLD;
  const prices = pricesOf(context);
  const format = formatOf(context);
  const report = await evalSkills(optionsOf(context));
  await warnUnverified(report.host, context);
  if (flag(context, "live") && process.stderr.isTTY) context.err.write("\r\x1b[K");
  print(report, { threshold, ...(prices ? { prices } : {}) }, format, context);
  for (const { code, severity, message, path, at } of report.diagnostics)
    context.err.line(
      `${severity}[${code}]: ${printable(`${path}${at ? `:${at.line}:${at.column}` : ""}: ${message}`)}`,
    );
  const isComplete = !report.diagnostics.some(({ severity }) => severity === "error");
  const good = report.skills.every((skill) => isGood(skill, threshold));
  return report.skills.length === 0 ? nothing(context) : good && isComplete ? 0 : 1;
}

function nothing({ err, positionals }: Context): number {
  err.line("no trigger tests were found: put requests into `evals/trigger-eval.json` beside a SKILL.md");
  err.line("help: `skillwright new NAME --evals` starts a skill with some");
  return positionals.length === 0 ? 0 : 1;
}

function print(report: EvalReport, reading: Reading, format: string, { out, paint }: Context): void {
  if (format === "junit") return printJunit(report, out);
  if (format === "markdown") return printMarkdown(report, reading, out);
  if (format === "text") return printText(report, reading, out, paint);
  writeAnswer(out, evalAnswer(report, reading));
}

function formatOf(context: Context): string {
  const format = text(context, "format") ?? (context.json ? "json" : "text");
  if (FORMATS.some((each) => each === format)) return format;
  throw new UsageError(`there is no format \`${printable(format)}\``, `the formats are ${FORMATS.join(", ")}`);
}

function shareOf(context: Context): number | undefined {
  const value = text(context, "threshold");
  if (value === undefined) return undefined;
  if (/^(?:0(?:\.\d{1,6})?|1(?:\.0+)?)$/.test(value)) return Number(value);
  throw new UsageError(`\`--threshold ${printable(value)}\` is not between 0 and 1`, "write it as `--threshold 0.8`");
}

function pricesOf(context: Context): Prices | undefined {
  const value = text(context, "prices");
  if (value === undefined) return undefined;
  const [, input, output] = /^(\d{1,6}(?:\.\d{1,6})?),(\d{1,6}(?:\.\d{1,6})?)$/.exec(value) ?? [];
  if (input !== undefined && output !== undefined) return { input: Number(input), output: Number(output) };
  throw new UsageError(`\`--prices ${printable(value)}\` is not two numbers`, "write them as `--prices 0.25,1.25`");
}

/** A directory is searched for skills as well; anything else is a name. */
function optionsOf(context: Context): EvalOptions {
  const cwd = context.load.cwd ?? process.cwd();
  const asked = context.positionals.map((each) => {
    const path = resolve(cwd, each);
    return nodeFiles.exists(path) && nodeFiles.stat(path).kind === "directory"
      ? { path, directory: true }
      : { path: each, directory: false };
  });
  const roots = asked.filter(({ directory }) => directory).map(({ path }) => path);
  const window = countOf(context, "window");
  const top = countOf(context, "top");
  return {
    ...context.load,
    roots: [...(context.load.roots ?? []), ...roots],
    skills: asked.map(({ path }) => path),
    ...(window === undefined ? {} : { window }),
    ...(top === undefined ? {} : { top }),
    ...(flag(context, "live") ? { live: liveOf(context) } : {}),
  };
}

function countOf(context: Context, option: string): number | undefined {
  const value = text(context, option);
  if (value === undefined) return undefined;
  if (/^[1-9]\d{0,9}$/.test(value)) return Number(value);
  throw new UsageError(`\`--${option} ${printable(value)}\` is not a number`, "write it in digits");
}

function liveOf(context: Context): LiveOptions {
  const provider = (text(context, "provider") ?? "openai") as Provider;
  const model = text(context, "model");
  const environment = nodeEnvironment();
  const baseUrl = text(context, "base-url") ?? environment.variables[BASE_URLS[provider]];
  if (!Object.hasOwn(PROVIDERS, provider))
    throw new UsageError(
      `there is no provider \`${printable(provider)}\``,
      `use ${Object.keys(PROVIDERS).join(" or ")}`,
    );
  if (model === undefined || baseUrl === undefined)
    throw new UsageError(
      "with --live a model is asked, and it is not said which",
      "give --model NAME and --base-url URL",
    );
  const runs = countOf(context, "runs");
  const concurrency = countOf(context, "concurrency");
  let done = 0;
  return liveModel(
    {
      ...{ provider, model, baseUrl, results: resultsPath(context), fresh: flag(context, "fresh") },
      ...(runs === undefined ? {} : { runs }),
      ...(concurrency === undefined ? {} : { concurrency }),
      onRun() {
        if (process.stderr.isTTY) context.err.write(`\r${++done} runs`);
        context.err.flush();
      },
    },
    environment,
  );
}

function resultsPath(context: Context): string {
  const given = text(context, "results");
  if (given !== undefined) return resolve(context.load.cwd ?? process.cwd(), given);
  return resultsIn(nodeEnvironment());
}
