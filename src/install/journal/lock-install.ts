/** The locks of installing: the journal's for all that this user's installations keep, and one for each file that others share. */
import { OperationError } from "../../model/errors.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import {
  changeFiles,
  type LockedFiles,
  type LockOptions,
  tryChangeFiles,
} from "../../platform/writing/change-files.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";

/** Files that only the holder of the journal's lock changes. */
export function journalFiles({ journal, history, made, stamps, arrivals }: StatePaths): readonly string[] {
  return [journal, history, made, stamps, arrivals];
}

/** Runs alone among this user's installations. */
export function lockJournal<T>(
  places: StatePaths,
  act: (files: LockedFiles) => Promise<T> | T,
  options: LockOptions = {},
): Promise<T> {
  return changeFiles([places.journal], act, { ...options, covers: journalFiles(places) });
}

/** For the holder of the journal's lock: locks the files that other users and other homes change, too. */
export function lockShared<T>(
  paths: readonly string[],
  places: StatePaths,
  act: (files: LockedFiles) => Promise<T> | T,
  options: LockOptions = {},
): Promise<T> {
  return changeFiles(paths, act, { ...options, covers: journalFiles(places) });
}

/** The same two without waiting; undefined if another process is at work. */
export function tryLockJournal<T>(places: StatePaths, act: (files: LockedFiles) => T): T | undefined {
  return tryChangeFiles([places.journal], act, { covers: journalFiles(places) });
}

export function tryLockShared<T>(
  paths: readonly string[],
  places: StatePaths,
  act: (files: LockedFiles) => T,
): T | undefined {
  return tryChangeFiles(paths, act, { covers: journalFiles(places) });
}

/** A symlink would let a project choose which file is written, and where its lock is made. Throws SK601. */
export function refuseLink(path: string): void {
  if (nodeFiles.stamp(path) === undefined || nodeFiles.lstat(path).kind !== "link") return;
  throw new OperationError("SK601", `\`${path}\` is a link, so it is left alone`, { hint: "put a real file there" });
}
