/** Finishes or undoes an installation that was interrupted, before the next command that installs. */
import { systemCode } from "../../model/errors.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { isLocked, type LockedFiles } from "../../platform/writing/change-files.ts";
import { removeLeftovers } from "../../platform/writing/write-file.ts";
import { removeTree } from "../../platform/writing/write-tree.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";
import { carryOut, type Journal, readJournal, undo } from "./journal.ts";
import { journalFiles, lockShared, tryLockJournal, tryLockShared } from "./lock-install.ts";

/** Completes or undoes it, unless another process is at work. */
export function recover(places: StatePaths): void {
  if (!isInterrupted(places)) return;
  tryLockJournal(places, () => {
    const journal = readJournal(places.journal);
    if (journal === undefined) tidy(places);
    else tryLockShared(sharedBy(journal, places), places, (shared) => settle(journal, places, shared));
    // Takes the locks over that a killed process left, and releases them.
    const left = [places.projectLock, places.userLock, places.approvals].filter(isLocked);
    for (const path of left) tryLockShared([path], places, () => undefined);
  });
}

/** True while an installation runs, and after one was interrupted. */
function isInterrupted({ journal, temporary }: StatePaths): boolean {
  return nodeFiles.exists(journal) || isLocked(journal) || namesIn(temporary).length > 0;
}

/** The same for the holder of the journal's lock, who waits for other holders of the files. */
export async function recoverLocked(places: StatePaths): Promise<void> {
  const journal = readJournal(places.journal);
  if (journal === undefined) tidy(places);
  else await lockShared(sharedBy(journal, places), places, (shared) => settle(journal, places, shared));
}

function sharedBy({ change }: Journal, { approvals }: StatePaths): readonly string[] {
  return change === undefined ? [] : [...change.locks.map(({ path }) => path), approvals];
}

function settle(journal: Journal, places: StatePaths, files: LockedFiles): void {
  if (journal.change === undefined) undo(places.journal, journal, files);
  else carryOut(journal, places, files);
  tidy(places);
}

function tidy(places: StatePaths): void {
  for (const path of journalFiles(places)) removeLeftovers(path);
  removeTree(places.temporary);
}

function namesIn(directory: string): readonly string[] {
  try {
    return Object.values(nodeFiles.readDirectory(directory)).flat();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
