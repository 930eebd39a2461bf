/** Runs skills: some run nothing, and the machine's sandbox is tried only if it is needed. */
import { expect, test } from "vitest";
import type { ShellText } from "../../../src/model/conversation/activation.ts";
import type { Skill } from "../../../src/model/skills/skill.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import {
  contextFor,
  type RunInstance,
  runShell,
  runSkillScript,
  sandboxOf,
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
  const context = contextFor(skill, instance, { entrusted, control: { promptTimeoutMs: 7 } });
  expect([context.entrusted, context.askTimeoutMs]).toEqual([
    { TOKEN: "value of TOKEN", PDF_HOME: "value of PDF_HOME" },
    7,
  ]);
});
