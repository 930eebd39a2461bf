import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
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
const [install, check] = action.runs.steps as [Step, Step];

let packed: string;
let tarball: string;
let built: string;
let workspace: string;

beforeAll(() => {
  packed = realpathSync(mkdtempSync(join(tmpdir(), "action-package-")));
  const args = ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", packed];
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: packageRoot(), encoding: "utf8" });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  tarball = join(packed, stdout.trim());
  built = join(packed, "skillwright");
  writeFileSync(built, `#!/bin/sh\nexec node "${join(packageRoot(), "dist/bin.cjs")}" "$@"\n`, { mode: 0o755 });
});

afterAll(() => rmSync(packed, { recursive: true, force: true }));

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
    stdout: `::error file=docs,title=SK647::there is no SKILL.md in this directory. name a skill, or a directory with skills in it; to accept a directory without skills, pass \`--allow-empty\`\n`,
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

needs("bash").test("[O10] the action installs a tarball outside the workspace and runs it", () => {
  copyFileSync(tarball, join(workspace, "skillwright.tgz"));
  const { status, stderr, command } = installPackage("skillwright.tgz");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(command).toMatch(/^.*\/temp\/skillwright-\w+\/node_modules\/\.bin\/skillwright$/);
  expect(run({ PATHS: "other skills", COMMAND: command })).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^::error file=other skills\/bad\/SKILL\.md,.*SK102/m),
  });
});

needs("bash").test("[O10] without a package the action installs its own version, or says how to name one", () => {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  const programs = join(workspace, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "npm"), '#!/bin/sh\nfor last; do :; done\necho "asked for $last"\nexit 1\n', {
    mode: 0o755,
  });
  const PATH = `${programs}${delimiter}${process.env["PATH"]}`;
  expect(installPackage(action.inputs["package"]?.default ?? "", { PATH })).toEqual({
    status: 1,
    stdout: `asked for skillwright@${version}\n::error::npm could not install the package; set the input \`package\` to a version on npm or to a tarball of \`npm pack\`\n`,
    stderr: "",
    command: "",
  });
});

interface Workflow {
  readonly jobs: Record<string, { strategy?: { matrix: unknown }; permissions?: unknown; steps?: Partial<Step>[] }>;
}

test("[O10] the workflows test as the README says on each supported Node, try the action, and publish with provenance", () => {
  const { jobs } = workflow("ci");
  expect(jobs["test"]?.strategy?.matrix).toEqual({ node: [20, 22, 24] });
  const [command] = /npm ci && npm test/.exec(readFileSync(join(packageRoot(), "README.md"), "utf8")) ?? [];
  expect(commands(jobs["test"])).toEqual([command]);
  expect(jobs["action"]?.steps?.at(-1)).toMatchObject({ uses: "./", with: { package: "skillwright.tgz" } });
  const { publish } = workflow("release").jobs;
  expect(publish).toMatchObject({ needs: "test", permissions: { contents: "read", "id-token": "write" } });
  expect(commands(publish).at(-1)).toBe("npm publish --provenance --access public");
});

test("[O10] a workflow passes expressions as variables, never inside a command", () => {
  const all = ["ci", "release"].flatMap((name) => Object.values(workflow(name).jobs)).flatMap(commands);
  expect(all.length).toBeGreaterThan(4);
  expect(all.filter((command) => command.includes("${{"))).toEqual([]);
});

test("[O10] [S13] the pre-commit hook checks the whole tree when a skill file changes", () => {
  const [hook] = parse(readFileSync(join(packageRoot(), ".pre-commit-hooks.yaml"), "utf8"));
  expect(hook).toMatchObject({ id: "skillwright-check", language: "node", entry: "skillwright check ." });
  expect(hook.pass_filenames).toBe(false);
  const files = new RegExp(hook.files);
  const paths = ["SKILL.md", ".claude/skills/pdf/SKILL.md", "x/skill.md", "docs/MY-SKILL.md", "SKILL.md.bak"];
  expect(paths.filter((path) => files.test(path))).toEqual(paths.slice(0, 3));
});

function workflow(name: string): Workflow {
  return parse(readFileSync(join(packageRoot(), ".github/workflows", `${name}.yml`), "utf8"));
}

function commands(job: Workflow["jobs"][string] | undefined): string[] {
  return (job?.steps ?? []).flatMap(({ run }) => run ?? []);
}

function skill(directory: string, header: string): void {
  mkdirSync(join(workspace, directory), { recursive: true });
  writeFileSync(join(workspace, directory, "SKILL.md"), `---\n${header}\n---\nDo it.\n`);
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the install step of the action without a network. */
function installPackage(name: string, variables: Record<string, string> = {}): Ended & { command: string } {
  const output = join(workspace, "output");
  const temporary = join(workspace, "temp");
  mkdirSync(temporary);
  writeFileSync(output, "");
  const ended = bash(install.run, {
    ACTION_PATH: packageRoot(),
    PACKAGE: name,
    RUNNER_TEMP: temporary,
    GITHUB_OUTPUT: output,
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
    ...variables,
  });
  return { ...ended, command: /^command=(.*)$/m.exec(readFileSync(output, "utf8"))?.[1] ?? "" };
}

/** Runs the check step of the action, by default with the command of this build. */
function run(inputs: Record<string, string>): Ended {
  return bash(check.run, { COMMAND: built, PATHS: "", STRICT: "false", SARIF: "", ALLOW_EMPTY: "false", ...inputs });
}

/** Runs a script as a CI runner does: `bash -e -o pipefail`. */
function bash(script: string, variables: Record<string, string>): Ended {
  const env = { ...process.env, HOME: workspace, ...variables };
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  const { status, stdout, stderr } = spawnSync("bash", args, { cwd: workspace, env, encoding: "utf8" });
  return { status, stdout, stderr };
}
