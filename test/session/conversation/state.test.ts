import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OperationError } from "../../../src/model/errors.ts";
import { MAX_ENTRIES } from "../../../src/session/conversation/ledger.ts";
import { readState, type SessionState } from "../../../src/session/conversation/state.ts";
import { entry } from "./entry.ts";

const GOOD: SessionState = {
  version: 1,
  id: "s",
  turn: 4,
  revision: "abc",
  files: ["src/a.ts"],
  order: { pinned: ["pdf"], ranking: { pdf: 3 } },
  catalog: "c1",
  counts: {
    discovered: 1,
    offered: 0,
    selected: 0,
    asked: 0,
    activated: 2,
    refused: 0,
    failed: 0,
    warning: 0,
    "resource-read": 0,
    command: 0,
    guarded: 0,
    hook: 0,
    forked: 0,
    completed: 0,
  },
  decisions: { skipped: ["variable:API_KEY@pdf"], never: ["server:linear"] },
  ledger: [entry({ arguments: "x", chain: ["b"] }), entry()],
};

const through = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function problem(value: unknown): string {
  try {
    readState(value);
    return "none";
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return `${error.code} ${error.message}`;
  }
}

describe("a stored session", () => {
  test("[H11] is restored unchanged", () => {
    expect(readState(through(GOOD))).toEqual(GOOD);
  });

  test("[H11] unknown keys are left out", () => {
    expect(readState({ ...GOOD, more: 1, ledger: [{ ...entry(), evil: true }] })).toEqual({
      ...GOOD,
      ledger: [entry()],
    });
  });

  const damaged: [string, unknown, string][] = [
    ["nothing", undefined, "the state` should be an object"],
    ["a list", [], "the state` should be an object"],
    ["a text", JSON.stringify(GOOD), "the state` should be an object"],
    ["no id", { ...GOOD, id: 1 }, "id` should be a string"],
    ["a turn before the first", { ...GOOD, turn: -1 }, "turn` should be a whole number"],
    ["half a turn", { ...GOOD, turn: 0.5 }, "turn` should be a whole number"],
    ["no ledger", { ...GOOD, ledger: {} }, `ledger\` should be a list of at most ${MAX_ENTRIES}`],
    [
      "a long ledger",
      { ...GOOD, ledger: Array(MAX_ENTRIES + 1) },
      `ledger\` should be a list of at most ${MAX_ENTRIES}`,
    ],
    ["a hole", { ...GOOD, ledger: Array(1) }, "ledger[0]` should be an object"],
    [
      "no such actor",
      { ...GOOD, ledger: [entry({ actor: "root" as never })] },
      "ledger[0].actor` should be `user` or `model` or `skill`",
    ],
    [
      "a long chain",
      { ...GOOD, ledger: [entry({ chain: Array(9).fill("a") })] },
      "ledger[0].chain` should be a list of at most 8",
    ],
    [
      "arguments that are no text",
      { ...GOOD, ledger: [entry({ arguments: {} as never })] },
      "ledger[0].arguments` should be a string",
    ],
    ["no rank", { ...GOOD, order: { pinned: [], ranking: { a: "1" } } }, "order.ranking.a` should be a number"],
    ["counts that are none", { ...GOOD, counts: { activated: "2" } }, "counts.activated` should be a whole number"],
  ];

  test.each(damaged)("[H11] %s is SK350", (_, value, message) => {
    expect(problem(value)).toBe(`SK350 the stored session is damaged: \`${message}`);
  });

  test.each([2, 0, "1", null, { toString: () => "1" }])("[H11] version %j is refused", (version) => {
    expect(problem({ ...GOOD, version })).toMatch(/^SK350 the session has version `.*`, not 1$/);
  });

  test("[H11] any value is a state or SK350, and no prototype changes", () => {
    const wild = fc.oneof(
      fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
      fc.record(
        Object.fromEntries(
          Object.entries(GOOD).map(([key, value]) => [
            key,
            fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, fc.anything()),
          ]),
        ),
      ),
    );
    fc.assert(
      fc.property(wild, (value) => {
        expect(problem(value)).toMatch(/^(none|SK350 )/);
      }),
    );
    const ranking = JSON.parse('{"__proto__": 7}');
    expect(Object.keys(readState({ ...GOOD, order: { pinned: [], ranking } }).order?.ranking ?? {})).toEqual([
      "__proto__",
    ]);
  });
});
