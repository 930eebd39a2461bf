/** Runs `deps --packages` as a process: its list, and the confirmation before it runs a command. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SharedSandbox as Sandbox } from "../../surfaces/cli/shared.ts";

const SPECS = `install:
  - {kind: brew, formula: hello, bins: [hello]}
  - {id: by-npm, kind: npm, package: hello-tool, bins: [hello]}
  - {kind: npm, package: "x; rm -rf /", bins: [other]}
  - {kind: npm, package: here, bins: [npm]}
  - {kind: brew, formula: jq, os: [darwin]}
`;

function skill(name: string, more: string): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use when ${name} is asked for.\n${more}---\n`;
}

/** Makes a project with an npm that records its arguments and adds the program. */
function box(files: Readonly<Record<string, string>> = {}): Sandbox {
  const sandbox = new Sandbox({ "~/.agents/skills/tool/SKILL.md": skill("tool", SPECS), ...files });
  const bin = "../bin";
  sandbox.write({
    [`${bin}/npm`]: `#!/bin/sh\nfor each in "$@"; do echo "$each"; done >> "${sandbox.directory}/called"\ncp "$0" "${sandbox.directory}/bin/hello"\n`,
    [`${bin}/cp->`]: "/bin/cp",
  });
  chmodSync(sandbox.path(`${bin}/npm`), 0o755);
  return sandbox;
}

function called(sandbox: Sandbox): string[] | undefined {
  const path = `${sandbox.directory}/called`;
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : undefined;
}

const PLAN = `tool
  brew:hello       not on this machine: the program \`brew\` is not installed
  npm:hello-tool   run npm install --global --ignore-scripts --no-audit --no-fund -- hello-tool
  npm:x; rm -rf /  refused: \`x; rm -rf /\` is not a valid package name
  npm:here         here
  brew:jq          not on this machine: it is for darwin, and this is linux
`;

test("[J21] without `--run` it shows everything and runs nothing", () => {
  const sandbox = box();
  expect(sandbox.run(["deps", "--packages"])).toEqual({
    code: 0,
    stdout: PLAN,
    stderr: "help: 1 command to run; to review and run it, add `--run`\n",
  });
  expect(called(sandbox)).toBeUndefined();
});

test("[J21] `--run` wants a person, or `--yes`", () => {
  const sandbox = box();
  const refused = sandbox.run(["deps", "--packages", "tool", "--run"], { input: "y\n" });
  expect([refused.code, refused.stdout, refused.stderr.split("\n").slice(-3)]).toEqual([
    1,
    "",
    ["nothing was run", "help: run the command on a terminal, or review the commands, then add `--yes`", ""],
  ]);
  expect(called(sandbox)).toBeUndefined();
  const ran = sandbox.run(["deps", "--packages", "tool", "--run", "--yes"]);
  const command = "npm install --global --ignore-scripts --no-audit --no-fund -- hello-tool";
  expect([ran.code, ran.stdout]).toEqual([1, `npm:hello-tool  installed by ${command}\n`]);
  expect(ran.stderr).toContain(`running ${command}\n`);
  expect(called(sandbox)).toEqual([
    "install",
    "--global",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--",
    "hello-tool",
  ]);
});

test("[J21] what two skills want is installed once, and nothing of a skill that is withheld", () => {
  const wants = "install:\n  - {kind: npm, package: hello-tool}\n";
  const sandbox = box({
    "~/.agents/skills/tool/SKILL.md": skill("tool", wants),
    "~/.agents/skills/twin/SKILL.md": skill("twin", wants),
    ".agents/skills/evil/SKILL.md": skill("evil", "install:\n  - {kind: npm, package: evil}\n"),
  });
  expect(sandbox.run(["deps", "--packages", "evil", "--run", "--yes"])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/error\[SK501\]: `evil`: the folder is not trusted\nhelp: .+\n$/),
  });
  expect(called(sandbox)).toBeUndefined();
  expect(sandbox.run(["deps", "--packages", "--run", "--yes"]).code).toBe(0);
  expect(called(sandbox)?.filter((each) => !each.startsWith("-"))).toEqual(["install", "hello-tool"]);
});

test("[J21] [O1] as JSON; a skill that wants nothing, an unknown one, and none at all", () => {
  const sandbox = box({ "~/.agents/skills/plain/SKILL.md": skill("plain", "") });
  const { skills } = sandbox.json(["deps", "--packages", "tool"]) as { skills: { name: string; packages: object[] }[] };
  expect(skills.map(({ name, packages }) => [name, packages.length])).toEqual([["tool", 5]]);
  expect(skills[0]?.packages[1]).toEqual({
    spec: { id: "by-npm", kind: "npm", package: "hello-tool", bins: ["hello"], os: [] },
    result: {
      status: "planned",
      id: "by-npm",
      command: ["npm", "install", "--global", "--ignore-scripts", "--no-audit", "--no-fund", "--", "hello-tool"],
    },
  });
  expect(sandbox.run(["deps", "--packages", "plain"]).stdout).toBe("plain\n  needs no packages\n");
  expect(sandbox.run(["deps", "--packages", "tol"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("`tool`"),
  });
  expect(new Sandbox().run(["deps", "--packages"]).stdout).toBe("no skill needs packages\n");
});

test("[J21] a plan and `show` name what a skill wants", () => {
  const sandbox = box();
  const line = "packages  brew:hello, npm:hello-tool, npm:x; rm -rf /, npm:here, brew:jq";
  expect(sandbox.run(["add", "~/.agents/skills/tool", "--dry-run"]).stdout).toContain(`  ${line}\n`);
  expect(sandbox.run(["explain", "--details", "tool"]).stdout).toContain(
    `${line.replace("  ", " ".repeat(18))}  (see \`skillwright deps --packages\`)\n`,
  );
});

test("[J21] [C6] reports a skill that is ineligible because a program is missing, also in `explain`", () => {
  const needs =
    "eligibility:\n  required-bins: [hello]\ninstall:\n  - {kind: npm, package: hello-tool, bins: [hello]}\n";
  const sandbox = box({ "~/.agents/skills/tool/SKILL.md": skill("tool", needs) });
  expect(sandbox.run(["explain", "--details", "tool"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^tool {2}user {4}ineligible\n/),
  });
  expect(sandbox.run(["deps", "--packages", "--run", "--yes"]).code).toBe(0);
  expect(sandbox.run(["explain", "--details", "tool"]).stdout).toMatch(/^tool {2}user {4}loaded\n/);
});
