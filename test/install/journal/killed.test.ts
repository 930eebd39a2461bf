/** An installation that is killed with SIGKILL at each of its steps leaves the old state or the new one, in a real process. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { STEPS, type Step } from "../../../src/install/journal/steps.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { readLock } from "../../../src/trust/approvals/skills-lock.ts";
import { digestDirectory } from "../../../src/trust/bundle/digest.ts";
import { bin } from "../../surfaces/cli/run.ts";
import { Machine, skill } from "../machine.ts";

const library = resolve(import.meta.dirname, "../../../dist/index.js");
const worker = join(import.meta.dirname, "killed-worker.mjs");

const OLD = { "v1/pdf/SKILL.md": skill("pdf", "The first."), "v1/pdf/scripts/run.sh*": "echo 1\n" };
const NEW = { "v2/pdf/SKILL.md": skill("pdf", "The second."), "v2/pdf/references/more.md": "More.\n" };

/** In a process of its own, which ends itself at the step. */
function killedAt(machine: Machine, source: string, step: Step): void {
  const args = [worker, library, machine.project, machine.home, source, step];
  const { signal, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ signal, stderr }).toEqual({ signal: "SIGKILL", stderr: "" });
}

/** What a fresh process of the real command says, and what is on the disk. */
function stateOf(machine: Machine): object {
  const { stdout } = spawnSync(process.execPath, [bin, "list", "--json", "--no-default-skills"], {
    cwd: machine.project,
    env: { HOME: machine.home, PATH: "" },
    encoding: "utf8",
  });
  const listed = JSON.parse(stdout) as { skills: { name: string; offered: boolean }[] };
  const directory = join(machine.project, ".agents/skills/pdf");
  return {
    listed: listed.skills.map(({ name, offered }) => [name, offered]),
    digest: existsSync(directory) ? digestDirectory(directory) : undefined,
    locked: readLock(join(machine.project, "skills.lock"), nodeFiles).get(".agents/skills/pdf")?.digest,
  };
}

function stateWith(digest: string): object {
  return { listed: [["pdf", true]], digest, locked: digest };
}

const NOTHING = { listed: [], digest: undefined, locked: undefined };

/** Whatever an installation makes for itself. */
function leftovers(machine: Machine): string[] {
  const all = readdirSync(machine.directory, { recursive: true, encoding: "utf8" });
  return all.filter((path) => /\.skillwright-|\.tmp$|journal\.json|\.lock\.|\/\.[^/]*\.lock$|temporary/.test(path));
}

const REACHED_BY_FIRST = STEPS.filter((step) => step !== "moved-aside");

describe("[Y10] killed at", () => {
  test.each(REACHED_BY_FIRST)("%s, a first installation leaves nothing or all of it", async (step) => {
    const machine = new Machine({ ...OLD });
    const digest = digestDirectory(machine.path("v1/pdf"));
    killedAt(machine, "../v1/pdf", step);
    const state = stateOf(machine);
    expect([NOTHING, stateWith(digest)]).toContainEqual(state);
    await machine.add("../v1/pdf");
    expect(stateOf(machine)).toEqual(stateWith(digest));
    expect(leftovers(machine)).toEqual([]);
  });

  test.each(STEPS)("%s, a replacement leaves the old skill or the new one", async (step) => {
    const machine = new Machine({ ...OLD, ...NEW });
    const before = digestDirectory(machine.path("v1/pdf"));
    const after = digestDirectory(machine.path("v2/pdf"));
    await machine.add("../v1/pdf");
    killedAt(machine, "../v2/pdf", step);
    expect([stateWith(before), stateWith(after)]).toContainEqual(stateOf(machine));
    await machine.add("../v2/pdf");
    expect(stateOf(machine)).toEqual(stateWith(after));
    expect(leftovers(machine)).toEqual([]);
  });

  test.each(["begun", "committed", "moved-aside", "lock-written", "tidied"] as const)(
    "%s, a removal leaves the skill or nothing of it",
    async (step) => {
      const machine = new Machine({ ...OLD });
      await machine.add("../v1/pdf");
      killedAt(machine, "remove", step);
      expect([stateWith(digestDirectory(machine.path("v1/pdf"))), NOTHING]).toContainEqual(stateOf(machine));
    },
  );
});
