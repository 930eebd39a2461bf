/** Several real processes install at the same time, into one project and into the user's directory. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { readLock } from "../../../src/trust/locks/skills-lock.ts";
import { bin } from "../../surfaces/cli/run.ts";
import { Machine, skill } from "../machine.ts";

interface Ran {
  readonly code: number | null;
  readonly stderr: string;
}

function run(machine: Machine, ...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: machine.project,
    env: { HOME: machine.home, PATH: "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => {
    stderr += text.toString();
  });
  return new Promise((resume) => child.on("exit", (code) => resume({ code, stderr })));
}

function together(count: number, start: (index: number) => Promise<Ran>): Promise<Ran[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => start(index)));
}

function machineWith(count: number): Machine {
  const machine = new Machine();
  for (let index = 0; index < count; index++)
    machine.write({
      [`src/s${index}/SKILL.md`]: skill(`s${index}`),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`src/s${index}/f${at}.md`, `${index} ${at}\n`])),
    });
  return machine;
}

function leftovers(machine: Machine): string[] {
  const all = readdirSync(machine.directory, { recursive: true, encoding: "utf8" });
  return all.filter((path) => /\.skillwright-|\.tmp$|journal\.json|\.lock\.|\/\.[^/]*\.lock$|temporary/.test(path));
}

async function settled(machine: Machine): Promise<unknown> {
  const verified = await (await machine.installer()).verify();
  return { states: new Set(verified.map(({ state }) => state)), count: verified.length, left: leftovers(machine) };
}

describe.each([
  [2, []],
  [8, []],
  [8, ["--user"]],
])("[Y10] %i processes %j", (count, where) => {
  test("that install a skill each all succeed, and the lock has every one", async () => {
    const machine = machineWith(count);
    const ran = await together(count, (index) => run(machine, "add", `../src/s${index}`, "--yes", ...where));
    expect(ran.filter(({ code }) => code !== 0)).toEqual([]);
    expect(await settled(machine)).toEqual({ states: new Set(["unchanged"]), count, left: [] });
  });

  test("that install the same skill all succeed", async () => {
    const machine = machineWith(1);
    const ran = await together(count, () => run(machine, "add", "../src/s0", "--yes", ...where));
    expect(ran.filter(({ code }) => code !== 0)).toEqual([]);
    expect(await settled(machine)).toEqual({ states: new Set(["unchanged"]), count: 1, left: [] });
  });
});

test("[Y10] adding and removing at the same time ends in one of the two", async () => {
  const machine = machineWith(3);
  await run(machine, "add", "../src", "--yes");
  await Promise.all([
    run(machine, "remove", "s0", "s1"),
    run(machine, "remove", "s1"),
    run(machine, "add", "../src", "--yes"),
    run(machine, "install", "--yes"),
    run(machine, "list"),
  ]);
  const locked = [...readLock(machine.path("project/skills.lock"), nodeFiles).keys()];
  expect(locked.filter((key) => !existsSync(join(machine.project, key)))).toEqual([]);
  expect(await settled(machine)).toEqual({ states: new Set(["unchanged"]), count: locked.length, left: [] });
});

test("[Y10] what a process that is gone had fetched is removed by the next command that installs", async () => {
  const machine = machineWith(1);
  machine.write({ "home/.local/share/skillwright/temporary/999999999.1.1/git-x/HEAD": "" });
  writeFileSync(machine.path("home/.local/share/skillwright/temporary/notes"), "");
  await (await machine.installer()).settleLocks();
  expect(machine.has("home/.local/share/skillwright/temporary")).toBe(false);
});
