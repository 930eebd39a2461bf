import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "rolldown";
import { describe, expect, test } from "vitest";
import { INNER_GATE_COMMAND, type ProcessBound } from "../../../src/platform/processes/bound/bound-spawn.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import type { Spawned, SpawnOptions } from "../../../src/platform/processes/spawn.ts";
import { newMark, processesWith, sleepersWith, waitForEnd } from "../../alive.ts";
import { onlyIf } from "../../needs.ts";
import { waitFor } from "../../wait.ts";

const PATH = process.env["PATH"] ?? "";

const NODE = process.execPath;
const OPTIONS: SpawnOptions = { variables: {}, timeoutMs: 60_000, maxOutputBytes: 1000 };
const run = (
  script: string,
  options: Partial<SpawnOptions & { bound: ProcessBound }> = {},
  ...args: string[]
): Promise<Spawned> => nodeSpawn(NODE, ["-e", script, "--", ...args], { ...OPTIONS, ...options });
const text = ({ stdout, ...rest }: Spawned): object => ({ ...rest, stdout: Buffer.from(stdout).toString() });

test("[I30] arguments arrive as they are, and nothing is a shell's", async () => {
  const args = ["a b", "$HOME", "`id`", "; rm -rf x", "*", "", "--", "ü\n"];
  expect(text(await run("process.stdout.write(JSON.stringify(process.argv.slice(1)))", {}, ...args))).toEqual({
    code: 0,
    stdout: JSON.stringify(args),
    stderr: "",
    ended: "exited",
  });
});

test("[I30] the environment is exactly what is given", async () => {
  const { stdout } = await run("process.stdout.write(JSON.stringify(process.env))", { variables: { ONLY: "this" } });
  expect(JSON.parse(Buffer.from(stdout).toString())).toEqual({ ONLY: "this" });
});

test("[I30] input, directory, exit code and both outputs", async () => {
  const script = "process.stdin.pipe(process.stdout); console.error(process.cwd()); process.exitCode = 3";
  expect(text(await run(script, { input: Buffer.from("in"), cwd: "/" }))).toEqual({
    code: 3,
    stdout: "in",
    stderr: "/\n",
    ended: "exited",
  });
});

test("[I30] a program that does not read its input may still succeed", async () => {
  expect(await run("process.exit(0)", { input: Buffer.alloc(1_000_000) })).toMatchObject({ code: 0, ended: "exited" });
});

test("[I30] a program that is not there is ENOENT", async () => {
  await expect(nodeSpawn("no-such-program-here", [], OPTIONS)).rejects.toMatchObject({ code: "ENOENT" });
});

test("[I30] too much output ends it", async () => {
  expect(await run("for (;;) console.log('x'.repeat(500))")).toMatchObject({ code: null, ended: "too-much-output" });
});

test("[I30] stopped before it begins, it is not even started", async () => {
  const signal = AbortSignal.abort();
  expect(await nodeSpawn("no-such-program-here", [], { ...OPTIONS, signal })).toMatchObject({ ended: "aborted" });
});

test.each([
  ["timed-out", { timeoutMs: 1000 }],
  ["aborted", { signal: () => AbortSignal.timeout(1000) }],
] as const)("[I30] %s: it ends with everything that it has started", async (ended, how) => {
  const mark = newMark();
  const script = `require("child_process").spawn("sleep", ["${mark}"], { stdio: "inherit" }); setInterval(() => {}, 1000)`;
  const options = "signal" in how ? { signal: how.signal() } : how;
  expect(await run(script, { variables: { PATH }, ...options })).toMatchObject({ code: null, ended });
  await waitForEnd(mark);
});

test("[I30] a program ends with its children when the process that started it is killed", async () => {
  const mark = newMark();
  const driver = await runElsewhere(
    `require("child_process").spawn("sleep", ["${mark}"], { stdio: "inherit" }); setInterval(() => {}, 1000)`,
    {},
  );
  await waitFor("the child of the program", () => sleepersWith(mark).length === 1);
  driver.kill("SIGKILL");
  await waitForEnd(mark);
});

const onLinux = onlyIf(process.platform === "linux", "only Linux lists the children of a process");

onLinux.test("[F7] processes that left the group are ended, too", async () => {
  const mark = newMark();
  const stop = new AbortController();
  const spawning = (program: string, args: string, options: string): string =>
    `require("child_process").spawn(${program}, ${args}, ${options}); setInterval(() => {}, 1000)`;
  const inner = spawning('"sleep"', `["${mark}"]`, '{ detached: true, stdio: "ignore" }');
  const script = spawning("process.execPath", JSON.stringify(["-e", inner]), "{}");
  const spawned = run(script, { variables: { PATH }, signal: stop.signal });
  await waitFor("the process in a session of its own", () => sleepersWith(mark).length === 1);
  stop.abort();
  expect((await spawned).ended).toBe("aborted");
  await waitForEnd(mark);
});

describe("[F7] a program that is bound to this process", () => {
  test("gets the same input, directory, environment and descriptors as any other", async () => {
    const script = `
      process.stdin.pipe(process.stdout);
      const open = [3, 4, 5].filter((each) => { try { return require("fs").fstatSync(each).isSocket(); } catch { return false; } });
      const { PWD, OLDPWD, SHLVL, _, ...variables } = process.env; // Shells set these.
      console.error(process.cwd(), JSON.stringify(Object.entries(variables).sort()), open.length);
      process.exitCode = 3;`;
    const options = { input: Buffer.from("in"), cwd: "/", variables: { ONLY: "this", PATH } };
    expect(text(await run(script, { ...options, bound: {} }))).toEqual(text(await run(script, options)));
  });

  test("that is not there has an exit code instead of an error", async () => {
    const { code, stderr } = await nodeSpawn("no-such-program-here", [], { ...OPTIONS, bound: {} });
    expect([code, stderr.includes("no-such-program-here")]).toEqual([127, true]);
  });

  test("that is stopped before its gate opens is not an error", async () => {
    const stop = new AbortController();
    const spawned = run("", { bound: {}, signal: stop.signal });
    stop.abort();
    expect(await spawned).toMatchObject({ code: null, ended: "aborted" });
  });
});

onLinux.describe("[F7] a daemon without an environment, a session or a parent of the program", () => {
  const inner = (mark: string): string =>
    `require("child_process").spawn("/bin/sleep", ["${mark}"], { detached: true, stdio: "ignore", env: {} }).unref()`;
  const outer = (mark: string): string =>
    `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner(mark))}], { detached: true, stdio: "ignore", env: {} }).unref();`;

  test("ends after the program", async () => {
    const mark = newMark();
    expect(await run(outer(mark), { bound: {} })).toMatchObject({ code: 0, ended: "exited" });
    await waitForEnd(mark);
  });

  test("ends when the process that started the program is killed", async () => {
    const mark = newMark();
    const driver = await runElsewhere(`${outer(mark)} setInterval(() => {}, 1000)`, { bound: {} });
    await waitFor("the daemon", () => sleepersWith(mark).length === 1);
    driver.kill("SIGKILL");
    await waitForEnd(mark);
  });
});

onLinux.describe("[F7] a child behind an inner gate, in a session of its own", () => {
  /**
   * Returns a program that starts a child behind an inner gate and continues, as a sandbox starts the first process of
   * a namespace.
   */
  const around = (mark: string): string => `
    const inside = ${JSON.stringify(`${INNER_GATE_COMMAND} || exit; exec sleep ${mark}`)};
    require("child_process").spawn("/bin/sh", ["-c", inside], { detached: true, stdio: ["ignore", "ignore", "ignore", 3] });
    setInterval(() => {}, 1000);`;
  const started = (mark: string): Promise<number> => waitFor("the child", () => sleepersWith(mark)[0]);

  test("ends when the program around it is killed", async () => {
    const mark = newMark();
    const spawned = run(around(mark), { variables: { PATH }, bound: { hasInnerGate: true } });
    const child = await started(mark);
    for (const id of processesWith(mark)) if (id !== child) process.kill(id, "SIGKILL");
    expect(await spawned).toMatchObject({ code: null, ended: "exited" });
    await waitForEnd(mark);
  });

  test("ends when the process that started it is killed", async () => {
    const mark = newMark();
    const driver = await runElsewhere(around(mark), { bound: { hasInnerGate: true } });
    await started(mark);
    driver.kill("SIGKILL");
    await waitForEnd(mark);
  });
});

/** Runs a script as `run` does, but from another process that a test can kill. */
async function runElsewhere(
  script: string,
  options: Partial<SpawnOptions & { bound: ProcessBound }>,
): Promise<ChildProcess> {
  const directory = mkdtempSync(join(tmpdir(), "skillwright-spawn-"));
  const bundle = join(directory, "node-spawn.mjs");
  const source = resolve(import.meta.dirname, "../../../src/platform/processes/node-spawn.ts");
  await build({ input: source, platform: "node", output: { file: bundle }, logLevel: "silent" });
  const all = { ...OPTIONS, variables: { PATH }, timeoutMs: 60_000, ...options };
  const driver = spawn(NODE, ["--input-type=module", "-"], { stdio: ["pipe", "inherit", "inherit"] });
  driver.stdin.end(`
    const { nodeSpawn } = await import(${JSON.stringify(bundle)});
    await nodeSpawn(process.execPath, ["-e", ${JSON.stringify(script)}], ${JSON.stringify(all)});`);
  return driver;
}
