/** Runs skills: some run nothing, and the machine's sandbox is tried only if it is needed. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ShellText } from "../../../src/model/conversation/activation.ts";
import { DEFAULT_RUN_SETTINGS } from "../../../src/model/rules/run-settings.ts";
import type { Skill } from "../../../src/model/skills/skill.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { runCommand } from "../../../src/run/process/run-command.ts";
import {
  type RunInstance,
  runShell,
  runSkillScript,
  sandboxOf,
  scriptContextFor,
} from "../../../src/run/process/run-skill.ts";

test("[MC26] the answer says why nothing of a skill from another server is run", async () => {
  const skill = { root: { path: "/", foreign: true } } as unknown as Skill;
  const text = { skill, commands: ["id", "ls"] } as unknown as ShellText;
  // Neither the policy nor the sandbox is used.
  const instance = {} as RunInstance;
  const reason = "it comes from an MCP server, and Skillwright runs nothing of such a skill";
  expect(await runShell(text, instance, {})).toEqual({ results: [{ refused: reason }, { refused: reason }] });
  expect(await runSkillScript(skill, { path: "a.sh" }, instance, {})).toEqual({ refused: { code: "SK430", reason } });
});

test("[F4] a sandbox is tried once for each PATH", async () => {
  const environmentWith = (path: string): Environment => ({
    ...{ cwd: "/", home: "/home/u", platform: "linux" },
    variables: { PATH: path },
  });
  const files = memoryFiles({});
  const first = sandboxOf(environmentWith("/none/a"), files);
  expect(sandboxOf(environmentWith("/none/a"), files)).toBe(first);
  expect(sandboxOf(environmentWith("/none/b"), files)).not.toBe(first);
});

test("[DP5] [F12] a command gets the variables that its skill declares, and its question has the limit of the session", () => {
  const skill = {
    root: { path: "/" },
    sidecar: {
      dependencies: {
        tools: [
          { type: "env_var", value: "TOKEN" },
          { type: "mcp", value: "docs" },
        ],
      },
    },
    manifest: { eligibility: { requiredEnv: ["PDF_HOME"] } },
  } as unknown as Skill;
  const instance = {
    snapshot: { projectRoot: "/", roots: [], skills: [] },
    config: { run: { environment: [] } },
    options: { environment: { cwd: "/", home: "/h", platform: "linux", variables: {} }, files: memoryFiles({}) },
  } as unknown as RunInstance;
  const entrusted = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
  const context = scriptContextFor(skill, instance, { entrusted, control: { promptTimeoutMs: 7 } });
  expect([context.entrusted, context.askTimeoutMs]).toEqual([
    { TOKEN: "value of TOKEN", PDF_HOME: "value of PDF_HOME" },
    7,
  ]);
});

describe("[F16] a symlink in a project gives a command no other directory to write", () => {
  const PLACES = {
    inside: "proj/src",
    "the project itself": "proj",
    "the home": "home",
    "beside the project": "other",
    "a parent": "",
    "the settings": "home/.config/skillwright",
    "in the settings": "home/.config/skillwright/deep",
    "the data": "home/.local/share/skillwright",
    "a root": "home/.agents/skills",
    "a skill": "home/.agents/skills/own",
  } as const;
  const refused: Readonly<Record<string, readonly string[]>> = {
    "proj/out": Object.keys(PLACES).filter((name) => name !== "inside" && name !== "the project itself"),
    "proj/a/b/out": Object.keys(PLACES).filter((name) => name !== "inside" && name !== "the project itself"),
    "own/out": ["the settings", "in the settings", "the data", "a root", "a skill"],
  };
  const rows = Object.keys(refused).flatMap((from) =>
    Object.entries(PLACES).flatMap(([name, to]) =>
      ["", "/below"].map((rest) => [`${from}${rest}`, name, from, to, rest] as const),
    ),
  );
  test.each(rows)("%s, where the symlink leads to %s", async (_, name, from, to, rest) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-write-")));
    for (const place of Object.values(PLACES)) mkdirSync(join(root, place, "below"), { recursive: true });
    mkdirSync(dirname(join(root, from)), { recursive: true });
    symlinkSync(join(root, to), join(root, from));
    const requests: string[] = [];
    const outcome = await runCommand(
      { program: "true", args: [] },
      {
        settings: { ...DEFAULT_RUN_SETTINGS, write: [join(root, from + rest)] },
        environment: { cwd: root, home: join(root, "home"), platform: "linux", variables: { PATH: "/bin" } },
        files: nodeFiles,
        projectRoot: join(root, "proj"),
        skillDirectories: ["home/.config/skillwright", "home/.local/share/skillwright", "home/.agents/skills"].map(
          (path) => join(root, path),
        ),
        sandbox: async () => ({
          name: "told",
          level: "isolated",
          run: async ({ confinement }) => {
            requests.push(...confinement.write);
            return { ended: "exited", code: 0, stdout: "", stderr: "" };
          },
        }),
      },
    );
    const isRefused = refused[from]?.includes(name) === true;
    expect([outcome.ended, requests.length]).toEqual(isRefused ? ["not-started", 0] : ["exited", 1]);
    rmSync(root, { recursive: true });
  });
});
