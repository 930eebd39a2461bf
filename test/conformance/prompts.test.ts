/**
 * Compares our listings and envelopes with the recorded ones of each host. To run the real programs: `npm run
 * conformance -- --prompts --real all`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectationOf, skillsPlace, targetsOf } from "../../conformance/lib/cases.mjs";
import { materialise } from "../../conformance/lib/materialise.mjs";
import { hostOf, TARGETS, versionOf } from "../../conformance/lib/peers.mjs";
import { answerOf } from "../../conformance/lib/prompt-mode.mjs";
import { loadPrompts, outcomeOf, promptDifferences, promptProblems } from "../../conformance/lib/prompts.mjs";
import { openSkills } from "../../src/ops/open-skills.ts";
import { packageRoot } from "../../src/platform/environment.ts";

type Case = ReturnType<typeof loadPrompts>[number];
type Place = ReturnType<typeof materialise>;

const cases: Case[] = loadPrompts();

describe("the prompt cases", () => {
  test("have lists of 5, 50, 200, 500 and 1,000 skills, and calls, of every host that matters", () => {
    const sizes = [5, 50, 200, 500, 1000].map((size) => `list-${size}`);
    const found = cases.filter(({ id }) => sizes.includes(id) || id === "plain-model");
    const lacking = found.flatMap(({ id, call, expect: told }) =>
      (call ? ["opencode", "claude-code"] : ["codex", "opencode", "claude-code"])
        .filter((host) => !Object.keys(told).some((target) => hostOf(target) === host))
        .map((host) => `${id} ${host}`),
    );
    expect(found).toHaveLength(sizes.length + 1);
    expect(lacking).toEqual([]);
  });

  test("the page has a column for every program at its recorded version", () => {
    const page = readFileSync(join(packageRoot(), "docs/prompts.md"), "utf8");
    const present = new Set(cases.flatMap((each) => targetsOf(each)));
    const columns = TARGETS.filter((target) => present.has(target)).map(
      (target) => `${hostOf(target)} ${versionOf(target)}`,
    );
    const lacking = columns.filter((column) => !page.includes(`| ${column} |`));
    expect(lacking, "run `npm run conformance -- --prompts --write`").toEqual([]);
  });

  test.each<[string, object]>([
    ["an unknown key", { id: "a", title: "t", tree: [], oops: 1 }],
    ["a call by an unknown actor", { id: "a", title: "t", tree: [], call: { skill: "x", by: "chance" } }],
    [
      "entries of a call",
      { id: "a", title: "t", tree: [], call: { skill: "x", by: "user" }, expect: { pi: { entries: [] } } },
    ],
    ["an item of a list", { id: "a", title: "t", tree: [], expect: { pi: { item: "" } } }],
  ])("are refused with %s", (_, each) => {
    expect(promptProblems(each)).not.toEqual([]);
  });

  test.each<[string, object, object, number]>([
    ["the same", { entries: ["a"] }, { entries: ["a"] }, 0],
    ["another line", { entries: ["a"] }, { entries: ["b"] }, 1],
    ["one more", { entries: ["a"] }, { entries: ["a", "b"] }, 1],
    ["another root", { roots: ["a"], entries: [] }, { roots: ["b"], entries: [] }, 1],
    ["another digest", { entries: { count: 1, sha256: "a" } }, { entries: { count: 1, sha256: "b" } }, 1],
    ["words of any kind", { item: "a\n{words}\nb" }, { item: "a\nanything\nb" }, 0],
    ["a line too many", { item: "a\n{words}\nb" }, { item: "a\nb" }, 1],
    ["a file of some", { item: "{file}" }, { item: "<file>/x</file>" }, 0],
  ])("tell %s", (_, expected, actual, count) => {
    expect(promptDifferences(expected, actual)).toHaveLength(count);
  });
});

describe.each(["listings", "envelopes"])("%s", (topic) => {
  const mine = cases.filter((each) => each.topic === topic);
  test.each(mine.map((each) => [each.id, each] as const))("%s", async (_, each) => {
    const places = new Map<string, Place>();
    const found: string[] = [];
    for (const host of targetsOf(each)) {
      const expected = expectationOf(each, host);
      const place = places.get(skillsPlace(host)) ?? materialise(each, host);
      places.set(skillsPlace(host), place);
      const { unordered } = expected as { unordered?: boolean };
      const ours = outcomeOf(await answer(each, host, place), each, { base: place.base, unordered });
      found.push(...promptDifferences(expected, ours).map((line: string) => `${host}: ${line}`));
    }
    for (const place of places.values()) place.remove();
    expect(found.join("\n")).toBe("");
  });
});

async function answer({ call, given = {} }: Case, host: string, place: Place): Promise<ReturnType<typeof answerOf>> {
  const { window, columns } = given[host] ?? given[hostOf(host)] ?? {};
  const variables: Record<string, string> = {
    HOME: place.home,
    ...place.environment,
    ...(columns === undefined ? {} : { SLASH_COMMAND_TOOL_CHAR_BUDGET: String(columns) }),
  };
  const environment = { cwd: place.cwd, home: place.home, platform: "linux", variables } as const;
  await using skills = await openSkills({ cwd: place.cwd, host, environment, trust: "all" });
  if (call === undefined) return answerOf(await skills.catalog(window === undefined ? {} : { window }));
  const request = { asked: call.skill, actor: call.by, ...(call.arguments ? { arguments: call.arguments } : {}) };
  const activated = await skills.activate(request);
  return answerOf("activation" in activated ? activated.activation : { text: activated.refusal.reason });
}
