import { describe, expect, test } from "vitest";
import { type EvalRun, judgeRuns } from "../../../src/ops/evals/judge-runs.ts";

const run = (...loaded: string[]): EvalRun => ({
  triggered: loaded.includes("pdf"),
  loaded,
  tokens: { input: 10, output: 1 },
});
const judge = (...cases: (readonly [boolean, EvalRun[]])[]): ReturnType<typeof judgeRuns> =>
  judgeRuns(
    "pdf",
    cases.map(([should], at) => ({ query: `request ${at}`, should, line: at + 1 })),
    cases.map(([, runs]) => runs),
  );

test("[EV7] shares come with their intervals", () => {
  const { recall, precision, tokens, broken, cases } = judge(
    [true, [run("pdf"), run("pdf")]],
    [true, [run("pdf"), run("cake")]],
    [false, [run(), run("cake", "pdf")]],
  );
  expect({ recall, precision, tokens, broken }).toEqual({
    recall: { hits: 3, of: 4, value: 0.75, low: 0.3006, high: 0.9544 },
    precision: { hits: 3, of: 4, value: 0.75, low: 0.3006, high: 0.9544 },
    tokens: { input: 60, output: 6 },
    broken: undefined,
  });
  expect(cases.map(({ triggered, passed, instead }) => ({ triggered, passed, instead }))).toEqual([
    { triggered: 2, passed: true, instead: [] },
    { triggered: 1, passed: false, instead: ["cake"] },
    { triggered: 1, passed: false, instead: ["cake"] },
  ]);
});

describe("[EV7] the same answer to every request measures nothing", () => {
  test.each<[string, readonly (readonly [boolean, EvalRun[]])[], string]>([
    [
      "never",
      [
        [true, [run()]],
        [false, [run()]],
      ],
      "the model may not support tools",
    ],
    [
      "never this one",
      [
        [true, [run("cake")]],
        [false, [run()]],
      ],
      "another skill wins",
    ],
    [
      "always",
      [
        [true, [run("pdf")]],
        [false, [run("pdf")]],
      ],
      "also the requests that should not",
    ],
    [
      "always, of requests that all should",
      [[true, [run("pdf"), run("pdf")]]],
      "add requests that are similar but should not load it",
    ],
    [
      "never, of requests that none should",
      [[false, [run()]]],
      "the set has no request that should: add such requests",
    ],
    ["nothing", [], "no request was sent to the model"],
  ])("%s", (_, cases, words) => {
    const { recall, precision, broken } = judge(...cases);
    expect(broken).toContain(words);
    for (const share of [recall, precision]) expect(Object.keys(share)).toEqual(["hits", "of"]);
  });
});
