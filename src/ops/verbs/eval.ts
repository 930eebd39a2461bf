import { decimal, flag, integer, object, oneOf, optional, text, texts, withCliForm } from "../../model/schema.ts";
import type { Evaluation } from "../evals/evaluate.ts";
import type { WireName } from "../evals/model/http-model.ts";
import { operation, verb } from "../operation.ts";
import { CALLER_DECIDES, host } from "./fields.ts";

const FORMATS = ["text", "json", "junit", "markdown"] as const;
const PROVIDERS = ["openai", "anthropic"] as const satisfies readonly WireName[];
const MAX_PRICE = 999_999;
const MAX_RUNS = 100;
const MAX_AT_ONCE = 16;
const MAX_SKILLS = 1000;

const fields = {
  skills: optional(
    withCliForm(texts("names or directories of skills (default: all with trigger tests)", MAX_SKILLS), {
      value: "SKILL|DIR",
    }),
  ),
  host,
  window: optional(integer("the model's context window in tokens, which limits the catalog", 1)),
  top: optional(integer("offline, a skill is found if it is among the first N (default: 3)", 1)),
  threshold: optional(
    withCliForm(decimal("the share of requests that must pass (default: 0.8)", 0, 1), { value: "P" }),
  ),
  format: optional(withCliForm(oneOf(FORMATS, "how to print the report"), { value: "F" })),
  watch: optional(
    withCliForm(flag("run again whenever a tested skill or its requests change, until ctrl-c"), { short: "w" }),
  ),
};

const omits = { format: CALLER_DECIDES, watch: "`events` reports when to repeat the request" };

export const evaluate = verb({
  name: "eval",
  group: "Write",
  summary: "Test whether a model would find a skill, offline or live",
  about:
    "Runs trigger tests: for each request in a skill's `evals/`, whether a model would find the skill among all others in\nthe host's catalog. Offline it reports rank and margin, and which other skill wins by which words. With --live a\nmodel decides: any OpenAI-compatible or Anthropic endpoint, several runs of each request, precision and recall with their intervals.",
  examples: [
    ["skillwright eval", "every skill that has trigger tests"],
    ["skillwright eval pdf --host claude-code --window 200000", "as Claude Code would list it"],
    ["skillwright eval skills/ --format junit > triggers.xml", "for a CI server"],
    [
      "skillwright eval pdf --live --base-url http://127.0.0.1:11434/v1 --model llama3.2",
      "what a model on this machine does",
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
      summary: "Test with a model, several times for each request, at the configured endpoint",
      input: object({
        ...fields,
        model: withCliForm(text("the model"), { value: "NAME" }),
        provider: optional(withCliForm(oneOf(PROVIDERS, "its protocol (default: openai)"), { value: "NAME" })),
        baseUrl: optional(withCliForm(text("its address, such as http://127.0.0.1:11434/v1"), { value: "URL" })),
        runs: optional(integer("how often each request is made (default: 3)", 1, MAX_RUNS)),
        concurrency: optional(integer("how many requests at once (default: 4)", 1, MAX_AT_ONCE)),
        results: optional(
          withCliForm(text("the file that stores the runs, so that no request is made twice"), { value: "FILE" }),
        ),
        fresh: optional(flag("repeat requests whose run is stored")),
        prices: optional(
          withCliForm(text("the prices of a million input and output tokens, to show the cost"), { value: "IN,OUT" }),
        ),
        inputPrice: optional(decimal("the price of a million input tokens", 0, MAX_PRICE)),
        outputPrice: optional(decimal("the price of a million output tokens", 0, MAX_PRICE)),
      }),
      output: "EvalResult",
      effects: ["read", "write", "network"],
      note: "writes a file of results",
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
          baseUrl: "a request must not choose where a key is sent",
          results: "`eval` chooses where runs are stored",
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
