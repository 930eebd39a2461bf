/** After files were written or hashed: what they look like now is remembered, so that listings need not hash them. */
import { digestDirectory } from "../catalog/digest.ts";
import { OperationError } from "../model/errors.ts";
import type { Files } from "../platform/files.ts";
import { nodeFiles } from "../platform/node-files.ts";
import { writeFileAtomically } from "../platform/write-file.ts";
import { readApprovals } from "../trust/approvals.ts";
import type { Places } from "../trust/places.ts";
import { readLock } from "../trust/skills-lock.ts";
import {
  formatStamps,
  latestChange,
  looksSame,
  readStamps,
  type Stamped,
  type StampedLock,
  type Stamps,
  stampDirectory,
} from "../trust/stamps.ts";

// Two ticks of the slowest usual kernel clock, from which file systems take their times.
const TICK_MS = 25;
// Of file systems that count in whole seconds, or in two.
const COARSE_MS = 2100;

/** Stamps of directories that are gone are dropped with it. A cache that cannot be written is no reason to fail. */
export function refreshStamps(changed: readonly { readonly directory: string }[], places: Places): void {
  const known = readKnown(places.stamps);
  const directories = new Map(known.directories);
  for (const directory of directories.keys()) if (!nodeFiles.exists(directory)) directories.delete(directory);
  for (const { directory } of changed) set(directories, directory, takeStamps(directory));
  const locks = new Map(known.locks);
  for (const path of locks.keys()) if (!nodeFiles.exists(path)) locks.delete(path);
  set(locks, places.projectLock, stampLock(places.projectLock, readLock));
  set(locks, places.userLock, stampLock(places.userLock, readLock));
  set(locks, places.approvals, stampLock(places.approvals, readApprovals));
  try {
    writeFileAtomically(places.stamps, formatStamps({ directories, locks }));
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
  }
}

function set<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

type ReadDigests = (path: string, files: Files) => ReadonlyMap<string, { readonly digest: string }>;

/** What the file says, together with what it looked like before and after it was read. */
function stampLock(path: string, read: ReadDigests): StampedLock | undefined {
  const before = nodeFiles.exists(path) ? stampDirectory(path, nodeFiles) : undefined;
  if (before === undefined) return undefined;
  waitPast(latestChange(before));
  try {
    const digests = Object.fromEntries([...read(path, nodeFiles)].map(([key, { digest }]) => [key, digest]));
    return looksSame(path, before, nodeFiles) ? { stamps: before.stamps, digests } : undefined;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return undefined;
  }
}

function readKnown(path: string): Stamps {
  try {
    return readStamps(path, nodeFiles);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { directories: new Map(), locks: new Map() };
  }
}

/**
 * Stamps first, then the hash, then the stamps again. A file that changes twice within one tick of the clock looks the same
 * after the second change, so it is waited until the clock has moved on.
 */
function takeStamps(directory: string): Stamped | undefined {
  const before = nodeFiles.exists(directory) ? stampDirectory(directory, nodeFiles) : undefined;
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
