/**
 * Real programs: started from an argument list, in a process group of their own, with exactly the environment that is
 * given. Whatever ends one early ends its children too.
 */
import { type ChildProcess, spawn } from "node:child_process";
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
      stdio: ["pipe", "pipe", "pipe"],
    });
    watch(child, options, resolve, reject);
  });

/** What a terminal, a person and a supervisor end a program with. */
const ENDINGS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function watch(
  child: ChildProcess,
  { input, timeoutMs, maxOutputBytes, signal }: SpawnOptions,
  resolve: (spawned: Spawned) => void,
  reject: (error: Error) => void,
): void {
  const output: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  let ended: Spawned["ended"] = "exited";
  let received = 0;
  const stop = (why: Spawned["ended"]): void => {
    if (ended === "exited") ended = why;
    killGroup(child);
  };
  const timer = setTimeout(() => stop("timed-out"), timeoutMs);
  const onAbort = (): void => stop("aborted");
  const onExit = (): void => killGroup(child);
  // In a group of its own it does not hear what ends us.
  const onSignal = (name: NodeJS.Signals): void => {
    killGroup(child);
    release();
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  process.once("exit", onExit);
  for (const name of ENDINGS) process.on(name, onSignal);
  const release = (): void => {
    for (const name of ENDINGS) process.removeListener(name, onSignal);
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    process.removeListener("exit", onExit);
  };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxOutputBytes) stop("too-much-output");
      else output[stream].push(chunk);
    });
  }
  child.once("error", (error) => {
    release();
    reject(error);
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
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // Already gone.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
