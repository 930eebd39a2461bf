import { decimal, flag, integer, object, oneOf, optional, text, textList, withCliForm } from "../../model/schema.ts";
import type { Evaluation } from "../evals/evaluate.ts";
import type { WireName } from "../evals/model/http-model.ts";
import { operation, verb } from "../operation.ts";
import { CALLER_DECIDES_REASON, host } from "./fields.ts";

const FORMATS = ["text", "json", "junit", "markdown"] as const;
const PROVIDERS = ["openai", "anthropic"] as const satisfies readonly WireName[];
const MAX_PRICE = 999_999;
const MAX_RUNS = 100;
const MAX_AT_ONCE = 16;
const MAX_SKILLS = 1000;

const fields = {
  skills: optional(
    withCliForm(textList("names or directories of skills (default: all with trigger tests)", MAX_SKILLS), {
      value: "SKILL|DIR",
    }),
  ),
  host,
  window: optional(integer("the model's context window in tokens, which limits the catalog", 1)),
  top: optional(integer("offline, a request succeeds if the skill is among the first N results (default: 3)", 1)),
  threshold: optional(
    withCliForm(decimal("the share of requests that must pass (default: 0.8)", 0, 1), { value: "P" }),
  ),
  format: optional(withCliForm(oneOf(FORMATS, "the format of the report"), { value: "F" })),
  watch: optional(
    withCliForm(flag("repeat the test whenever a skill or its requests change, until ctrl-c"), { short: "w" }),
  ),
};

const omits = { format: CALLER_DECIDES_REASON, watch: "`events` tells the client when to repeat the request" };

export const evaluate = verb({
  name: "eval",
  group: "Write",
  summary: "Test whether a model would find a skill, with or without a model",
  about:
    "Tests whether a model would find the skill in the host's catalog, for each request in the skill's `evals/`. Without a model, it\nranks the skills by search, and reports which other skill ranks first and because of which words. With --live, a model gets each\nrequest several times, from any OpenAI-compatible or Anthropic endpoint, and the result has precision and recall with their\nintervals.",
  examples: [
    ["skillwright eval", "test every skill that has trigger tests"],
    ["skillwright eval pdf --host claude-code --window 200000", "test with the catalog of Claude Code"],
    ["skillwright eval skills/ --format junit > triggers.xml", "write a report for a CI server"],
    [
      "skillwright eval pdf --live --base-url http://127.0.0.1:11434/v1 --model llama3.2",
      "test with a model on this machine",
    ],
  ],
  completes: "skills",
  operations: {
    evaluate: operation({
      summary: "Test offline whether skills would be found for the requests beside them",
      input: object(fields),
      output: "EvalResult",
      effects: ["read"],
      cli: { arguments: ["skills"] },
      http: { path: "/api/eval", id: "evaluate", heavy: true, omits },
      run: async (input, context) => (await import("../evals/evaluate.ts")).evaluateOffline(input, context),
      answer: async ({ report, reading }) => (await import("../answers/eval-answer.ts")).evalAnswer(report, reading),
      failed: fails,
    }),
    live: operation({
      summary: "Test with a model at the configured endpoint, several times for each request",
      input: object({
        ...fields,
        model: withCliForm(text("the model"), { value: "NAME" }),
        provider: optional(withCliForm(oneOf(PROVIDERS, "its protocol (default: openai)"), { value: "NAME" })),
        baseUrl: optional(withCliForm(text("its address, such as http://127.0.0.1:11434/v1"), { value: "URL" })),
        runs: optional(integer("the number of runs of each request (default: 3)", 1, MAX_RUNS)),
        concurrency: optional(integer("the number of simultaneous requests (default: 4)", 1, MAX_AT_ONCE)),
        results: optional(
          withCliForm(text("the file that stores finished runs, so that no run is repeated"), { value: "FILE" }),
        ),
        fresh: optional(flag("repeat the stored runs, too")),
        prices: optional(
          withCliForm(text("the prices of a million input and output tokens, to show the cost"), { value: "IN,OUT" }),
        ),
        inputPrice: optional(decimal("the price of a million input tokens", 0, MAX_PRICE)),
        outputPrice: optional(decimal("the price of a million output tokens", 0, MAX_PRICE)),
      }),
      output: "EvalResult",
      effects: ["read", "write", "network"],
      note: "the command writes a file of results",
      cli: {
        flags: ["live"],
        arguments: ["skills"],
        omits: { inputPrice: "`--prices` has both", outputPrice: "`--prices` has both" },
      },
      http: {
        path: "/api/eval",
        id: "evaluateLive",
        heavy: true,
        omits: {
          ...omits,
          baseUrl: "a request must not choose the server that receives a key",
          results: "the server chooses the file that stores the runs",
          prices: "`inputPrice` and `outputPrice`",
        },
      },
      run: async (input, context) => (await import("../evals/evaluate.ts")).evaluateLive(input, context),
      answer: async ({ report, reading }) => (await import("../answers/eval-answer.ts")).evalAnswer(report, reading),
      failed: fails,
    }),
  },
});

/** Returns true if the evaluation failed. If no skill has trigger tests, it fails only if the user named a skill. */
function fails({ report, passed }: Evaluation, { skills = [] }: { readonly skills?: readonly string[] }): boolean {
  const isComplete = !report.diagnostics.some(({ severity }) => severity === "error");
  return report.skills.length === 0 ? skills.length > 0 : !passed || !isComplete;
}
