/**
 * Starts real programs: from an argument list, in a process group of their own, with exactly the given environment. When a
 * program ends, or when this process ends in any way, everything in the group ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Duplex } from "node:stream";
import { systemCode } from "../../model/errors.ts";
import { atEnding } from "./at-ending.ts";
import type { Bound } from "./bound-spawn.ts";
import { type Guard, guardGroup, openWatchdog } from "./guard-group.ts";
import type { Spawned, SpawnOptions } from "./spawn.ts";

const WINDOWS = process.platform === "win32";

interface NodeSpawnOptions extends SpawnOptions {
  readonly bound?: Bound;
}

/** Is a `Spawn`, and with `bound` a `BoundSpawn`. */
export const nodeSpawn = (program: string, args: readonly string[], options: NodeSpawnOptions): Promise<Spawned> =>
  new Promise((resolve, reject) => {
    if (options.signal?.aborted) return resolve({ code: null, stdout: new Uint8Array(), stderr: "", ended: "aborted" });
    if (!WINDOWS) {
      const watchdog = openWatchdog();
      if (watchdog.pid === undefined) return void watchdog.once("error", reject);
    }
    watch(start(program, args, options), options, resolve, reject);
  });

/** Waits for a line on descriptor 3. If this process dies before it sends the line, the program never starts. */
const GATE = 'read -r _ <&3 && exec "$@"';

function start(
  program: string,
  args: readonly string[],
  { cwd, variables, input, bound }: NodeSpawnOptions,
): ChildProcess {
  const gated = bound !== undefined && !WINDOWS;
  const gate = `${GATE}${bound?.hasInnerGate ? "" : " 3<&-"}`;
  return spawn(gated ? "/bin/sh" : program, gated ? ["-c", gate, "sh", program, ...args] : [...args], {
    cwd,
    env: { ...variables },
    shell: false,
    // In a group of its own, a kill reaches every process that it starts, and it cannot ask for a password on our terminal.
    detached: !WINDOWS,
    windowsHide: true,
    // A pipe without a writer would cost a millisecond.
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe", ...(gated ? ["pipe" as const] : [])],
  });
}

/** Tells the watchdog about the group, then opens the gates, so there is no moment without a guard. */
function guard(child: ChildProcess, { bound }: NodeSpawnOptions): Guard {
  const { pid } = child;
  if (pid === undefined || WINDOWS) return UNGUARDED;
  const guarded = guardGroup(pid, bound?.mark);
  const gate = gateOf(child);
  // A program that is killed at its gate never reads the line.
  gate?.on("error", () => undefined);
  if (!bound?.hasInnerGate) gate?.end("\n", () => gate.destroy());
  else {
    gate?.write("\n");
    gate?.once("data", () => {
      guarded.add(childrenOf(pid));
      gate.end("\n", () => gate.destroy());
    });
  }
  return guarded;
}

function gateOf(child: ChildProcess): Duplex | undefined {
  return child.stdio[3] as Duplex | undefined;
}

const UNGUARDED: Guard = { targets: [], add: () => undefined, release: () => undefined };

/** Milliseconds for which a process that left the group may keep our pipes open after the program has ended. */
const LINGERING_MS = 500;

function watch(
  child: ChildProcess,
  options: NodeSpawnOptions,
  resolve: (spawned: Spawned) => void,
  reject: (error: Error) => void,
): void {
  const { input, timeoutMs, maxOutputBytes, signal } = options;
  const output: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  const guarded = guard(child, options);
  let ended: Spawned["ended"] = "exited";
  let room = maxOutputBytes;
  const stop = (why: Spawned["ended"]): void => {
    if (ended === "exited") ended = why;
    killAll(child, guarded);
  };
  let timer = setTimeout(() => stop("timed-out"), timeoutMs);
  const onAbort = (): void => stop("aborted");
  signal?.addEventListener("abort", onAbort, { once: true });
  // Signals to our group do not reach the child's group.
  const dropAtEnding = atEnding(() => killAll(child, guarded));
  const release = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    dropAtEnding();
    guarded.release();
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
  // Processes that it left in the background would keep the pipes open, and us waiting.
  child.once("exit", () => {
    killAll(child, guarded);
    guarded.release();
    gateOf(child)?.destroy();
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

function killAll(child: ChildProcess, { targets }: Guard): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (WINDOWS) return void child.kill("SIGKILL");
  for (const each of [...targets, ...descendantsOf(pid)]) kill(each);
}

function kill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch (error) {
    // It has ended, or its id belongs to another user's process now.
    if (systemCode(error) !== "ESRCH" && systemCode(error) !== "EPERM") throw error;
  }
}

/** A program that forks faster than we list must not keep us listing. */
const MAX_DESCENDANTS = 1000;

/** Children, grandchildren and so on, also those that left the group. Only Linux lists them, and only while the parent lives. */
function descendantsOf(pid: number): readonly number[] {
  const found = [pid];
  for (const each of found) if (found.length < MAX_DESCENDANTS) found.push(...childrenOf(each));
  return found.slice(1);
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}
