import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KEY_BINDINGS, matchKeys } from "../../../src/surfaces/console/logic/keys.ts";
import { findWords, splitAtMarks } from "../../../src/surfaces/console/logic/mark.ts";
import {
  countGroups,
  filterRows,
  rankRows,
  rootLabel,
  type SkillListRow,
} from "../../../src/surfaces/console/logic/rows.ts";
import { scrollTo, visibleRows } from "../../../src/surfaces/console/logic/visible.ts";
import { WINDOW_STEPS, windowOfStep, windowStepOf } from "../../../src/surfaces/console/logic/windows.ts";
import { hashOf, readAddress, VIEWS } from "../../../src/surfaces/console/view-address.ts";

describe("keys", () => {
  test.each(KEY_BINDINGS.map(({ keys, means, action }) => [keys.join(" "), means, keys, action] as const))(
    "[WC12] %s: %s",
    (_typed, _means, keys, action) => {
      let pending: readonly string[] = [];
      for (const key of keys.slice(0, -1)) ({ pending } = matchKeys(key, pending));
      expect(matchKeys(keys.at(-1) ?? "", pending)).toEqual({ action, pending: [] });
    },
  );

  test("[WC12] what does not go on with what was begun begins anew", () => {
    expect(matchKeys("j", ["g"])).toEqual({ action: { do: "move", by: 1 }, pending: [] });
    expect(matchKeys("x", ["g"])).toEqual({ pending: [] });
  });
});

test("[WC12] every place can be written and read", () => {
  const at = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(fc.constantFrom(...VIEWS), at, (view, choices) => {
      const { __proto__: _, ...plain } = choices;
      expect(readAddress(hashOf(view, plain))).toEqual({ view, at: plain });
    }),
    { numRuns: 100 },
  );
  expect(readAddress("#/nowhere?x")).toEqual({ view: "skills", at: { x: "" } });
});

test.each([
  [0, 0, 600, { from: 0, to: 0 }],
  [5, 0, 600, { from: 0, to: 5 }],
  [10_000, 0, 600, { from: 0, to: 19 }],
  [10_000, 56 * 5000, 600, { from: 4992, to: 5019 }],
  [10_000, 56 * 20_000, 600, { from: 10_000, to: 10_000 }],
  [10_000, -40, 600, { from: 0, to: 19 }],
])("[WC10] of %i rows, scrolled to %i in %i: %j", (count, scrolled, height, range) => {
  expect(visibleRows(count, 56, scrolled, height)).toEqual(range);
});

test("[WC10] a row is scrolled to only as far as needed", () => {
  expect([scrollTo(2, 50, 0, 500), scrollTo(2, 50, 300, 500), scrollTo(30, 50, 0, 500)]).toEqual([0, 100, 1050]);
});

test("[WC4] the slider goes from 4,000 to 2,000,000 and never back", () => {
  const sizes = Array.from({ length: WINDOW_STEPS + 1 }, (_, step) => windowOfStep(step));
  expect([sizes[0], sizes.at(-1), windowOfStep(windowStepOf(200_000))]).toEqual([4000, 2_000_000, 200_000]);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
});

test("[WC1] words are marked where they begin a word, in any case", () => {
  const text = "PDF forms, reforms";
  expect(splitAtMarks(text, findWords(text, ["form", "pdf", "a"]))).toEqual([
    { text: "PDF", mark: "hit" },
    { text: " " },
    { text: "form", mark: "hit" },
    { text: "s, reforms" },
  ]);
});

test("cutting a text up loses nothing of it", () => {
  const stretch = fc.record({ start: fc.nat(12), end: fc.nat(12), mark: fc.constant("x") });
  fc.assert(
    fc.property(fc.string({ maxLength: 10 }), fc.array(stretch), (text, stretches) => {
      expect(
        splitAtMarks(text, stretches)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }),
    { numRuns: 100 },
  );
});

function row(id: string, name: string, more: Partial<SkillListRow> = {}): SkillListRow {
  const path = `/r/${name}/SKILL.md`;
  const known = { reason: undefined, code: undefined, diagnostics: [], description: "" };
  return { ...{ id, name, path, root: "/r", scope: "user", outcome: "loaded" }, ...known, ...more };
}

test("[WC1] hits come first, in their order; then names that search does not look at", () => {
  const rows = [row("1", "pdf-old", { outcome: "overridden" }), row("2", "forms"), row("3", "pdf")];
  const hit = (id: string) => ({ id, address: id, name: "", description: "", path: "", score: 1, terms: [] });
  expect(rankRows(rows, [hit("3"), hit("2"), hit("gone")], "PDF").map(({ id }) => id)).toEqual(["3", "2", "1"]);
});

test("[WC1] rows are chosen and counted", () => {
  const rows = [row("1", "a", { scope: "repo" }), row("2", "b"), row("3", "c", { outcome: "rejected" })];
  expect(filterRows(rows, { scope: "user", outcome: "rejected" }).map(({ id }) => id)).toEqual(["3"]);
  expect([...countGroups(rows, "scope")]).toEqual([
    ["repo", 1],
    ["user", 2],
  ]);
});

test.each([
  ["user:~/.agents/skills/team/a", "/home/me/.agents/skills", "team/a", "~/.agents/skills"],
  ["repo:.claude/skills/a", "/p/.claude/skills", "a", ".claude/skills"],
  ["odd", "/elsewhere", "a", "odd"],
])("[WC1] %s is in %s", (id, root, inside, label) => {
  const scope = id.split(":")[0] ?? "";
  expect(rootLabel({ id, scope, root, path: `${root}/${inside}/SKILL.md` })).toBe(label);
});
