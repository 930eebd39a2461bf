/** Compares the parser's reading of path forms with the real git. */
import { execFileSync, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import type { Surroundings } from "../../../src/session/permit/paths/surroundings.ts";
import { readCall } from "../../../src/session/permit/read-call.ts";
import { findGrantingRule } from "../../../src/session/permit/rules/find-granting-rule.ts";
import { readToolRules } from "../../../src/session/permit/rules/rule-set.ts";

const directory = realpathSync(mkdtempSync(join(tmpdir(), "git-paths-")));
const settings = join(directory, ".claude/settings.json");
const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: directory,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};
const around: Surroundings = {
  cwd: directory,
  projectRoot: directory,
  home: "/home/u",
  files: nodeFiles,
  readable: [],
  active: [],
  protectedPlaces: [join(directory, ".git"), join(directory, ".claude")],
  isProtected: (path) => [".git", ".claude"].some((name) => `${path}/`.startsWith(`${directory}/${name}/`)),
};

function git(...args: string[]): void {
  const me = ["-c", "user.name=u", "-c", "user.email=u@example.invalid", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...me, ...args], { cwd: directory, env, stdio: "ignore" });
}

function commit(content: string): void {
  writeFileSync(settings, content);
  writeFileSync(join(directory, "src/app.json"), content);
  git("add", "--all");
  git("commit", "--message", content);
}

beforeAll(() => {
  for (const name of [".claude", "src"]) mkdirSync(join(directory, name));
  git("init");
  commit("good");
  git("branch", "evil");
  git("checkout", "evil");
  commit("evil");
});
beforeEach(() => {
  git("checkout", "--force", "main");
});
afterAll(() => rmSync(directory, { recursive: true }));

const granted = async (command: string): Promise<boolean> =>
  "rule" in findGrantingRule(readToolRules(["Bash(git *)"]), await readCall("Bash", "shell", { command }), around);

/** Returns whether the command replaced the settings with those of the other branch. */
function brings(command: string): boolean {
  spawnSync("/bin/sh", ["-c", command], { cwd: directory, env });
  return readFileSync(settings, "utf8") === "evil";
}

test.each([
  ".claude",
  "./.claude/",
  ".claude/settings.json",
  "src/../.claude",
  "':/.claude'",
  "':(top).claude'",
  "':(icase).CLAUDE'",
  "':(glob)**/settings.json'",
  "':(top,icase).Claude'",
  "'*.json'",
  "'.cl*'",
  "'.cl\\aude/*'",
  "'.[c]laude/*'",
  "'?claude/settings.json'",
  "'src/../.cl*'",
])("[B23] %s brings settings from elsewhere, and is not granted", async (path) => {
  for (const command of [`git checkout evil -- ${path}`, `git restore --source=evil ${path}`]) {
    expect([command, brings(command), await granted(command)]).toEqual([command, true, false]);
    git("checkout", "--force", "main");
    git("reset", "--hard", "main");
  }
});

test.each(["src", "src/app.json"])("[B23] %s brings nothing of the kind, and is granted", async (path) => {
  const command = `git checkout evil -- ${path}`;
  expect([brings(command), await granted(command)]).toEqual([false, true]);
  git("reset", "--hard", "main");
});

test.each(["git checkout evil", "git switch evil", "git reset --hard evil", "git merge evil"])(
  "[B23] %s takes over what the repository has, and is granted",
  async (command) => {
    expect([brings(command), await granted(command)]).toEqual([true, true]);
    git("checkout", "--force", "-B", "main", "evil~1");
  },
);

test.each(["git checkout evil -- .", "git restore --source=evil ."])(
  "[B23] %s takes a whole tree from another commit, and asks",
  async (command) => {
    expect([brings(command), await granted(command)]).toEqual([true, false]);
    git("checkout", "--force", "-B", "main", "main");
    git("reset", "--hard");
  },
);

test("[B22] git records no file with a second name, which can be that of a secret", async () => {
  writeFileSync(join(directory, ".env"), "TOKEN=x");
  linkSync(join(directory, ".env"), join(directory, "plain.txt"));
  expect([await granted("git add plain.txt"), await granted("git add src/app.json")]).toEqual([false, true]);
});
