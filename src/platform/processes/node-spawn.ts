/**
 * Starts programs from an argument list, in their own process group, with exactly the given environment. When a program
 * ends, or when this process ends in any way, the whole group ends.
 */
import { onProcessEnd } from "./at-ending.ts";
import type { ProcessBound } from "./bound/bound-spawn.ts";
import { refuseWithoutWatchdog, type StartedProcess, startBound } from "./bound/start-bound.ts";
import type { Spawned, SpawnOptions } from "./spawn.ts";

interface NodeSpawnOptions extends SpawnOptions {
  readonly bound?: ProcessBound;
}

/** Runs a program. The function is a `Spawn`, and with the option `bound` also a `BoundSpawn`. */
export const nodeSpawn = (program: string, args: readonly string[], options: NodeSpawnOptions): Promise<Spawned> =>
  new Promise((resolve, reject) => {
    if (options.signal?.aborted) return resolve({ code: null, stdout: new Uint8Array(), stderr: "", ended: "aborted" });
    if (refuseWithoutWatchdog(reject)) return;
    const { cwd, variables, input, bound } = options;
    // Opens a pipe for input only if there is input, because an unused pipe would cost a millisecond.
    const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"] as const;
    watch(startBound(program, args, { cwd, variables, bound, stdio }), options, resolve, reject);
  });

/** Milliseconds after the end of the program during which a process outside of the group may keep our pipes open. */
const LINGERING_MS = 500;

function watch(
  started: StartedProcess,
  options: NodeSpawnOptions,
  resolve: (spawned: Spawned) => void,
  reject: (error: Error) => void,
): void {
  const { input, timeoutMs, maxOutputBytes, signal } = options;
  const { child } = started;
  const output: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] };
  let ended: Spawned["ended"] = "exited";
  let room = maxOutputBytes;
  const stop = (why: Spawned["ended"]): void => {
    if (ended === "exited") ended = why;
    started.kill();
  };
  let timer = setTimeout(() => stop("timed-out"), timeoutMs);
  const onAbort = (): void => stop("aborted");
  signal?.addEventListener("abort", onAbort, { once: true });
  // Kills the child's group when this process ends, because signals to our group do not reach it.
  const dropAtEnding = onProcessEnd(() => started.kill());
  const release = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    dropAtEnding();
    started.release();
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
  // Kills background processes when the program has exited. They would otherwise keep the pipes open, and this process
  // would wait for them.
  child.once("exit", () => {
    started.kill();
    started.release();
    clearTimeout(timer);
    timer = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, LINGERING_MS);
  });
  child.once("close", async (code) => {
    release();
    await started.end();
    const stderr = Buffer.concat(output.stderr).toString("utf8");
    const gate = options.bound?.hasInnerGate ? { passedGate: started.hasPassedGate() } : {};
    resolve({ code: ended === "exited" ? code : null, stdout: Buffer.concat(output.stdout), stderr, ended, ...gate });
  });
  // A program may exit without reading its input. This is not an error of Skillwright, and the exit code has the
  // result.
  child.stdin?.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "ECONNRESET") stop("aborted");
  });
  child.stdin?.end(input);
}
