/** Waiting until a file that changes now would get another time than one that changed before. */
import { rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemCode } from "../../model/errors.ts";
import { nodeFiles } from "../files/node-files.ts";

// Two ticks of the slowest usual kernel clock, from which file systems take their times.
const TICK_MS = 25;
// Of file systems that count in whole seconds, or in two.
const COARSE_MS = 2100;

/**
 * Waits until the clock of the files has moved on from `latestMs`. Where all these directories are on devices on which we
 * have a file of our own, the clock is asked: mostly it has moved on already. Elsewhere it is given two ticks.
 */
export function waitPast(latestMs: number, directories: readonly string[], ours: readonly string[]): void {
  const wholeSeconds = latestMs % 1000 === 0;
  const end = latestMs + (wholeSeconds ? COARSE_MS : TICK_MS);
  const clocks = wholeSeconds ? undefined : clocksBeside(directories, ours);
  if (clocks === undefined) pause(Math.min(end - Date.now(), COARSE_MS));
  for (let turn = 0; clocks !== undefined && Date.now() < end; turn++) {
    if (clocks.every((clock) => timeOf(clock) > latestMs)) break;
    // The first look only tells some kernels that somebody looks; they count finely from then on.
    if (turn > 0) pause(1);
  }
  for (const clock of clocks ?? []) rmSync(clock, { force: true });
}

/** A file for each device; undefined where one of them has none of ours beside which it could be. */
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

/** As any other temporary file: whoever cleans up after an interruption knows it. */
function temporaryBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

/** What a file that changes now gets. */
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
