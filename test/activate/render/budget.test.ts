import { describe, expect, test } from "vitest";
import { allowanceFor, type BudgetSettings, estimateTokens } from "../../../src/activate/render/budget/allowance.ts";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { catalogOf, type Given } from "./make.ts";

const profile = (name: string): HostProfile => findProfile(name) as HostProfile;
const own = profile("skillwright");
const claude: HostProfile = {
  ...profile("claude-code"),
  disclosure: {
    ...profile("claude-code").disclosure,
    budget: { share: 0.01, characters: 8000, variable: "SLASH_COMMAND_TOOL_CHAR_BUDGET" },
  },
};
const none: HostProfile = { ...profile("opencode"), disclosure: { place: "", line: "", overflow: "", hiddenBy: {} } };

describe("the size of the budget", () => {
  test.each<[string, HostProfile, Partial<BudgetSettings>, [number, string, string, number | undefined]]>([
    ["no window", own, {}, [16_000, "characters", "the context window is unknown", 1536]],
    ["a window", own, { window: 200_000 }, [4000, "tokens", "2 % of 200000 tokens", 1536]],
    [
      "another share",
      own,
      { window: 100_000, budget: { maxPct: 0.005 } },
      [500, "tokens", "0.5 % of 100000 tokens", 1536],
    ],
    ["more than all", own, { window: 1000, budget: { maxPct: 7 } }, [1000, "tokens", "100 % of 1000 tokens", 1536]],
    [
      "other characters",
      own,
      { budget: { fallbackChars: 900, maxEntryChars: 80 } },
      [900, "characters", "the context window is unknown", 80],
    ],
    [
      "numbers that are none",
      own,
      { window: Number.NaN, budget: { maxPct: -1, fallbackChars: 0, maxEntryChars: Number.NaN } },
      [16_000, "characters", "the context window is unknown", 1536],
    ],
    [
      "a host's variable",
      claude,
      { window: 200_000, variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "500" } },
      [500, "characters", "SLASH_COMMAND_TOOL_CHAR_BUDGET", 1536],
    ],
    [
      "the same for a host that has none",
      own,
      { variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "500" } },
      [16_000, "characters", "the context window is unknown", 1536],
    ],
    [
      "a variable that says nothing",
      claude,
      { variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "many" } },
      [8000, "characters", "the context window is unknown", 1536],
    ],
    [
      "the caller before the variable",
      claude,
      { budget: { fallbackChars: 700 }, variables: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "500" } },
      [700, "characters", "the context window is unknown", 1536],
    ],
    [
      "a host without a limit",
      none,
      { window: 200_000 },
      [Number.POSITIVE_INFINITY, "characters", "the host sets no limit", undefined],
    ],
    [
      "a limit for such a host",
      none,
      { window: 200_000, budget: { maxPct: 0.01 } },
      [2000, "tokens", "1 % of 200000 tokens", undefined],
    ],
  ])("[D7] %s", (_, host, given, [amount, unit, from, perEntry]) => {
    const allowance = allowanceFor(host, { variables: {}, ...given });
    expect([allowance.amount, allowance.unit, allowance.from, allowance.perEntry]).toEqual([
      amount,
      unit,
      from,
      perEntry,
    ]);
  });

  test("[D7] a host that counts characters of a window", () => {
    const counts = {
      ...claude,
      disclosure: { ...claude.disclosure, budget: { share: 0.01, characters: 8000, charactersPerToken: 4 } },
    };
    expect(allowanceFor(counts, { window: 200_000, variables: {} })).toMatchObject({
      amount: 8000,
      unit: "characters",
    });
  });
});

describe("how text is counted", () => {
  const skills: Given[] = Array.from({ length: 60 }, (_, at) => ({
    name: `skill-${at}`,
    description: `Does the work number ${at} with great care and many words. Use when somebody asks for the number ${at}, whatever it may be.`,
  }));

  test.each([
    ["", 0],
    ["abcd", 1],
    ["abcde", 2],
    ["漢字", 2],
  ])("[D7] %j is about %i tokens", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  test("[D7] four bytes are a token without a tokenizer", async () => {
    const { used, allowance, text } = await catalogOf(skills, { window: 50_000 });
    expect([allowance.unit, used.tokens <= allowance.amount, used.tokens > 700]).toEqual(["tokens", true, true]);
    expect(used).toEqual({ characters: text.length, tokens: estimateTokens(text) });
  });

  test.each<[string, (text: string) => number]>([
    ["words", (text) => text.split(/\s+/).length],
    ["characters", (text) => text.length],
    ["almost nothing", (text) => Math.ceil(text.length / 100)],
    ["lines", (text) => text.split("\n").length * 7],
  ])("[D7] a tokenizer that counts %s", async (_, countTokens) => {
    const { used, text, counts } = await catalogOf(skills, { window: 50_000, budget: { countTokens } });
    expect(used.tokens).toBe(countTokens(text));
    expect(used.tokens).toBeLessThanOrEqual(1000);
    // If something was shortened, the catalog uses most of its budget.
    expect(used.tokens > 700 || counts.full === skills.length).toBe(true);
  });
});
