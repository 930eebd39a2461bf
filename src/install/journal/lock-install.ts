/** The locks of installing: the journal's for all that this user's installations keep, and one for each file that others share. */
import {
  changeFiles,
  type LockedFiles,
  type LockOptions,
  tryChangeFiles,
} from "../../platform/writing/change-files.ts";
import type { Places } from "../../trust/approvals/places.ts";

/** Files that only the holder of the journal's lock changes. */
export function journalFiles({ journal, history, made, stamps, arrivals }: Places): readonly string[] {
  return [journal, history, made, stamps, arrivals];
}

/** [Y12] Runs alone among this user's installations. */
export function lockJournal<T>(
  places: Places,
  act: (files: LockedFiles) => Promise<T> | T,
  options: LockOptions = {},
): Promise<T> {
  return changeFiles([places.journal], act, { ...options, covers: journalFiles(places) });
}

/** For the holder of the journal's lock: locks the files that other users and other homes change, too. */
export function lockShared<T>(
  paths: readonly string[],
  places: Places,
  act: (files: LockedFiles) => Promise<T> | T,
  options: LockOptions = {},
): Promise<T> {
  return changeFiles(paths, act, { ...options, covers: journalFiles(places) });
}

/** The same two without waiting; undefined if another process is at work. */
export function tryLockJournal<T>(places: Places, act: (files: LockedFiles) => T): T | undefined {
  return tryChangeFiles([places.journal], act, { covers: journalFiles(places) });
}

export function tryLockShared<T>(
  paths: readonly string[],
  places: Places,
  act: (files: LockedFiles) => T,
): T | undefined {
  return tryChangeFiles(paths, act, { covers: journalFiles(places) });
}
