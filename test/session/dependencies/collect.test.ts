import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Skill, ToolDependency } from "../../../src/model/skills/skill.ts";
import { collectNeeds } from "../../../src/session/dependencies/collect-needs.ts";
import { readServer } from "../../../src/session/dependencies/read-server.ts";
import { surveyNeeds } from "../../../src/session/dependencies/survey.ts";

function skill(name: string, tools: readonly ToolDependency[], manifest: Skill["manifest"] = {}): Skill {
  return { name, manifest, sidecar: { files: [], dependencies: { tools } } } as unknown as Skill;
}

const AROUND = {
  platform: "linux",
  hasBinary: (name: string) => name === "git",
  hasVariable: (name: string) => name === "SET",
  settings: { region: "eu" },
  given: (name: string) => name === "GIVEN",
  hasSkill: (name: string) => name === "base",
  servers: { host: "codex", title: "Codex", find: () => ({ state: "missing" }) as const },
};

describe("the needs of skills", () => {
  test("[DP1] each need once, sorted, with the skills that have it", () => {
    const needs = collectNeeds([
      skill(
        "b",
        [
          { type: "env_var", value: "TOKEN" },
          { type: "mcp", value: "linear", url: "https://linear.test/mcp" },
          { type: "browser", value: "chrome", why: "to look" },
        ],
        {
          eligibility: {
            os: ["linux", "macos"],
            requiredBins: ["git"],
            anyBins: ["rg", "grep"],
            requiredEnv: ["HOME"],
          },
        },
      ),
      skill(
        "a",
        [
          { type: "env_var", value: "TOKEN", description: "of the  tracker\n(read only)" },
          { type: "mcp", value: "issues", url: "https://linear.test/mcp" },
        ],
        {
          eligibility: { requiredConfig: ["region"], requiredSkills: ["base"], requiredEnv: ["TOKEN"] },
          metadata: { openclaw: { requires: { bins: ["git"] } } },
        },
      ),
    ]);
    expect(needs).toEqual([
      { kind: "platform", what: "linux | macos", required: true, skills: ["b"] },
      { kind: "program", what: "git", required: true, skills: ["b", "a"] },
      { kind: "program", what: "rg | grep", required: true, skills: ["b"] },
      { kind: "setting", what: "region", required: true, skills: ["a"] },
      { kind: "skill", what: "base", required: true, skills: ["a"] },
      { kind: "variable", what: "HOME", required: true, skills: ["b"] },
      {
        kind: "variable",
        what: "TOKEN",
        required: true,
        skills: ["b", "a"],
        description: "of the tracker (read only)",
      },
      {
        kind: "server",
        what: "linear",
        required: false,
        skills: ["b", "a"],
        server: { name: "linear", transport: "streamable-http", url: "https://linear.test/mcp" },
      },
      {
        kind: "other",
        what: "chrome",
        required: false,
        skills: ["b"],
        declared: { type: "browser", value: "chrome", why: "to look" },
      },
    ]);
  });

  test.each([
    ["A1_b", "variable"],
    ["1A", "other"],
    ["A B", "other"],
    ["A=B", "other"],
    ["", "other"],
    ["A\n", "other"],
  ])("[DP1] the variable %j is a %s", (value, kind) => {
    expect(collectNeeds([skill("a", [{ type: "env_var", value }])])[0]?.kind).toBe(kind);
  });

  test.each<[string, Omit<ToolDependency, "type">, unknown]>([
    [
      "an address",
      { value: "a", url: "https://a.test/mcp" },
      { transport: "streamable-http", url: "https://a.test/mcp" },
    ],
    [
      "Codex's words",
      { value: "a", transport: "streamable_http", url: "https://a.test", oauth: { callbackPort: 8123 } },
      { transport: "streamable-http", url: "https://a.test", callbackPort: 8123 },
    ],
    [
      "a program",
      { value: "a", command: "npx", args: ["-y", "x"] },
      { transport: "stdio", command: "npx", args: ["-y", "x"] },
    ],
    ...[["-y", 3], ["-y", "x\u202e"], "-y x", Array(101).fill("x"), { "-y": true }].map(
      (args) =>
        [
          `a program with the arguments ${JSON.stringify(args)}`,
          { value: "a", command: "npx", args },
          {
            ...{ transport: "stdio", command: "npx" },
            args: Array.isArray(args) ? args.filter((each) => each === "-y" || each === "x").slice(0, 100) : [],
            problem: "its `args` are not a list of at most 100 texts without invisible characters",
          },
        ] as [string, Omit<ToolDependency, "type">, unknown],
    ),
    [
      "a program by name",
      { value: "a", transport: "STDIO", command: " mcp " },
      { transport: "stdio", command: "mcp", args: [] },
    ],
    [
      "nothing to start",
      { value: "a", transport: "stdio" },
      { transport: "stdio", args: [], problem: "the skill does not give the `command` that starts it" },
    ],
    ["nowhere", { value: "a" }, { transport: "streamable-http", problem: "the skill does not give its `url`" }],
    [
      "another transport",
      { value: "a", transport: "sse", url: "https://a.test" },
      { transport: "streamable-http", url: "https://a.test", problem: "the transport `sse` is not known" },
    ],
    [
      "in the clear",
      { value: "a", url: "http://a.test" },
      { transport: "streamable-http", url: "http://a.test", problem: "its `url` is not an `https:` address" },
    ],
    [
      "on this machine",
      { value: "a", url: "http://127.0.0.1:8/mcp" },
      { transport: "streamable-http", url: "http://127.0.0.1:8/mcp" },
    ],
    [
      "with a password",
      { value: "a", url: "https://u:p@a.test" },
      {
        transport: "streamable-http",
        url: "https://u:p@a.test",
        problem: "its `url` has a user name or a password in it",
      },
    ],
  ])("[DP3] a server: %s", (_, tool, expected) => {
    expect(readServer({ type: "mcp", ...tool } as ToolDependency)).toEqual({ name: "a", ...(expected as object) });
  });

  test.each([
    ["url", "https://a.test/\u202egnp.exe"],
    ["url", "https://a.test/\u001b[2J"],
    ["command", "npx\u200b"],
  ])("[DP3] a %s that does not look as it is, is none", (key, value) => {
    expect(readServer({ type: "mcp", value: "a", [key]: value }).problem).toMatch(/^the skill does not give/);
  });

  test.each(["a b", "a.b", "../a", "", "x".repeat(65), "a\n[evil]"])("[DP3] no host takes the name %j", (value) => {
    expect(readServer({ type: "mcp", value, url: "https://a.test" }).problem).toMatch(/^its name has other characters/);
  });

  test("[DP1] each need is available, missing or unknown on this machine, with the way to supply it", () => {
    const tools = ["SET", "GIVEN", "NOT"].map((value) => ({ type: "env_var", value }));
    const needs = collectNeeds([
      skill(
        "a",
        [
          ...tools,
          { type: "mcp", value: "x" },
          { type: "mcp", value: "y", url: "https://y.test" },
          { type: "z", value: "q" },
        ],
        {
          eligibility: {
            os: ["windows"],
            requiredBins: ["git", "jq"],
            requiredConfig: ["region", "zone"],
            requiredSkills: ["base", "top"],
          },
        },
      ),
    ]);
    expect(
      surveyNeeds(needs, AROUND).map(({ kind, what, state, from, help }) => [kind, what, state, from ?? help]),
    ).toEqual([
      ["platform", "windows", "missing", "use it on windows"],
      ["program", "git", "present", undefined],
      ["program", "jq", "missing", "install `jq` so that it is on the PATH"],
      ["setting", "region", "present", undefined],
      ["setting", "zone", "missing", "set `settings.zone` in your configuration"],
      ["skill", "base", "present", undefined],
      ["skill", "top", "missing", "install the skill `top`, or see `skillwright explain top`"],
      ["variable", "GIVEN", "present", "this session"],
      ["variable", "NOT", "missing", "set the variable `NOT` in the environment"],
      ["variable", "SET", "present", "the environment"],
      ["server", "x", "missing", "set up `x` in Codex yourself: the skill does not give its `url`"],
      ["server", "y", "missing", "`skillwright deps a --for codex --install` adds it to Codex"],
      ["other", "q", "unknown", "check it yourself: Skillwright does not know the kind `z`"],
    ]);
    // [F9]
    const nowhere = surveyNeeds(needs, { ...AROUND, hasPath: false, hasBinary: () => false });
    expect(nowhere.find(({ what }) => what === "git")?.help).toMatch(
      /^with `ambient: false` Skillwright uses no variables/,
    );
  });

  test("[DP1] any sidecar gives a result", () => {
    const tool = fc.record(
      { type: fc.oneof(fc.constantFrom("mcp", "env_var"), fc.string()), value: fc.string() },
      { requiredKeys: ["type", "value"] },
    );
    const wild = fc.dictionary(
      fc.constantFrom("url", "command", "args", "transport", "oauth", "description"),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(tool, wild)), (tools) => {
        const needs = collectNeeds([
          skill(
            "a",
            tools.map(([one, more]) => ({ ...more, ...one }) as ToolDependency),
          ),
        ]);
        return surveyNeeds(needs, AROUND).length === needs.length;
      }),
    );
  });
});
