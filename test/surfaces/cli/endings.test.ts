/**
 * After any end of the command `skillwright`, no process of a skill's command is left. Uses real processes, with each
 * sandbox and without a sandbox.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newMark, processesWith, sleepersWith, waitForEnd } from "../../alive.ts";
import { onlyIf } from "../../needs.ts";
import { sandboxes } from "../../run/sandbox/here.ts";
import { waitFor } from "../../wait.ts";
import { bin, Sandbox } from "./run.ts";

const LINUX = process.platform === "linux";

/**
 * Returns a command with two processes that ignore SIGTERM in separate groups: one without a parent, one in the
 * foreground.
 */
const stubborn = (mark: string): string =>
  ["set -m", "trap '' HUP INT QUIT TERM", `(sleep ${mark} &)`, `sleep ${mark} &`, `sleep ${mark}`].join("\n");

/** The name under which the watchdog of `skillwright` runs. */
const WATCHDOG = "skw-watchdog";

/** Ends at the worst moment: just after the marked program was started, and before anything records the program. */
const DIES_AFTER_SPAWN = `
  const processes = require("node:child_process");
  const { spawn } = processes;
  processes.spawn = (program, args, options) => {
    const child = spawn(program, args, options);
    if (args.some((word) => word.includes(process.env.DIES_WITH))) process.kill(process.pid, "SIGKILL");
    return child;
  };
  require("node:module").syncBuiltinESMExports();
`;

interface Started {
  readonly command: ChildProcess;
  readonly ended: Promise<unknown[]>;
  /** Returns the text on standard error. */
  readonly complaints: () => string;
  readonly temporary: string;
}

interface StartOptions {
  readonly config?: string;
  /** Code that runs in the process of `skillwright` before all other code. */
  readonly preload?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Starts `skillwright load --shell` on a machine where the programs in `broken` fail. */
function start(script: string, broken: readonly string[], options: StartOptions = {}): Started {
  const { config = "timeout_seconds: 60", preload = "", variables = {} } = options;
  const unsandboxed = sandboxes.every(({ program }) => broken.includes(program));
  const box = new Sandbox({
    "skills/review/SKILL.md": `---\nname: review\ndescription: Reviews. Use when asked.\n---\n\`\`\`!\n${script}\n\`\`\`\n`,
    "~/.config/skillwright/config.yaml": `run: { unsandboxed: ${unsandboxed}, ${config} }\n`,
    "../preload.cjs": preload,
    ...Object.fromEntries(broken.map((name) => [`../bin/${name}`, "#!/bin/sh\nexit 1\n"])),
  });
  for (const name of broken) chmodSync(box.path(`../bin/${name}`), 0o755);
  const temporary = box.path("../temporary");
  mkdirSync(temporary);
  const args = ["--require", box.path("../preload.cjs"), bin, "load", "review", "--root", "skills", "--shell"];
  const command = spawn(process.execPath, args, {
    cwd: box.project,
    env: { PATH: `${box.path("../bin")}:${process.env["PATH"]}`, HOME: box.home, TMPDIR: temporary, ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  command.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return { command, ended: once(command, "close"), complaints: () => said, temporary };
}

async function sleeping(mark: string): Promise<void> {
  await waitFor(`three sleeping processes of the command ${mark}`, () => sleepersWith(mark).length === 3);
}

/** Repeats the check without a pause, because a start takes only milliseconds. */
function spin(check: () => boolean): boolean {
  for (const end = Date.now() + 100; Date.now() < end; ) if (check()) return true;
  return false;
}

/** Returns the child of `skillwright` with this word in its command: the sandbox program, or the watchdog. */
function childOf({ command }: Started, word: string): number | undefined {
  const children = readFileSync(`/proc/${command.pid}/task/${command.pid}/children`, "utf8").split(" ");
  return processesWith(word).find((id) => children.includes(String(id)));
}

function kill(id: number | undefined): void {
  if (id === undefined) throw new Error("there is no such process");
  process.kill(id, "SIGKILL");
}

const WAYS = [
  ...sandboxes.map(({ program, missing }, at) => ({
    name: `through ${program}`,
    // Breaks the sandboxes that Skillwright prefers to this one.
    broken: sandboxes.slice(0, at).map((other) => other.program),
    missing,
  })),
  { name: "without a sandbox", broken: sandboxes.map(({ program }) => program), missing: "" },
].map((way) => ({ ...way, missing: LINUX ? way.missing : "only Linux shows processes as files" }));

for (const { name, broken, missing } of WAYS)
  onlyIf(missing === "", missing).describe(`[F7] ${name}`, () => endings(broken));

function endings(broken: readonly string[]): void {
  test.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGKILL"] as const)("%s leaves no process", async (signal) => {
    const mark = newMark();
    const { command, ended, temporary } = start(stubborn(mark), broken);
    await sleeping(mark);
    command.kill(signal);
    expect(await ended).toEqual([null, signal]);
    await waitForEnd(mark);
    // Temporary directories remain after SIGKILL.
    if (signal !== "SIGKILL") expect(readdirSync(temporary)).toEqual([]);
  });

  test.each([1, 2, 3])("SIGKILL leaves no process when %i of them have started", async (count) => {
    const mark = newMark();
    const { command, ended } = start(stubborn(mark), broken);
    await waitFor(`${count} processes with ${mark}`, () => spin(() => processesWith(mark).length >= count));
    command.kill("SIGKILL");
    expect(await ended).toEqual([null, "SIGKILL"]);
    await waitForEnd(mark);
  });

  test("SIGKILL of the program around the command leaves no process", async () => {
    const mark = newMark();
    const started = start(stubborn(mark), broken);
    await sleeping(mark);
    kill(childOf(started, mark));
    expect(await started.ended).toEqual([1, null]);
    await waitForEnd(mark);
  });

  test("SIGKILL leaves no process between the start of a program and its registration", async () => {
    const mark = newMark();
    const { ended } = start(stubborn(mark), broken, { preload: DIES_AFTER_SPAWN, variables: { DIES_WITH: mark } });
    expect(await ended).toEqual([null, "SIGKILL"]);
    await waitForEnd(mark);
  });

  test("SIGKILL leaves no process after the watchdog was killed as well", async () => {
    const mark = newMark();
    const started = start(stubborn(mark), broken);
    await sleeping(mark);
    const first = childOf(started, WATCHDOG);
    kill(first);
    await waitFor("another watchdog", () => ![undefined, first].includes(childOf(started, WATCHDOG)));
    started.command.kill("SIGKILL");
    await started.ended;
    await waitForEnd(mark);
  });

  test("the time limit leaves no process", async () => {
    const mark = newMark();
    const { ended, complaints } = start(stubborn(mark), broken, { config: "timeout_seconds: 1" });
    expect([await ended, complaints()]).toEqual([[1, null], expect.stringContaining("longer than 1 seconds")]);
    await waitForEnd(mark);
  });

  test("a command that ends leaves no process", async () => {
    const mark = newMark();
    const { ended } = start(`set -m\n(sleep ${mark} &)\nsleep ${mark} &\necho done`, broken);
    expect(await ended).toEqual([0, null]);
    await waitForEnd(mark);
  });
}

test("[SV22] an app server whose reader has gone ends with one clear message, and no stack", async () => {
  const box = new Sandbox();
  const env = { PATH: process.env["PATH"] ?? "", HOME: box.home };
  const server = spawn(process.execPath, [bin, "app-server"], { cwd: box.project, env });
  let complaints = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  server.stdout.destroy();
  server.stdin.on("error", () => undefined);
  const asking = setInterval(() => server.stdin.write('{"id":1,"method":"initialize","params":{}}\n'), 50);
  const [code] = await once(server, "close");
  clearInterval(asking);
  expect([code, complaints]).toEqual([
    1,
    expect.stringMatching(/^error\[SK601\]: standard output cannot be written \(EPIPE\): [^\n]+\nhelp: [^\n]+\n$/),
  ]);
});

test.each([
  ["serve", "--port", "0"],
  ["mcp", "--http"],
  ["list", "--watch", "--json"],
])("[SV1] `%s` ends well if SIGTERM arrives with its first line", (...args) => {
  const box = new Sandbox({});
  const hook = join(import.meta.dirname, "end-on-print.cjs");
  const env = { PATH: "/usr/bin:/bin", HOME: box.home };
  const done = spawnSync(process.execPath, ["--require", hook, bin, ...args], {
    cwd: box.project,
    env,
    encoding: "utf8",
  });
  expect([done.status, done.signal, done.stdout.split("\n").length > 1]).toEqual([0, null, true]);
});
