/**
 * Real programs: started from an argument list, in a process group of their own, with exactly the environment that is
 * given. Its end, early or not, is the end of everything that it has started.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { systemCode } from "../../model/errors.ts";
import { atEnding } from "./at-ending.ts";
import type { Spawn, Spawned, SpawnOptions } from "./spawn.ts";

export const nodeSpawn: Spawn = (program, args, options) =>
  new Promise((resolve, reject) => {
    if (options.signal?.aborted) return resolve({ code: null, stdout: new Uint8Array(), stderr: "", ended: "aborted" });
    const child = spawn(program, [...args], {
      cwd: options.cwd,
      env: { ...options.variables },
      shell: false,
      // A group of its own: a kill reaches the helpers that it starts, and no terminal can be asked for a password.
      detached: process.platform !== "win32",
      windowsHide: true,
      // A pipe that nobody writes to costs a millisecond.
      stdio: [options.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    watch(child, options, resolve, reject);
  });

/** Milliseconds that somebody who has left the group may keep our pipes open after the program has ended. */
const LINGERING_MS = 500;

function watch(
  child: ChildProcess,
  { input, timeoutMs, maxOutputBytes, signal }: SpawnOptions,
  resolve: (spawned: Spawned) => void,
  reject: (error: Error) => void,
): void {
  const output: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  let ended: Spawned["ended"] = "exited";
  let room = maxOutputBytes;
  const stop = (why: Spawned["ended"]): void => {
    if (ended === "exited") ended = why;
    killGroup(child);
  };
  let timer = setTimeout(() => stop("timed-out"), timeoutMs);
  const onAbort = (): void => stop("aborted");
  signal?.addEventListener("abort", onAbort, { once: true });
  // In a group of its own it does not hear what ends us.
  const calledOff = atEnding(() => killGroup(child));
  const release = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    calledOff();
  };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (chunk: Buffer) => {
      output[stream].push(chunk.subarray(0, room));
      if (chunk.length > room) stop("too-much-output");
      room = Math.max(0, room - chunk.length);
    });
  }
  child.once("error", (error) => {
    release();
    reject(error);
  });
  // What it left running in the background would keep the pipes open, and us waiting.
  child.once("exit", () => {
    killGroup(child);
    clearTimeout(timer);
    timer = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, LINGERING_MS);
  });
  child.once("close", (code) => {
    release();
    const stderr = Buffer.concat(output.stderr).toString("utf8");
    resolve({ code: ended === "exited" ? code : null, stdout: Buffer.concat(output.stdout), stderr, ended });
  });
  // A program that ends without reading its input is no failure of ours; its exit code says what it thought.
  child.stdin?.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "ECONNRESET") stop("aborted");
  });
  child.stdin?.end(input);
}

function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === "win32") return void child.kill("SIGKILL");
  // `bwrap` has a moment in which its child has left the group and does not end with it yet.
  const left = childrenOf(pid);
  for (const each of [-pid, ...left]) kill(each);
}

function kill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch (error) {
    // Already gone, or somebody else's by now.
    if (systemCode(error) !== "ESRCH" && systemCode(error) !== "EPERM") throw error;
  }
}

/** As Linux tells them; nothing where it does not, or where the program has ended. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}
