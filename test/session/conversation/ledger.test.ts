import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../src/model/skills/skill.ts";
import { Ledger, type LedgerEntry, lifetimeOf } from "../../../src/session/conversation/ledger.ts";
import { entry } from "./entry.ts";

describe("whether the conversation already has a skill", () => {
  const before = entry({ id: "a", digest: "d1", revision: "r1", turn: 3 });
  const withArguments = entry({ id: "a", digest: "d2", revision: "r1", arguments: "x", turn: 4 });
  const rows: [string, LedgerEntry[], Partial<LedgerEntry>, "same" | "changed" | "nothing", number?][] = [
    ["nothing yet", [], {}, "nothing"],
    ["another skill", [entry({ id: "b" })], {}, "nothing"],
    ["the same rendering", [before], {}, "same", 3],
    ["other arguments", [before], { digest: "d2", arguments: "x" }, "nothing"],
    ["the same arguments", [before, withArguments], { digest: "d2", arguments: "x" }, "same", 4],
    ["the first of two renderings", [before, withArguments], {}, "same", 3],
    ["another file", [before], { digest: "d9", revision: "r2" }, "changed", 3],
    ["another file, other arguments", [before], { digest: "d9", revision: "r2", arguments: "x" }, "changed", 3],
    ["the same file, rendered otherwise", [before], { digest: "d9" }, "changed", 3],
    ["only a note of it", [before, { ...before, repeated: true, turn: 5 }], {}, "same", 3],
    ["what a compaction took away", [{ ...before, present: false }], {}, "nothing"],
    ["back to what it was", [before, entry({ id: "a", digest: "d9", revision: "r2", turn: 5 })], {}, "changed", 5],
  ];

  test.each(rows)("[H1] %s", (_, entries, over, kind, turn) => {
    const now = { id: "a", digest: "d1", revision: "r1", ...over };
    const { same, changed } = new Ledger(entries).standing(now);
    expect({ same: same?.turn, changed: changed?.turn }).toEqual({
      same: kind === "same" ? turn : undefined,
      changed: kind === "changed" ? turn : undefined,
    });
  });
});

describe("the ledger", () => {
  test("[H5] newest first, each skill once, and a lasting call before a later one-shot call", () => {
    const ledger = new Ledger([
      entry({ id: "a", turn: 1 }),
      entry({ id: "b", turn: 2, survival: "one-shot" }),
      entry({ id: "c", turn: 3 }),
      entry({ id: "a", turn: 4, survival: "one-shot", arguments: "x" }),
      entry({ id: "b", turn: 5, survival: "one-shot" }),
    ]);
    expect(ledger.newestFirst().map(({ id, turn }) => [id, turn])).toEqual([
      ["b", 5],
      ["a", 1],
      ["c", 3],
    ]);
  });

  test("[H1] is bounded: the oldest is forgotten", () => {
    const ledger = new Ledger();
    for (let turn = 0; turn < 2_005; turn++) ledger.record(entry({ turn }));
    expect([ledger.entries.length, ledger.entries[0]?.turn]).toEqual([2_000, 5]);
  });

  test("[H5] completing one is completing all of its activations", () => {
    const ledger = new Ledger([entry({ id: "a" }), entry({ id: "b" }), entry({ id: "a" })]);
    ledger.complete("a");
    expect(ledger.entries.map(({ completed }) => completed)).toEqual([true, false, true]);
  });
});

describe("survival", () => {
  const nested = (survival: unknown): Manifest => ({ metadata: { skillwright: { survival } } });
  const rows: [string, Manifest, { arguments?: string; preloaded?: boolean }, string][] = [
    ["by itself", {}, {}, "task"],
    ["with arguments", {}, { arguments: "prod" }, "one-shot"],
    ["only for the user", { disableModelInvocation: true }, {}, "one-shot"],
    ["preloaded", {}, { preloaded: true }, "session"],
    ["declared", nested("session"), {}, "session"],
    ["declared, with arguments", nested("task"), { arguments: "prod" }, "task"],
    ["declared, preloaded", nested("one-shot"), { preloaded: true }, "one-shot"],
    ["declared flat", { metadata: { "skillwright.survival": "session" } }, {}, "session"],
    ["declared as nothing known", nested("for ever"), {}, "task"],
    ["declared as no text", nested(["session"]), {}, "task"],
    ["of no shape", { metadata: { skillwright: "session" } }, {}, "task"],
  ];

  test.each(rows)("[H5] %s", (_, manifest, calling, survival) => {
    expect(lifetimeOf(manifest, { arguments: calling.arguments, preloaded: calling.preloaded ?? false })).toBe(
      survival,
    );
  });
});
