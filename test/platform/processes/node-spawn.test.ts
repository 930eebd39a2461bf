import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import type { Spawned, SpawnOptions } from "../../../src/platform/processes/spawn.ts";
import { isAlive } from "../../alive.ts";

const NODE = process.execPath;
const OPTIONS: SpawnOptions = { variables: {}, timeoutMs: 10_000, maxOutputBytes: 1000 };
const run = (script: string, options: Partial<SpawnOptions> = {}, ...args: string[]): Promise<Spawned> =>
  nodeSpawn(NODE, ["-e", script, "--", ...args], { ...OPTIONS, ...options });
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
  ["timed-out", { timeoutMs: 300 }],
  ["aborted", { signal: () => AbortSignal.timeout(300) }],
] as const)("[I30] %s: it ends with everything that it has started", async (ended, how) => {
  const directory = mkdtempSync(join(tmpdir(), "skillwright-spawn-"));
  const late = join(directory, "late");
  const child = `setTimeout(() => require("fs").writeFileSync(${JSON.stringify(late)}, ""), 900)`;
  const script = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" }); setInterval(() => {}, 1000)`;
  const options = "signal" in how ? { signal: how.signal() } : how;
  try {
    expect(await run(script, options)).toMatchObject({ code: null, ended });
    await sleep(1200);
    expect(existsSync(late)).toBe(false);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test.skipIf(process.platform !== "linux")("[F7] who has left its group is ended too", async () => {
  const stop = new AbortController();
  const script = "setsid sleep 60001 & wait";
  const spawned = nodeSpawn("/bin/sh", ["-c", script], {
    ...OPTIONS,
    variables: { PATH: process.env["PATH"] ?? "" },
    signal: stop.signal,
  });
  await vi.waitUntil(() => isAlive("60001") && !isAlive("setsid"), { timeout: 10_000 });
  stop.abort();
  expect((await spawned).ended).toBe("aborted");
  await vi.waitUntil(() => !isAlive("60001"), { timeout: 10_000 });
});
