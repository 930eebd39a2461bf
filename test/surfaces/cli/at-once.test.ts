/** Runs commands at the same time on one machine. If a command succeeds, the file has its change. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Machine, skill } from "../../install/machine.ts";
import { bin } from "./run.ts";

const AT_ONCE = 12;
const NAMES = Array.from({ length: AT_ONCE }, (_, index) => `s${index}`);

interface Options {
  readonly cwd?: string;
  readonly home?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

function run(machine: Machine, args: readonly string[], options: Options = {}): Promise<string> {
  const { cwd = machine.project, home = machine.home, variables = {} } = options;
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { HOME: home, PATH: "", ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => {
    stderr += text.toString();
  });
  return new Promise((resume) => child.on("close", (code) => resume(code === 0 ? "" : `${code}: ${stderr}`)));
}

async function all(commands: readonly Promise<string>[]): Promise<void> {
  expect((await Promise.all(commands)).filter((failure) => failure !== "")).toEqual([]);
}

function leftovers(machine: Machine): string[] {
  const found = readdirSync(machine.directory, { recursive: true, encoding: "utf8" });
  return found.filter((path) => /\.tmp$|\.lock\.|\/\.[^/]*\.lock$/.test(path));
}

function userSkills(): Machine {
  return new Machine(
    Object.fromEntries(NAMES.map((name) => [`home/.agents/skills/${name}/SKILL.md`, skill(name, `Does ${name}.`)])),
  );
}

/** Returns the names in a list of the configuration. */
function listed(machine: Machine, key: string): string[] {
  const text = machine.read("home/.config/skillwright/config.yaml");
  const block = new RegExp(`^${key}:\\n((?:  - .*\\n)*)`, "m").exec(text)?.[1] ?? "";
  return block
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice("  - ".length))
    .sort();
}

describe("[SF1] commands at once", () => {
  test("disable, then enable: every skill is as its last command said", async () => {
    const machine = userSkills();
    await all(NAMES.map((name) => run(machine, ["disable", name])));
    expect(listed(machine, "disable")).toEqual([...NAMES].sort());
    const [some, others] = [NAMES.slice(0, 6), NAMES.slice(6)];
    await all([
      ...some.map((name) => run(machine, ["enable", name])),
      ...others.map((name) => run(machine, ["disable", name])),
    ]);
    expect(listed(machine, "disable")).toEqual([...others].sort());
    expect(leftovers(machine)).toEqual([]);
  });

  test("trust beside untrust: every folder is as its command said", async () => {
    const machine = new Machine();
    const folders = NAMES.map((name) => machine.path(name));
    for (const folder of folders) mkdirSync(`${folder}/.git`, { recursive: true });
    const [old, fresh] = [folders.slice(0, 4), folders.slice(4)];
    for (const cwd of old) await all([run(machine, ["trust", "--yes"], { cwd })]);
    await all([
      ...fresh.map((cwd) => run(machine, ["trust", "--yes"], { cwd })),
      ...old.map((cwd) => run(machine, ["trust", "--remove"], { cwd })),
    ]);
    const { folders: trusted } = JSON.parse(machine.read("home/.config/skillwright/trust.json"));
    expect(trusted).toEqual([...fresh].sort());
    expect(leftovers(machine)).toEqual([]);
  });

  test("add from two homes and two data directories: the project's lock has every skill", async () => {
    const machine = new Machine(Object.fromEntries(NAMES.map((name) => [`src/${name}/SKILL.md`, skill(name)])));
    const other = machine.path("other");
    mkdirSync(other);
    await all(
      NAMES.map((name, index) =>
        run(machine, ["add", `../src/${name}`, "--yes"], {
          home: index % 2 === 0 ? machine.home : other,
          variables: index % 3 === 0 ? { XDG_DATA_HOME: machine.path("data") } : {},
        }),
      ),
    );
    const { skills } = JSON.parse(readFileSync(machine.path("project/skills.lock"), "utf8"));
    expect(Object.keys(skills)).toEqual(NAMES.map((name) => `.agents/skills/${name}`).sort());
    expect(leftovers(machine)).toEqual([]);
  });
});
