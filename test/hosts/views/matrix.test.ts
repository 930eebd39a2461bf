/** Tests the matrix of skills and hosts: each cell has a state, and a code if the skill is not simply visible. */
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { openMachine } from "../../../src/hosts/views/machine.ts";
import { CELL_STATES, type MatrixRow } from "../../../src/hosts/views/matrix.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { detectHosts } from "../../../src/ops/hosts/detect-hosts.ts";
import { chooseHosts, explainEverywhere, requireProfile, viewAsHosts } from "../../../src/ops/hosts/look-hosts.ts";
import { type Entries, makeTree, skill, type Tree } from "../../tree.ts";

const GIT: Entries = {
  "project/.git/HEAD": "ref",
  "project/.git/objects": { special: "directory" },
  "project/.git/refs": { special: "directory" },
};

async function rowsOf(tree: Tree, hosts: readonly string[]): Promise<readonly MatrixRow[]> {
  const { environment, files } = tree;
  return (await viewAsHosts({ environment, files, hosts, defaultSkills: false, trust: "all" })).rows;
}

/** Returns `state CODE` by host for the row with this name. */
function cells(rows: readonly MatrixRow[], name: string): Record<string, string> {
  const row = rows.find((each) => each.name === name);
  return Object.fromEntries(
    (row?.cells ?? []).map(({ host, state, because }) => [host, because ? `${state} ${because.code}` : state]),
  );
}

const tree = {
  ...GIT,
  "project/.claude/skills/plain/SKILL.md": skill("plain"),
  "project/.claude/skills/other/SKILL.md": skill("named"),
  "project/.claude/skills/bare/SKILL.md": "---\nname: bare\n---\n",
  "project/.claude/skills/kept/SKILL.md": skill("kept", undefined, "disable-model-invocation: true\n"),
  "project/.agents/skills/plain/SKILL.md": skill("plain", "Another one. Use it."),
  "project/.agents/skills/open/SKILL.md": "---\nname: open\ndescription: Never closed.\n\nText\n",
  "project/.agents/skills/a/deep/SKILL.md": skill("deep"),
  "project/.agents/skills/.h/hidden/SKILL.md": skill("hidden"),
  "project/.claude/commands/git/commit.md": "---\ndescription: Commits.\n---\nCommit\n",
  "project/more/listed/SKILL.md": skill("listed"),
  "project/opencode.json": '{"skills":{"paths":["more"]}}',
} as const;

describe("[V14] cells", () => {
  test("one for each pair, in the order that was asked for", async () => {
    const hosts = ["pi", "codex", "claude-code"];
    const rows = await rowsOf(makeTree(tree), hosts);
    expect(rows.map((row) => row.cells.map((cell) => cell.host))).toEqual(rows.map(() => hosts));
  });

  test.each<[string, Record<string, string>]>([
    ["other", { "claude-code": "renamed SK724", codex: "not-searched SK701", aider: "unsupported SK729" }],
    ["kept", { "claude-code": "hidden SK722", codex: "not-searched SK701", aider: "unsupported SK729" }],
    ["open", { "claude-code": "not-searched SK701", codex: "rejected SK713", aider: "unsupported SK729" }],
    ["deep", { "claude-code": "not-searched SK701", codex: "visible", aider: "unsupported SK729" }],
    ["hidden", { "claude-code": "not-searched SK701", codex: "not-searched SK703", aider: "unsupported SK729" }],
  ])("%s", async (name, expected) => {
    expect(cells(await rowsOf(makeTree(tree), ["claude-code", "codex", "aider"]), name)).toEqual(expected);
  });

  test("overridden, and listed without a description", async () => {
    const rows = await rowsOf(makeTree(tree), ["opencode", "crush"]);
    expect(rows.flatMap((row) => row.cells.map((cell) => cell.state))).toContain("overridden");
    expect(cells(await rowsOf(makeTree(tree), ["opencode"]), "bare")["opencode"]).toMatch(
      /^name-only SK723$|^hidden SK735$|^rejected SK716$/,
    );
  });

  test("every cell of every host has a state, and a code unless it is simply visible", async () => {
    for (const { cells: all } of await rowsOf(makeTree(tree), ["every"]))
      for (const { state, because, host } of all) {
        expect(CELL_STATES).toContain(state);
        if (state !== "visible") expect([host, because?.code]).toEqual([host, expect.stringMatching(/^SK\d{3}$/)]);
      }
  });

  test("the name is what most would call it", async () => {
    const rows = await rowsOf(makeTree(tree), ["claude-code", "opencode", "cursor"]);
    expect(rows.filter((row) => row.skill.directory === "other").map((row) => row.name)).toEqual(["named"]);
  });
});

describe("[V14] rows", () => {
  test("what settings add, and commands", async () => {
    const rows = await rowsOf(makeTree(tree), ["claude-code", "opencode"]);
    expect(cells(rows, "listed")).toEqual({ "claude-code": "not-searched SK701", opencode: "visible" });
    expect(cells(rows, "git:commit")).toEqual({ "claude-code": "visible", opencode: "not-searched SK701" });
  });

  test("a command of one host is nothing that another could be helped with", async () => {
    const { environment, files } = makeTree(tree);
    const { answers } = await explainEverywhere("git:commit", { environment, files, hosts: ["claude-code", "codex"] });
    expect(answers.map(({ cell, remedy }) => [cell.state, remedy])).toEqual([
      ["visible", undefined],
      ["not-searched", undefined],
    ]);
  });

  test("links lead to the same row", async () => {
    const linked = makeTree({
      "project/.agents/skills/pdf/SKILL.md": skill("pdf"),
      "project/.claude/skills/pdf": { link: "../../.agents/skills/pdf" },
    });
    const rows = await rowsOf(linked, ["claude-code", "codex"]);
    expect(rows).toHaveLength(1);
    expect(cells(rows, "pdf")).toEqual({ "claude-code": "visible", codex: "visible" });
  });
});

describe("which hosts", () => {
  const machine = (entries: Entries, variables: Record<string, string> = {}): ReturnType<typeof openMachine> => {
    const { environment, files, at } = makeTree(entries, variables);
    return openMachine({ environment, files, cwd: at("project"), extra: [] });
  };
  const names = (profiles: readonly HostProfile[]): string[] => profiles.map((profile) => profile.name);
  const verified = names(PROFILES.filter((profile) => profile.confidence === "verified"));

  test("[V17] a version, or any below it", () => {
    for (const asked of ["codex", "codex@0.166", "codex@0.166.0", "codex@0"])
      expect(requireProfile(asked).name).toBe("codex");
    for (const asked of ["codex@0.1", "codex@0.16", "codex@1", "codex@", "codexx", ""])
      expect(() => requireProfile(asked)).toThrow(expect.objectContaining({ code: "SK305" }));
    expect(() => requireProfile("codex@9")).toThrow(
      expect.objectContaining({ hint: "the known versions are `codex@0.169.0`, `codex@0.166.0`" }),
    );
  });

  test("[V17] all, every, those asked for once each, and without a choice the verified and the present", () => {
    const here = machine({ "home/.cursor": { special: "directory" } });
    expect(names(chooseHosts(["all"], here))).toEqual(verified);
    expect(verified).toEqual(expect.arrayContaining(["claude-code", "codex", "opencode", "gemini-cli", "pi"]));
    expect(names(chooseHosts(["every"], here))).toEqual(names(PROFILES));
    expect(names(chooseHosts(["pi", "codex", "pi@0"], here))).toEqual(["pi", "codex"]);
    expect(names(chooseHosts(undefined, here))).toEqual([...verified, "cursor"]);
    expect(names(chooseHosts([], here))).toEqual([]);
  });

  test("[V17] on this machine: a directory, a directory that a variable moves, a program; never ourselves", () => {
    expect(names(detectHosts(machine({})))).toEqual([]);
    expect(
      names(detectHosts(machine({ "home/.codex": { special: "directory" }, "home/.config/skillwright/x": "" }))),
    ).toEqual(["codex"]);
    const { environment, files, at } = makeTree({
      "moved/x": "",
      "bin/gemini": { content: "#!/bin/sh\n", mode: 0o755 },
      "bin/pi": { content: "text", mode: 0o644 },
    });
    const variables = { CODEX_HOME: at("moved"), PATH: at("bin") };
    const moved = openMachine({ environment: { ...environment, variables }, files, cwd: at("project"), extra: [] });
    expect(names(detectHosts(moved))).toEqual(["codex", "gemini-cli"]);
  });
});
