import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { packageRoot } from "../../../src/platform/environment.ts";
import { needs } from "../../needs.ts";

interface Step {
  readonly name: string;
  readonly shell: string;
  readonly env: Record<string, string>;
  readonly run: string;
}

const action: { inputs: Record<string, { default: string }>; runs: { using: string; steps: Step[] } } = parse(
  readFileSync(join(packageRoot(), "action.yml"), "utf8"),
);
const check = action.runs.steps[1] as Step;

let workspace: string;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "action-")));
  mkdirSync(join(workspace, ".git"));
  skill(".agents/skills/good", "name: good\ndescription: Makes things good. Use when something is bad.");
  skill("other skills/bad", "name: bad");
  skill("other skills/odd", "name: other\ndescription: Makes things odd. Use when something is even.");
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

needs("bash").test("[O10] the action annotates what is wrong, and fails on errors", () => {
  const { status, stdout } = run({ PATHS: "other skills\n\n.agents/skills/good\n" });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^::error file=other skills\/bad\/SKILL\.md,.*SK102/m);
  expect(stdout).toMatch(/^::warning file=other skills\/odd\/SKILL\.md,.*SK104/m);
  expect(stdout).not.toContain("good");
});

needs("bash").test(
  "[O10] [S13] without paths it checks the whole tree, hidden directories too; strict fails on warnings",
  () => {
    skill("skills/.curated/hidden", "name: hidden");
    expect(action.inputs["paths"]?.default).toBe(".");
    expect(run({}).stdout).toMatch(/^::error file=skills\/\.curated\/hidden\/SKILL\.md,.*SK102/m);
    expect(run({ PATHS: "other skills/odd" })).toMatchObject({ status: 0 });
    expect(run({ PATHS: "other skills/odd", STRICT: "true" })).toMatchObject({ status: 1 });
  },
);

needs("bash").test("[S19] a path without a skill fails the action, unless it may be empty", () => {
  mkdirSync(join(workspace, "docs"));
  expect(run({ PATHS: "docs\n.agents/skills" })).toMatchObject({
    status: 1,
    stdout: `::error file=docs,title=SK647::there is no SKILL.md in this directory. name a skill, or a directory with skills in it; pass \`--allow-empty\` if there need not be one\n`,
    stderr: "1 skill file: 1 error\n",
  });
  expect(run({ PATHS: "docs", ALLOW_EMPTY: "true" })).toMatchObject({ status: 0, stdout: "" });
});

needs("bash").test("[O10] SARIF is written beside, findings or not", () => {
  expect(run({ PATHS: "other skills/bad", SARIF: "out.sarif" }).status).toBe(1);
  expect(JSON.parse(readFileSync(join(workspace, "out.sarif"), "utf8")).version).toBe("2.1.0");
});

needs("bash").test("[O10] an input is never a command, nor an option", () => {
  run({ PATHS: "$(touch ran)\n`touch ran`\n; touch ran\n--fix" });
  expect(() => readFileSync(join(workspace, "ran"))).toThrow("ENOENT");
  expect(JSON.stringify(action.runs.steps.map((step) => step.run))).not.toContain("${{");
});

needs("bash").test("[O10] the first step accepts this Node and what is built", () => {
  const first = action.runs.steps[0] as Step;
  expect(bash(first.run, {})).toMatchObject({ status: 0, stderr: "" });
});

test("[O10] [S13] the pre-commit hook checks the whole tree when a skill file changes", () => {
  const [hook] = parse(readFileSync(join(packageRoot(), ".pre-commit-hooks.yaml"), "utf8"));
  expect(hook).toMatchObject({ id: "skillwright-check", language: "node", entry: "skillwright check ." });
  expect(hook.pass_filenames).toBe(false);
  const files = new RegExp(hook.files);
  const paths = ["SKILL.md", ".claude/skills/pdf/SKILL.md", "x/skill.md", "docs/MY-SKILL.md", "SKILL.md.bak"];
  expect(paths.filter((path) => files.test(path))).toEqual(paths.slice(0, 3));
});

function skill(directory: string, header: string): void {
  mkdirSync(join(workspace, directory), { recursive: true });
  writeFileSync(join(workspace, directory, "SKILL.md"), `---\n${header}\n---\nDo it.\n`);
}

function run(inputs: Record<string, string>): { status: number | null; stdout: string; stderr: string } {
  return bash(check.run, { PATHS: "", STRICT: "false", SARIF: "", ALLOW_EMPTY: "false", ...inputs });
}

/** As a runner runs a step: `bash -e -o pipefail`. */
function bash(
  script: string,
  variables: Record<string, string>,
): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, HOME: workspace, ACTION_PATH: packageRoot(), ...variables };
  return spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: workspace,
    env,
    encoding: "utf8",
  });
}
