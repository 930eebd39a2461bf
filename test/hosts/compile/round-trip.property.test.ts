import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileFiles } from "../../../src/hosts/compile/compile-files.ts";
import { INTENT_NAMES, neutralIntents } from "../../../src/hosts/compile/intent-table.ts";
import { readIntents, type SkillFiles } from "../../../src/hosts/compile/read-intents.ts";
import { findProfile, PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import type { Intent, Intents } from "../../../src/model/skills/intents.ts";

const BODY = "\nDo it.\n";
const FILES: SkillFiles = new Map([
  ["SKILL.md", Buffer.from(`---\nname: old\ndescription: Old.\nlicense: MIT\n---\n${BODY}`)],
]);

const CLAUDE: readonly Intent[] = [
  "modelInvocable",
  "userInvocable",
  "grantedTools",
  "removedTools",
  "fork",
  "agent",
  "model",
  "effort",
  "paths",
  "whenToUse",
  "argumentNames",
  "argumentHint",
  "hooks",
];
const REQUIREMENTS: readonly Intent[] = [
  "platforms",
  "programs",
  "anyPrograms",
  "variables",
  "settings",
  "requiredSkills",
  "conflicts",
];
const OURS: readonly Intent[] = [...CLAUDE, ...REQUIREMENTS, "background", "onlyTools", "tools"];

/** The intents that each host supports according to its documents. Written independently of the tested table. */
const TOLD: Readonly<Record<string, readonly Intent[]>> = {
  skillwright: OURS,
  openoxide: OURS,
  "claude-code": CLAUDE,
  codex: ["modelInvocable"],
  opencode: [],
  "gemini-cli": [],
  pi: ["modelInvocable"],
  "copilot-cli": ["modelInvocable", "userInvocable", "argumentHint", "grantedTools"],
  vscode: ["modelInvocable", "userInvocable", "argumentHint", "fork"],
  cursor: ["modelInvocable", "userInvocable", "paths"],
  goose: ["argumentNames", "argumentHint"],
  crush: ["modelInvocable", "userInvocable"],
  openclaw: ["modelInvocable", "userInvocable", "platforms", "programs", "anyPrograms", "variables", "settings"],
  "qwen-code": [
    "modelInvocable",
    "userInvocable",
    "argumentHint",
    "whenToUse",
    "grantedTools",
    "model",
    "paths",
    "hooks",
  ],
  "kimi-cli": [],
  "kimi-code": ["modelInvocable", "whenToUse"],
  cline: [],
  "roo-code": [],
  crabtalk: [],
  aleph: ["modelInvocable", "userInvocable", ...REQUIREMENTS],
  caliban: [],
  "pickle-bot": [],
};

const name = fc.stringMatching(/^[a-z][a-z0-9]{1,8}(?:-[a-z0-9]{1,5})?$/);
const words = (...more: string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.constantFrom(
        "Use",
        "when",
        "PDFs",
        "are",
        "read,",
        "or: written",
        "#1",
        "“quoted”",
        '"straight"',
        "it's",
        "naïve",
        "日本",
        "100%",
        "[x]",
        "{y}",
        "a|b",
        "@me",
        "*",
        "!",
        "`code`",
        "\\n",
        ...more,
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((list) => `Does ${list.join(" ")}`);
const tool = fc.constantFrom(
  "Read",
  "Bash(git add *)",
  "Bash(npm run test:*)",
  "mcp__linear__get",
  "WebFetch(domain:example.com)",
  "Edit(src/**)",
);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.uniqueArray(value, { maxLength: 3, comparator: "IsStrictlyEqual" });
const simple = fc.stringMatching(/^[a-z][a-z0-9_-]{1,9}$/);
const VARIABLE = fc.stringMatching(/^[A-Z][A-Z_]{2,9}$/);

const intents: fc.Arbitrary<Intents> = fc.record({
  ...(Object.fromEntries(INTENT_NAMES.map((each) => [each, fc.constant(neutralIntents()[each])])) as Record<
    Intent,
    fc.Arbitrary<never>
  >),
  name,
  description: words(),
  whenToUse: maybe(words()),
  userInvocable: fc.boolean(),
  modelInvocable: fc.boolean(),
  grantedTools: some(tool),
  removedTools: some(tool),
  onlyTools: maybe(some(tool)),
  fork: fc.boolean(),
  agent: maybe(simple),
  background: maybe(fc.boolean()),
  model: maybe(fc.constantFrom("opus", "haiku", "gpt-5.2", "anthropic/claude")),
  effort: maybe(fc.constantFrom("low", "high", "max")),
  paths: some(fc.constantFrom("src/*.ts", "docs/*.md", "*.json", "a b/*.c", "src/**", "**/*.{ts,tsx}", "{a,b}/**")),
  argumentNames: some(simple),
  argumentHint: maybe(fc.constantFrom("[file]", "<from> <to>", "file: path", "[--all]")),
  hooks: fc.oneof(
    fc.constant({}),
    words().map((command) => ({ Stop: [{ hooks: [{ type: "command", command, once: true }] }] })),
  ),
  tools: fc.uniqueArray(
    fc.oneof(
      simple.map((value) => ({ type: "mcp", value, transport: "streamable_http", url: `https://${value}.test/mcp` })),
      VARIABLE.map((value) => ({ type: "env_var", value, description: "a token: yes" })),
    ),
    { maxLength: 3, selector: ({ value }) => value },
  ),
  platforms: some(fc.constantFrom("linux", "darwin", "win32")),
  programs: some(simple),
  anyPrograms: some(simple),
  variables: some(VARIABLE),
  settings: some(simple),
  requiredSkills: some(name),
  conflicts: some(name),
});

/** Returns the intents that a host supports, and those that it does not. */
function expected(wanted: Intents, profile: HostProfile): Partial<Intents> {
  const told = TOLD[profile.name] ?? [];
  const kept = Object.fromEntries(
    INTENT_NAMES.map((each) => [each, told.includes(each) ? wanted[each] : neutralIntents()[each]]),
  );
  const servers = wanted.tools.filter(({ type }) => type === "mcp");
  return {
    ...kept,
    name: wanted.name,
    description: wanted.description,
    ...(profile.name === "codex" ? { tools: servers } : {}),
    ...(profile.name === "claude-code" ? { paths: wanted.paths.flatMap((each) => WRITTEN_OUT[each] ?? [each]) } : {}),
  };
}

/** Patterns that Claude Code writes differently. */
const WRITTEN_OUT: Readonly<Record<string, readonly string[]>> = {
  "src/**": ["src"],
  "**/*.{ts,tsx}": ["**/*.ts", "**/*.tsx"],
  "{a,b}/**": ["a", "b"],
};

const HOSTS = PROFILES.filter(({ runtime }) => runtime !== "none");

describe("a skill compiled for a host", () => {
  test("[CO1] the hosts are all that there are", () => {
    expect(Object.keys(TOLD).sort()).toEqual(HOSTS.map((profile) => profile.name).sort());
  });

  test.each(HOSTS.map((profile) => [profile.name, profile] as const))(
    "[CO2] %s: read back with its own reader it says the same, and every difference is reported",
    (_, profile) => {
      fc.assert(
        fc.property(intents, (wanted) => {
          const compiled = compileFiles({ files: FILES, intents: wanted, target: profile });
          if ("rejected" in compiled) throw new Error(compiled.rejected.reason);
          const { readBack, losses, changed } = compiled;
          expect(readBack).toEqual(expected(wanted, profile));
          const different = INTENT_NAMES.filter(
            (each) =>
              JSON.stringify(wanted[each]) !== JSON.stringify(readBack[each]) &&
              !(each === "paths" && profile.name === "claude-code"),
          );
          expect(losses.map(({ intent }) => intent)).toEqual(different);
          const text = Buffer.from(changed.get("SKILL.md") ?? new Uint8Array()).toString("utf8");
          expect(text.slice(text.indexOf("\n---\n") + 5)).toBe(BODY);
        }),
        { numRuns: 60 },
      );
    },
  );

  test("[CO2] from any host to any other: every intent of the first host reaches the second or is reported", () => {
    const pair = fc.constantFrom(...HOSTS.map((each) => each.name));
    fc.assert(
      fc.property(intents, pair, pair, (wanted, one, other) => {
        const [from, to] = [findProfile(one), findProfile(other)] as [HostProfile, HostProfile];
        const there = compileFiles({ files: FILES, intents: wanted, target: from });
        if ("rejected" in there) throw new Error(there.rejected.reason);
        const files = new Map(FILES);
        for (const [path, bytes] of there.changed) if (bytes) files.set(path, bytes);
        const read = readIntents(files, wanted.name, from);
        if ("rejected" in read) throw new Error(read.rejected.reason);
        expect(read.intents).toEqual(there.readBack);
        const back = compileFiles({ files, intents: read.intents, target: to });
        if ("rejected" in back) throw new Error(back.rejected.reason);
        expect(back.readBack).toEqual(expected(read.intents, to));
        // Compiling back loses nothing that the first step kept.
        const home = compileFiles({ files, intents: read.intents, target: findProfile("skillwright") as HostProfile });
        expect("losses" in home && home.losses.map(({ intent }) => intent)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
