/** A real process is killed with SIGKILL at each step of an install. It leaves the old state or the new one. */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { INSTALL_STEPS, type InstallStep } from "../../../src/install/journal/steps.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { digestDirectory } from "../../../src/trust/bundle/digest.ts";
import { readLock } from "../../../src/trust/locks/skills-lock.ts";
import { runShared } from "../../surfaces/cli/shared.ts";
import { Machine, skill } from "../machine.ts";

const library = resolve(import.meta.dirname, "../../../dist/install.js");
const worker = join(import.meta.dirname, "killed-worker.mjs");

const OLD = { "v1/pdf/SKILL.md": skill("pdf", "The first."), "v1/pdf/scripts/run.sh*": "echo 1\n" };
const NEW = { "v2/pdf/SKILL.md": skill("pdf", "The second."), "v2/pdf/references/more.md": "More.\n" };

/** Installs in a separate process, which ends itself at the step. */
function killedAt(machine: Machine, source: string, step: InstallStep, count = 1): void {
  const args = [worker, library, machine.project, machine.home, source, step, String(count)];
  const { signal, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ signal, stderr }).toEqual({ signal: "SIGKILL", stderr: "" });
}

function placeOf(machine: Machine): { cwd: string; env: Record<string, string> } {
  return { cwd: machine.project, env: { HOME: machine.home, PATH: "" } };
}

function run(machine: Machine, ...args: readonly string[]): string {
  return runShared([...args, "--no-default-skills"], placeOf(machine)).stdout;
}

interface Seen {
  /** A skill's name, whether it is offered, and the text that a model gets. */
  readonly skills: readonly (readonly [name: string, offered: boolean, body: string])[];
  readonly unfinished: readonly string[];
}

/** Returns the output of the built command in a process without an install. Fails if it writes anything. */
function shownBy(machine: Machine): Seen {
  const before = everythingIn(machine);
  const listed = JSON.parse(run(machine, "list", "--json")) as {
    skills: { name: string; offered: boolean }[];
    diagnostics: { code: string; message: string; help?: string }[];
  };
  const skills = listed.skills.map(({ name, offered }) => {
    const body = /The (?:first|second)\./.exec(run(machine, "load", name))?.[0] ?? "";
    return [name, offered, body] as const;
  });
  expect(everythingIn(machine)).toEqual(before);
  const said = listed.diagnostics.filter(({ code }) => code === "SK668" || code === "SK663");
  for (const { code, help } of said)
    expect([code, help]).toEqual(["SK668", expect.stringContaining("run `skillwright install`")]);
  return { skills, unfinished: said.map(({ message }) => message) };
}

/** Returns every path with its content, mode and modification time. */
function everythingIn(machine: Machine): object {
  const paths = readdirSync(machine.directory, { recursive: true, encoding: "utf8" }).sort();
  return paths.map((path) => {
    const { mode, size, mtimeMs, ino } = lstatSync(join(machine.directory, path));
    return [path, mode, size, mtimeMs, ino];
  });
}

/** Returns the answers of the command, and the directory and the lock on the disk. */
function stateOf(machine: Machine): object {
  const directory = join(machine.project, ".agents/skills/pdf");
  return {
    ...shownBy(machine),
    digest: existsSync(directory) ? digestDirectory(directory) : undefined,
    locked: readLock(join(machine.project, "skills.lock"), nodeFiles).get(".agents/skills/pdf")?.digest,
  };
}

function stateWith(digest: string, body: string): object {
  return { skills: [["pdf", true, body]], unfinished: [], digest, locked: digest };
}

const NOTHING = { skills: [], unfinished: [], digest: undefined, locked: undefined };
const FIRST = ["pdf", true, "The first."] as const;
const SECOND = ["pdf", true, "The second."] as const;

/** Returns true for steps of an install at which its journal is on the disk. */
function isJournalled(step: InstallStep): boolean {
  return step !== "guarded" && step !== "done";
}

function isNew(step: InstallStep): boolean {
  return INSTALL_STEPS.indexOf(step) >= INSTALL_STEPS.indexOf("moved-in");
}

/** Returns the temporary files of an install that are left. */
function leftovers(machine: Machine): string[] {
  const all = readdirSync(machine.directory, { recursive: true, encoding: "utf8" });
  return all.filter((path) => /\.skillwright-|\.tmp$|journal\.json|\.lock\.|\/\.[^/]*\.lock$|temporary/.test(path));
}

/** Commands that read skills in another way than `list` and `load`. */
const LOOKS: readonly (readonly string[])[] = [
  ...PROFILES.map(({ name }) => ["list", "--host", name]),
  ["matrix", "--hosts", "every"],
  ["explain", "pdf", "--all-hosts"],
  ["explain", "pdf", "--details"],
  ["explain", "--message", "use $pdf"],
  ["doctor"],
  ["verify"],
  ["audit"],
  ["check"],
  ["budget"],
  ["catalog", "--host", "codex"],
  ["search", "first"],
  ["deps", "pdf", "--for", "codex"],
  ["compile", "pdf", "--to", "codex"],
  ["place", "pdf", "--for", "claude-code"],
  ["update", "--check", "--offline"],
  ["trust", "--yes"],
];

const REACHED_BY_FIRST = INSTALL_STEPS.filter((step) => step !== "moved-aside");

describe("[Y10] [O15] killed at", () => {
  test.each(REACHED_BY_FIRST)("%s, a first installation leaves nothing or all of it", async (step) => {
    const machine = new Machine({ ...OLD });
    const digest = digestDirectory(machine.path("v1/pdf"));
    killedAt(machine, "../v1/pdf", step);
    const state = isNew(step) ? "the new version is in place" : "it is not installed";
    expect(shownBy(machine)).toEqual({
      skills: isNew(step) ? [FIRST] : [],
      unfinished: isJournalled(step) ? [expect.stringContaining(`\`pdf\` was interrupted; ${state}`)] : [],
    });
    await machine.add("../v1/pdf");
    expect(stateOf(machine)).toEqual(stateWith(digest, "The first."));
    expect(leftovers(machine)).toEqual([]);
  });

  test.each(INSTALL_STEPS)(
    "%s, a replacement shows the old skill or the new one, and an install finishes it",
    async (step) => {
      const machine = new Machine({ ...OLD, ...NEW });
      const before = digestDirectory(machine.path("v1/pdf"));
      const after = digestDirectory(machine.path("v2/pdf"));
      await machine.add("../v1/pdf");
      killedAt(machine, "../v2/pdf", step);
      const state = isNew(step) ? "the new version is in place" : "the old version is in place";
      expect(shownBy(machine)).toEqual({
        skills: [isNew(step) ? SECOND : FIRST],
        unfinished: isJournalled(step) ? [`the installation of \`pdf\` was interrupted; ${state}`] : [],
      });
      run(machine, "install");
      expect([stateWith(before, "The first."), stateWith(after, "The second.")]).toContainEqual(stateOf(machine));
      expect(leftovers(machine)).toEqual([]);
      await machine.add("../v2/pdf");
      expect(stateOf(machine)).toEqual(stateWith(after, "The second."));
      expect(leftovers(machine)).toEqual([]);
    },
  );

  test.each(["committed", "moved-aside"] as const)(
    "%s, every other command still answers, through every host",
    async (step) => {
      const machine = new Machine({ ...OLD, ...NEW });
      await machine.add("../v1/pdf");
      killedAt(machine, "../v2/pdf", step);
      const wrong = LOOKS.map((args) => {
        const { code, stderr } = runShared(args, placeOf(machine));
        return { args, code, stderr };
      }).filter(({ code, stderr }) => !(code === 0 || code === 1) || stderr.includes("internal error"));
      expect(wrong).toEqual([]);
    },
  );

  test.each(["begun", "committed", "moved-aside", "lock-written", "tidied"] as const)(
    "%s, a removal leaves the skill or nothing of it",
    async (step) => {
      const machine = new Machine({ ...OLD });
      await machine.add("../v1/pdf");
      killedAt(machine, "remove", step);
      const isGone = INSTALL_STEPS.indexOf(step) >= INSTALL_STEPS.indexOf("moved-aside");
      const { skills, unfinished } = shownBy(machine);
      expect([skills, unfinished]).toEqual([isGone ? [] : [FIRST], [expect.any(String)]]);
      if (step !== "begun" && step !== "tidied")
        expect(unfinished[0]).toContain(
          `the removal of \`pdf\` was interrupted; it is ${isGone ? "removed" : "still installed"}`,
        );
      run(machine, "install");
      const kept = stateWith(digestDirectory(machine.path("v1/pdf")), "The first.");
      expect(stateOf(machine)).toEqual(step === "begun" ? kept : NOTHING);
    },
  );

  test("moved-in of the second of three skills, each skill is whole and offered", async () => {
    const names = ["a", "b", "c"];
    const files = (version: string, body: string) =>
      Object.fromEntries(names.map((name) => [`${version}/${name}/SKILL.md`, skill(name, body)]));
    const machine = new Machine({ ...files("v1", "The first."), ...files("v2", "The second.") });
    await machine.add("../v1");
    killedAt(machine, "../v2", "moved-aside", 2);
    expect(shownBy(machine)).toEqual({
      skills: names.map((name) => [name, true, name === "a" ? "The second." : "The first."]),
      unfinished: names.map((name) =>
        expect.stringContaining(`\`${name}\` was interrupted; the ${name === "a" ? "new" : "old"}`),
      ),
    });
    run(machine, "install");
    expect(shownBy(machine)).toEqual({ skills: names.map((name) => [name, true, "The second."]), unfinished: [] });
  });
});
