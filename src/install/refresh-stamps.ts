/** After files were written or hashed: what they look like now is remembered, so that listings need not hash them. */
import { digestDirectory } from "../catalog/digest.ts";
import { OperationError } from "../model/errors.ts";
import { nodeFiles } from "../platform/node-files.ts";
import { writeFileAtomically } from "../platform/write-file.ts";
import type { Places } from "../trust/places.ts";
import {
  formatStamps,
  latestChange,
  looksSame,
  readStamps,
  type Stamped,
  type Stamps,
  stampDirectory,
} from "../trust/stamps.ts";

// Two ticks of the slowest usual kernel clock, from which file systems take their times.
const TICK_MS = 25;
// Of file systems that count in whole seconds, or in two.
const COARSE_MS = 2100;

/** Stamps of directories that are gone are dropped with it. A cache that cannot be written is no reason to fail. */
export function refreshStamps(changed: readonly { readonly directory: string }[], { stamps: path }: Places): void {
  const stamps = new Map<string, Stamped>(readKnown(path));
  for (const directory of stamps.keys()) if (!nodeFiles.exists(directory)) stamps.delete(directory);
  for (const { directory } of changed) {
    const stamped = nodeFiles.exists(directory) ? takeStamps(directory) : undefined;
    if (stamped === undefined) stamps.delete(directory);
    else stamps.set(directory, stamped);
  }
  try {
    writeFileAtomically(path, formatStamps(stamps));
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
  }
}

function readKnown(path: string): Stamps {
  try {
    return readStamps(path, nodeFiles);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return new Map();
  }
}

/**
 * Stamps first, then the hash, then the stamps again. A file that changes twice within one tick of the clock looks the same
 * after the second change, so it is waited until the clock has moved on.
 */
function takeStamps(directory: string): Stamped | undefined {
  const before = stampDirectory(directory, nodeFiles);
  if (before === undefined) return undefined;
  waitPast(latestChange(before));
  try {
    const stamped = { digest: digestDirectory(directory, nodeFiles), ...before };
    return looksSame(directory, stamped, nodeFiles) ? stamped : undefined;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return undefined;
  }
}

function waitPast(latestMs: number): void {
  const tickMs = latestMs % 1000 === 0 ? COARSE_MS : TICK_MS;
  const left = latestMs + tickMs - Date.now();
  if (left > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(left, COARSE_MS));
}
