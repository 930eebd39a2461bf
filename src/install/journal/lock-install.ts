/**
 * The file locks of an installation. One lock on the journal protects the user's own state, and each shared file has
 * its own lock.
 */
import { OperationError } from "../../model/errors.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import {
  changeFiles,
  type LockedFiles,
  type LockOptions,
  tryChangeFiles,
} from "../../platform/writing/change-files.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";

/** Returns the files that only the holder of the journal's lock changes. */
export function journalFiles({ journal, history, made, stamps, arrivals }: StatePaths): readonly string[] {
  return [journal, history, made, stamps, arrivals];
}

/** Runs `act` while no other installation of this user runs. */
export function lockJournal<T>(
  statePaths: StatePaths,
  act: (files: LockedFiles) => Promise<T> | T,
  options: LockOptions = {},
): Promise<T> {
  return changeFiles([statePaths.journal], act, { ...options, covers: journalFiles(statePaths) });
}

/**
 * Locks files that other users, or processes with another home, also change. The caller must hold the journal's lock.
 */
export function lockShared<T>(
  paths: readonly string[],
  statePaths: StatePaths,
  act: (files: LockedFiles) => Promise<T> | T,
  options: LockOptions = {},
): Promise<T> {
  return changeFiles(paths, act, { ...options, covers: journalFiles(statePaths) });
}

/** Locks the journal and its files without waiting. Returns undefined if another process holds the lock. */
export function tryLockJournal<T>(statePaths: StatePaths, act: (files: LockedFiles) => T): T | undefined {
  return tryChangeFiles([statePaths.journal], act, { covers: journalFiles(statePaths) });
}

export function tryLockShared<T>(
  paths: readonly string[],
  statePaths: StatePaths,
  act: (files: LockedFiles) => T,
): T | undefined {
  return tryChangeFiles(paths, act, { covers: journalFiles(statePaths) });
}

/** Throws SK601 for a symlink: it would let a project choose which file is written, and where its lock is created. */
export function refuseLink(path: string): void {
  if (nodeFiles.stamp(path) === undefined || nodeFiles.lstat(path).kind !== "link") return;
  throw new OperationError("SK601", `\`${path}\` is a link, so it was not changed`, {
    hint: "replace it by a real file",
  });
}
