/**
 * The only way to change a file that several processes share: lock it, read it, write it. Such files are the
 * configuration, the trust store, approvals, `skills.lock`, logins, notes and the configuration of other hosts. A test
 * lists every other place that writes.
 */
import { realpathSync, rmSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import { systemError } from "../files/files.ts";
import { unreadableFile } from "../files/read-text.ts";
import { hasEnded, hasSameProcessNamespace, type ProcessIdentity } from "../processes/process-identity.ts";
import { type FileLock, isLock, lockOwner, tryLock } from "./file-lock.ts";
import { removeLeftovers, type WriteOptions, writeFileAtomically } from "./write-file.ts";

/** Writes the locked files. Throws a plain `Error` for any other file. */
export interface LockedFiles {
  write(path: string, content: string | Uint8Array, options?: WriteOptions): void;
  /** Removes a file, which may be missing. */
  remove(path: string): void;
}

export interface LockOptions {
  /** Files that only change under these locks, and need no lock of their own. */
  readonly covers?: readonly string[];
  /** The maximum time in milliseconds to wait for other processes (default: 60,000). */
  readonly timeoutMs?: number;
  /** Called while waiting, with the process that holds the lock if it is known. */
  readonly onWait?: (owner: ProcessIdentity | undefined, waitedMs: number) => void;
}

// How long to wait for a lock. Fifty skills on a slow disk take some seconds, and several processes may wait.
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 20;

/**
 * Locks these files and lets `act` read and change them. Throws SK662 with the lock's owner on a timeout. Locks must
 * not be nested, unless the outer lock is always taken first.
 */
export async function changeFiles<T>(
  paths: readonly string[],
  act: (files: LockedFiles) => Promise<T> | T,
  options: LockOptions = {},
): Promise<T> {
  const locks: FileLock[] = [];
  const covered = new Set([...paths, ...(options.covers ?? [])]);
  try {
    // Takes the locks always in the same order, to prevent deadlocks.
    for (const path of inOrder(paths)) locks.push(await lock(path, options));
    return await act(writerFor(covered));
  } finally {
    // Disables the writer after the call, because the caller may have stored it.
    covered.clear();
    for (const each of locks.reverse()) each.release();
  }
}

/** Changes files without waiting. Returns undefined while another process holds one of the locks. */
export function tryChangeFiles<T>(
  paths: readonly string[],
  act: (files: LockedFiles) => T,
  { covers = [] }: Pick<LockOptions, "covers"> = {},
): T | undefined {
  const locks: FileLock[] = [];
  const covered = new Set([...paths, ...covers]);
  try {
    for (const path of inOrder(paths)) {
      const taken = take(path);
      if (taken === undefined) return undefined;
      locks.push(taken);
    }
    return act(writerFor(covered));
  } finally {
    covered.clear();
    for (const each of locks.reverse()) each.release();
  }
}

function writerFor(covered: ReadonlySet<string>): LockedFiles {
  const check = (path: string): void => {
    if (!covered.has(path)) throw new Error(`\`${path}\` is changed without its lock`);
  };
  return {
    write(path, content, options) {
      check(path);
      writeFileAtomically(path, content, options);
    },
    remove(path) {
      check(path);
      rmSync(path, { force: true });
    },
  };
}

function inOrder(paths: readonly string[]): readonly string[] {
  for (const path of paths) refuseSpecial(path);
  return [...new Set(paths.map(lockPath))].sort();
}

/** Refuses special files. The lock of a device would otherwise be created as a new file in `/dev`. */
function refuseSpecial(path: string): void {
  const stat = statIfReadable(path);
  if (stat !== undefined && !stat.isFile() && !stat.isDirectory())
    throw unreadableFile(path, systemError("EINVAL", path));
}

/**
 * Returns the state of a file; undefined if the path is missing or cannot be followed. The next write reports a path
 * that cannot be followed.
 */
function statIfReadable(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/**
 * Returns the path of a file's lock. The lock is in the directory of the real file, so that all symlinks to the file
 * share one lock.
 */
export function lockPath(path: string): string {
  const real = realPath(path);
  return join(dirname(real), `.${basename(real)}.lock`);
}

/** Returns true if a process holds the lock of a file, or was killed while it held the lock. */
export function isLocked(path: string): boolean {
  return isLock(lockPath(path));
}

/** Returns true while a running process holds the lock of a file. */
export function hasLiveOwner(path: string): boolean {
  const owner = lockOwner(lockPath(path));
  return owner !== undefined && !hasEnded(owner);
}

/** Returns the real path of a file. For a missing file, it resolves only the directory. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const directory = dirname(path);
    if (systemCode(error) === "" || directory === path) throw error;
    return join(realPath(directory), basename(path));
  }
}

async function lock(path: string, { timeoutMs = TIMEOUT_MS, onWait }: LockOptions): Promise<FileLock> {
  const start = performance.now();
  for (;;) {
    const taken = take(path);
    if (taken !== undefined) return taken;
    const owner = lockOwner(path);
    const waitedMs = performance.now() - start;
    if (waitedMs >= timeoutMs) throw timedOut(path, owner, waitedMs);
    onWait?.(owner, waitedMs);
    // Adds a random delay, so that processes do not retry at the same time.
    await new Promise((resume) => setTimeout(resume, PAUSE_MS * (0.5 + Math.random())));
  }
}

function take(path: string): FileLock | undefined {
  const taken = tryLock(path);
  if (taken?.isInherited) removeLeftovers(lockedFile(path));
  return taken;
}

function lockedFile(path: string): string {
  return join(dirname(path), basename(path).slice(1, -".lock".length));
}

function timedOut(path: string, owner: ProcessIdentity | undefined, waitedMs: number): OperationError {
  const file = lockedFile(path);
  const who =
    owner === undefined
      ? "an unknown process"
      : `process ${owner.pid}${hasSameProcessNamespace(owner) ? "" : " on another machine or in a container"}`;
  const wait =
    owner !== undefined && hasSameProcessNamespace(owner)
      ? "wait until that process ends, or stop the process"
      : undefined;
  return new OperationError(
    "SK662",
    `${who} holds \`${file}\`; Skillwright stopped waiting after ${Math.round(waitedMs / 1000)} s`,
    {
      hint: wait ?? `if no other Skillwright process runs, on this machine or in a container, remove \`${path}\``,
    },
  );
}
