/** Waits until a new change to a file gets a later time than all changes before it. */
import { rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemCode } from "../../model/errors.ts";
import { nodeFiles } from "../files/node-files.ts";

// Two ticks of the slowest common kernel clock, from which file systems take the time of a change.
const TICK_MS = 25;
// Time to wait if a file system stores times in steps of one or two seconds.
const COARSE_MS = 2100;

/**
 * Waits until the clock of the file system has passed `latestMs`. If Skillwright has a file on a device, the function
 * creates a new file in the same directory and reads its time. The clock has then usually passed `latestMs` already.
 * Otherwise, the function waits two ticks.
 */
export function waitUntilClockPasses(latestMs: number, directories: readonly string[], ours: readonly string[]): void {
  const wholeSeconds = latestMs % 1000 === 0;
  const end = latestMs + (wholeSeconds ? COARSE_MS : TICK_MS);
  const clocks = wholeSeconds ? undefined : clocksBeside(directories, ours);
  if (clocks === undefined) pause(Math.min(end - Date.now(), COARSE_MS));
  for (let turn = 0; clocks !== undefined && Date.now() < end; turn++) {
    if (clocks.every((clock) => timeOf(clock) > latestMs)) break;
    // The first pass of this loop does not pause. Its read makes some kernels use finer timestamps afterwards.
    if (turn > 0) pause(1);
  }
  for (const clock of clocks ?? []) rmSync(clock, { force: true });
}

/**
 * Returns a path for a new file on each device, in the directory of one of our files. Returns undefined if a device has
 * none of our files.
 */
function clocksBeside(directories: readonly string[], ours: readonly string[]): string[] | undefined {
  try {
    const deviceOf = (path: string): number => nodeFiles.stat(path).device;
    const devices = [...new Set([...new Set(directories)].map(deviceOf))];
    const places = ours.filter((path) => nodeFiles.exists(dirname(path)));
    const beside = new Map(places.map((path) => [deviceOf(dirname(path)), path]));
    const chosen = devices.flatMap((device) => beside.get(device) ?? []);
    return chosen.length === devices.length ? chosen.map(temporaryBeside) : undefined;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/**
 * Returns a path for the new file. It is named like any other temporary file, so that a cleanup after an interruption
 * finds it.
 */
function temporaryBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

/** Returns the time that the file system gives to a file that changes now. */
function timeOf(clock: string): number {
  try {
    writeFileSync(clock, "x");
    return nodeFiles.stamp(clock)?.ctimeMs ?? 0;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return 0;
  }
}

function pause(ms: number): void {
  if (ms > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
