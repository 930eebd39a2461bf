import { describe, expect, test } from "vitest";
import { memorySource } from "../../src/catalog/load/sources.ts";
import { checkEligibility, requirementsOf } from "../../src/format/eligibility.ts";
import type { EligibilityRules, Manifest } from "../../src/model/skills/skill.ts";
import { openSkills } from "../../src/ops/open-skills.ts";
import { memoryFiles } from "../../src/platform/files/memory-files.ts";
import { binaryFinder } from "../../src/platform/processes/find-binary.ts";
import { startProcessorTimer } from "../processor-time.ts";
import { load, makeTree, outcomes, skill, windowsFiles } from "../tree.ts";

const CONTEXT = {
  platform: "linux",
  hasBinary: (name: string) => name === "git" || name === "jq",
  hasVariable: (name: string) => name === "KEY",
  settings: { pdf: { key: "x", off: false, empty: "", none: null, zero: 0 }, flat: true },
};

const missing = (eligibility: EligibilityRules): string[] =>
  checkEligibility(eligibility, CONTEXT).map((each) => `${each.code} ${each.what}`);

describe("a machine", () => {
  test.each<[string, EligibilityRules, string[]]>([
    ["nothing asked", {}, []],
    ["this platform", { os: ["linux"] }, []],
    ["one of several platforms", { os: ["darwin", "Linux"] }, []],
    ["another platform", { os: ["darwin", "win32"] }, ["SK204 darwin, win32"]],
    ["an empty list of platforms", { os: [] }, []],
    ["programs that are there", { requiredBins: ["git", "jq"] }, []],
    ["one that is not", { requiredBins: ["git", "nope"] }, ["SK205 nope"]],
    ["two that are not", { requiredBins: ["nope", "git", "nada"] }, ["SK205 nope", "SK205 nada"]],
    ["any of", { anyBins: ["nope", "jq"] }, []],
    ["none of", { anyBins: ["nope", "nada"] }, ["SK205 nope | nada"]],
    ["an empty any", { anyBins: [] }, []],
    ["a variable", { requiredEnv: ["KEY"] }, []],
    ["a missing variable", { requiredEnv: ["KEY", "OTHER"] }, ["SK206 OTHER"]],
    ["a setting", { requiredConfig: ["pdf.key", "flat"] }, []],
    ["zero is a value", { requiredConfig: ["pdf.zero"] }, []],
    [
      "settings that are not set",
      { requiredConfig: ["pdf.off", "pdf.empty", "pdf.none", "pdf.nope", "no.where"] },
      ["SK207 pdf.off", "SK207 pdf.empty", "SK207 pdf.none", "SK207 pdf.nope", "SK207 no.where"],
    ],
    [
      "a property of every object is not a setting",
      { requiredConfig: ["__proto__", "constructor", "pdf.toString"] },
      ["SK207 __proto__", "SK207 constructor", "SK207 pdf.toString"],
    ],
  ])("[E1] %s", (_, rules, expected) => {
    expect(missing(rules)).toEqual(expected);
  });

  test.each([
    ["linux", "linux", true],
    ["linux", "ubuntu", false],
    ["darwin", "macos", true],
    ["darwin", "MacOS", true],
    ["darwin", "osx", true],
    ["darwin", "linux", false],
    ["win32", "windows", true],
    ["win32", "win", true],
    ["win32", "darwin", false],
  ])("[E1] on %s, `%s` is met: %j", (platform, os, met) => {
    expect(checkEligibility({ os: [os] }, { ...CONTEXT, platform }).length === 0).toBe(met);
  });

  test("[E1] every unmet requirement is listed at once, each in words", () => {
    const rules = {
      os: ["darwin"],
      requiredBins: ["a", "b"],
      anyBins: ["c", "d"],
      requiredEnv: ["E"],
      requiredConfig: ["f.g"],
    };
    expect(checkEligibility(rules, CONTEXT)).toEqual([
      { code: "SK204", kind: "platform", what: "darwin", message: "it runs on darwin, and this is linux" },
      { code: "SK205", kind: "binary", what: "a", message: "the program `a` is not on the PATH" },
      { code: "SK205", kind: "binary", what: "b", message: "the program `b` is not on the PATH" },
      { code: "SK205", kind: "binary", what: "c | d", message: "none of the programs `c`, `d` is on the PATH" },
      { code: "SK206", kind: "environment", what: "E", message: "the variable `E` is not set" },
      { code: "SK207", kind: "config", what: "f.g", message: "`settings.f.g` is not set in the configuration" },
    ]);
  });

  test("[F9] without a PATH, the message says that no PATH was searched", () => {
    const way = "the variable PATH is not set (set PATH, or pass it in `environment.variables`)";
    const missing = checkEligibility({ requiredBins: ["a"], anyBins: ["c", "d"] }, { ...CONTEXT, hasPath: false });
    expect(missing.map(({ message }) => message)).toEqual([
      `the program \`a\` is not found: ${way}`,
      `none of the programs \`c\`, \`d\` is found: ${way}`,
    ]);
  });

  test("[F9] which is what a load with `ambient: false` finds", async () => {
    const files = { "pdf/SKILL.md": skill("pdf", "Reads.", "eligibility:\n  required-bins: [sh]\n") };
    const { snapshot } = await openSkills({ ambient: false, sources: [memorySource("memory", files)] });
    expect(snapshot.ineligible.flatMap((each) => each.missing.map(({ message }) => message))).toEqual([
      expect.stringMatching(/^the program `sh` is not found: the variable PATH is not set/),
    ]);
  });

  test("[E1] held against the real PATH, environment and settings of a load", async () => {
    const rules = "eligibility:\n  required-bins: [tool]\n  required-env: [TOKEN]\n  required-config: [pdf.key]\n";
    const tree = makeTree({
      "home/.agents/skills/pdf/SKILL.md": skill("pdf", "Reads.", rules),
      "bin/tool": { content: "#!/bin/sh\n", mode: 0o755 },
      "plain/tool": { content: "", mode: 0o644 },
    });
    const outcome = async (variables: Record<string, string>, settings: object): Promise<string[]> => {
      const { snapshot } = await load(tree, { environment: { ...tree.environment, variables }, config: { settings } });
      return snapshot.ineligible.flatMap((each) => each.missing.map((one) => `${one.kind} ${one.what}`));
    };
    const all = ["binary tool", "environment TOKEN", "config pdf.key"];
    expect(await outcome({}, {})).toEqual(all);
    expect(await outcome({ PATH: `/nowhere:${tree.at("plain")}`, TOKEN: "" }, { pdf: {} })).toEqual(all);
    expect(await outcome({ PATH: `/nowhere:${tree.at("bin")}`, TOKEN: "x" }, { pdf: { key: 1 } })).toEqual([]);
  });

  test.each(["../bin/tool", "/bin/sh", "a\\b", "", "a\0b"])("[E1] a program is a name, never a path: %j", (name) => {
    const tree = makeTree({ "bin/tool": { content: "", mode: 0o755 } });
    const environment = { ...tree.environment, variables: { PATH: `${tree.at("bin")}:/bin` } };
    expect(binaryFinder(environment, tree.files)(name)).toBe(false);
  });

  test("[E1] on Windows a program is found by its extensions", () => {
    const files = windowsFiles(memoryFiles({ "/C:/bin/tool.EXE": "", "/C:/bin/run.CMD": "" }));
    const environment = {
      cwd: "C:\\",
      home: "C:\\",
      platform: "win32" as const,
      variables: { PATH: "C:\\nope;C:\\bin" },
    };
    expect(["tool", "run", "other"].map(binaryFinder(environment, files))).toEqual([true, true, false]);
  });
});

describe("OpenClaw", () => {
  const block = { os: ["linux"], requires: { bins: ["a"], anyBins: ["b", "c"], env: ["D"], config: ["e"] } };
  const rules = { os: ["linux"], requiredBins: ["a"], anyBins: ["b", "c"], requiredEnv: ["D"], requiredConfig: ["e"] };

  test.each<[string, Manifest, EligibilityRules | undefined]>([
    ["its block counts", { metadata: { openclaw: block } }, rules],
    ["under an older name", { metadata: { clawdbot: block } }, rules],
    ["under the oldest name", { metadata: { clawdis: block } }, rules],
    [
      "a text is a list of one",
      { metadata: { openclaw: { os: "linux", requires: { bins: "a" } } } },
      { os: ["linux"], requiredBins: ["a"] },
    ],
    [
      "always lifts its own demands",
      { eligibility: { os: ["darwin"] }, metadata: { openclaw: { ...block, always: true } } },
      { os: ["darwin"] },
    ],
    [
      "joined with the skill's own",
      { eligibility: { requiredBins: ["z", "a"], conflicts: ["q"] }, metadata: { openclaw: block } },
      { ...rules, requiredBins: ["z", "a"], conflicts: ["q"] },
    ],
    ["other metadata says nothing", { metadata: { author: "me" } }, undefined],
    ["nonsense in it is ignored", { metadata: { openclaw: { os: 7, requires: ["a"] } } }, {}],
    ["a block that is text", { metadata: { openclaw: "x" } }, undefined],
  ])("[E1] %s", (_, manifest, expected) => {
    expect(requirementsOf(manifest)).toEqual(expected);
  });
});

describe("other skills", () => {
  const needs = (...names: string[]): string => `eligibility:\n  required-skills: [${names.join()}]\n`;
  const against = (...names: string[]): string => `eligibility:\n  conflicts: [${names.join()}]\n`;

  async function loaded(skills: Record<string, string>, options = {}) {
    const entries = Object.entries(skills).map(([name, more]) => [
      `home/.agents/skills/${name}/SKILL.md`,
      skill(name, "Does.", more),
    ]);
    const { snapshot } = await load(makeTree(Object.fromEntries(entries)), options);
    const why = snapshot.ineligible.map(
      (each) => `${each.skill.name}: ${each.missing.map((one) => `${one.code} ${one.what}`).join(", ")}`,
    );
    const lists: { loaded?: string[]; disabled?: string[]; ineligible?: string[] } = outcomes(snapshot);
    return { ...lists, why };
  }

  test.each<[string, Record<string, string>, string[], string[]]>([
    ["is there", { a: needs("b"), b: "" }, ["a", "b"], []],
    ["is there in another case", { a: needs("B"), b: "" }, ["a", "b"], []],
    ["is not there", { a: needs("nobody"), b: "" }, ["b"], ["a: SK208 nobody"]],
    ["is not usable", { a: needs("b"), b: "eligibility: {os: [plan9]}\n" }, [], ["a: SK208 b", "b: SK204 plan9"]],
    [
      "needs one that is not there",
      { a: needs("b"), b: needs("c"), c: needs("d") },
      [],
      ["a: SK208 b", "b: SK208 c", "c: SK208 d"],
    ],
    ["needs the first in turn", { a: needs("b"), b: needs("a") }, ["a", "b"], []],
    ["are several, some missing", { a: needs("b", "x", "y"), b: "" }, ["b"], ["a: SK208 x, SK208 y"]],
    ["conflicts with another", { a: needs("b"), b: against("c"), c: "" }, ["c"], ["a: SK208 b", "b: SK209 c"]],
  ])("[E1] a required skill %s", async (_, skills, expected, why) => {
    const result = await loaded(skills);
    expect([result.loaded ?? [], result.why]).toEqual([expected, why]);
  });

  test("[E1] a required skill that is disabled is not usable", async () => {
    expect(await loaded({ a: needs("b"), b: "" }, { config: { disable: ["b"] } })).toEqual({
      disabled: ["b"],
      ineligible: ["a"],
      why: ["a: SK208 b"],
    });
  });

  test.each<[string, Record<string, string>, string[], string[]]>([
    ["the one that names the other falls", { a: against("b"), b: "" }, ["b"], ["a: SK209 b"]],
    ["whichever comes first", { a: "", b: against("a") }, ["a"], ["b: SK209 a"]],
    [
      "also where something else is missing",
      { a: "eligibility:\n  required-skills: [nobody]\n  conflicts: [b]\n", b: "" },
      ["b"],
      ["a: SK208 nobody, SK209 b"],
    ],
    [
      "but not with one that has fallen too",
      { a: "eligibility:\n  required-skills: [nobody]\n  conflicts: [b]\n", b: needs("nobody") },
      [],
      ["a: SK208 nobody", "b: SK208 nobody"],
    ],
    ["of two that name each other the first stays", { a: against("b"), b: against("a") }, ["a"], ["b: SK209 a"]],
    ["a rival that is not there", { a: against("nobody") }, ["a"], []],
    ["a rival that is not usable", { a: against("b"), b: "eligibility: {os: [plan9]}\n" }, ["a"], ["b: SK204 plan9"]],
    ["one's own name", { a: against("a") }, ["a"], []],
    ["a rival in another case", { a: against("B"), b: "" }, ["b"], ["a: SK209 B"]],
    ["a rival whose own needs are not met", { a: against("b"), b: needs("nobody") }, ["a"], ["b: SK208 nobody"]],
  ])("[E1] %s", async (_, skills, expected, why) => {
    const result = await loaded(skills);
    expect([result.loaded ?? [], result.why]).toEqual([expected, why]);
  });

  test("[E1] a disabled rival does not count", async () => {
    expect(await loaded({ a: against("b"), b: "" }, { config: { disable: ["b"] } })).toEqual({
      loaded: ["a"],
      disabled: ["b"],
      why: [],
    });
  });

  test("[E1] between scopes the one with precedence stays", async () => {
    const tree = makeTree({
      "project/.agents/skills/z/SKILL.md": skill("z", "Does.", against("a")),
      "home/.agents/skills/a/SKILL.md": skill("a", "Does.", against("z")),
    });
    const { snapshot } = await load(tree, { trust: "all" });
    expect(outcomes(snapshot)).toEqual({ loaded: ["z"], ineligible: ["a"] });
  });

  test.each<[string, (name: number, last: number) => string]>([
    ["a chain that breaks at its end", (n) => needs(`s${n + 1}`)],
    ["each against all others", (_, last) => against(...Array.from({ length: 40 }, (__, k) => `s${last - k}`))],
  ])("[E1] 600 skills in %s end soon", async (_, more) => {
    const skills = Object.fromEntries(
      Array.from({ length: 600 }, (__, n) => [`/r/s${n}/SKILL.md`, skill(`s${n}`, "Does.", more(n, 599))]),
    );
    const elapsedMs = startProcessorTimer();
    const { snapshot } = await load(makeTree(), {
      ambient: false,
      roots: ["/r"],
      cwd: "/",
      files: memoryFiles(skills),
    });
    expect(snapshot.ineligible.length + snapshot.skills.length).toBe(600);
    expect(elapsedMs()).toBeLessThan(4000);
  });

  test.each(["required-skills", "conflicts"])(
    "[E1] one skill whose `%s` names 12,000 others ends soon",
    async (key) => {
      const names = Array.from({ length: 12_000 }, (_, n) => n.toString(36).padStart(4, "s")).join();
      const files = memoryFiles({ "/r/a/SKILL.md": skill("a", "Does.", `eligibility:\n  ${key}: [${names}]\n`) });
      const elapsedMs = startProcessorTimer();
      const { snapshot } = await load(makeTree(), { ambient: false, roots: ["/r"], cwd: "/", files });
      expect(snapshot.ineligible.length + snapshot.skills.length).toBe(1);
      expect(elapsedMs()).toBeLessThan(2000);
    },
  );
});
