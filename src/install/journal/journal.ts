/**
 * Records what an installation will do before it does it. Until the journal says `change`, nothing visible has changed,
 * and staged files are discarded. After that, the change is completed, with as many attempts as necessary. After an
 * interruption, the next process finds the old state or completes the new state, never a mixture.
 */
import { OperationError, systemCode } from "../../model/errors.ts";
import type { ApprovedFiles } from "../../model/rules/approval.ts";
import {
  hasShape,
  integer,
  keyValuePair,
  list,
  object,
  optional,
  parseJson,
  type Schema,
  string,
  stringList,
} from "../../model/schema.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { readTextIfAny } from "../../platform/files/read-text.ts";
import { isLocked, type LockedFiles } from "../../platform/writing/change-files.ts";
import { removeLeftovers } from "../../platform/writing/write-file.ts";
import { moveTree, removeEmpty, removeTree } from "../../platform/writing/write-tree.ts";
import { formatApprovals, readApprovals } from "../../trust/approvals/approvals.ts";
import { APPROVED_SCHEMA, formatLock, type LockEntry, readLock, STORED_ENTRY } from "../../trust/locks/skills-lock.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";
import { journalFiles, lockShared, tryLockJournal, tryLockShared } from "./lock-install.ts";
import type { OnStep } from "./steps.ts";
import { recordCreatedDirectories, updateVersionHistory, type VersionHistoryChange } from "./store.ts";

/** A directory that is replaced or removed. */
export interface DirectoryMove {
  readonly target: string;
  /** The new directory beside the target; undefined removes the target. */
  readonly staged?: string;
  /** The temporary place of the old directory. */
  readonly aside: string;
}

export interface LockChange {
  readonly path: string;
  readonly set: readonly (readonly [key: string, entry: LockEntry])[];
  readonly remove: readonly string[];
}

export interface InstallChange {
  readonly moves: readonly DirectoryMove[];
  readonly locks: readonly LockChange[];
  readonly approve: readonly (readonly [directory: string, approved: ApprovedFiles])[];
  readonly forget: readonly string[];
  readonly history: readonly VersionHistoryChange[];
}

export interface Journal {
  /** Staging directories to remove at the end. */
  readonly staging: readonly string[];
  /** Directories that this or an earlier installation created. At the end, the empty ones are removed. */
  readonly made: readonly string[];
  /** The directories of the affected skills. */
  readonly targets?: readonly string[];
  readonly change?: InstallChange;
}

/**
 * Writes the journal. A `begun` journal is not synced to the disk: if a power failure empties it, nothing has changed
 * yet.
 */
export function writeJournal(path: string, journal: Journal, files: LockedFiles): void {
  const waits = journal.change !== undefined;
  files.write(path, `${JSON.stringify({ schema: 1, ...journal })}\n`, { waits });
}

// Maximum bytes of a journal. A journal of a thousand skills with the digest of each file is smaller.
const MAX_BYTES = 64 * 1024 * 1024;

const CHANGE: Schema<InstallChange> = object({
  moves: list(
    object({
      target: string("the directory that changes"),
      staged: optional(string("the new directory")),
      aside: string("the place of the old directory"),
    }),
  ),
  locks: list(
    object({
      path: string("the path of the lock"),
      set: list(keyValuePair(STORED_ENTRY, "a key and its entry")),
      remove: stringList("keys"),
    }),
  ),
  approve: list(keyValuePair(APPROVED_SCHEMA, "a directory and its approved files")),
  forget: stringList("directories"),
  history: list(
    object({
      directory: string("the directory of the skill"),
      push: optional(STORED_ENTRY),
      pop: optional(string("a digest")),
    }),
  ),
});

const JOURNAL: Schema<Journal> = object({
  schema: integer("the version", 1, 1),
  staging: stringList("staging directories"),
  made: stringList("created directories"),
  targets: optional(stringList("directories of skills")),
  change: optional(CHANGE),
});

/** Returns undefined if the journal is missing or empty. Throws SK663 if it is invalid. */
export function readJournal(path: string, files: Pick<Files, "readFile"> = nodeFiles): Journal | undefined {
  const text = readTextIfAny(path, MAX_BYTES, files);
  if (text === undefined || text === "") return undefined;
  const journal = parseJson(text);
  if (hasShape(journal, JOURNAL)) return journal;
  throw new OperationError("SK663", `the journal \`${path}\` of an interrupted installation cannot be read`, {
    hint: "check the paths in it, remove it, then run `skillwright verify`",
  });
}

/** Discards the staged files. */
export function discardStaged(path: string, journal: Journal, files: LockedFiles): void {
  for (const directory of journal.staging) removeTree(directory);
  for (const directory of [...journal.made].reverse()) removeEmpty(directory);
  files.remove(path);
}

/** Completes a change after any interruption. Completing it twice has the same result. */
export function completeChange(
  { staging, made, change }: Journal,
  statePaths: StatePaths,
  files: LockedFiles,
  onStep?: OnStep,
): void {
  if (change === undefined) throw new Error("a journal without a change cannot be carried out, only undone");
  for (const move of change.moves) carryOutMove(move, onStep);
  for (const lock of change.locks) changeLock(lock, files);
  onStep?.("lock-written");
  changeApprovals(change, statePaths, files);
  onStep?.("approvals-written");
  updateVersionHistory(statePaths.history, change.history, files);
  onStep?.("history-written");
  for (const directory of staging) removeTree(directory);
  for (const directory of [...made].reverse()) removeEmpty(directory);
  recordCreatedDirectories(statePaths.made, made, files);
  onStep?.("tidied");
  files.remove(statePaths.journal);
}

function carryOutMove(move: DirectoryMove, onStep: OnStep | undefined): void {
  const { target, staged, aside } = move;
  const done = staged === undefined ? !exists(target) : !exists(staged);
  if (done) return;
  const taken = findOccupiedTarget(move, nodeFiles);
  if (taken) throw taken;
  if (exists(target)) {
    moveTree(target, aside);
    onStep?.("moved-aside");
  }
  if (staged === undefined) return;
  moveTree(staged, target);
  onStep?.("moved-in");
}

/** Returns an error if another process has created a directory in the place of the moved directory. */
export function findOccupiedTarget(
  { target, staged, aside }: DirectoryMove,
  files: Pick<Files, "stamp">,
): OperationError | undefined {
  const isPending = staged === undefined || files.stamp(staged) !== undefined;
  if (!isPending || files.stamp(target) === undefined || files.stamp(aside) === undefined) return undefined;
  return new OperationError("SK663", `\`${target}\` appeared while an installation was interrupted`, {
    hint: "move it away and run the command again",
  });
}

function exists(path: string): boolean {
  return nodeFiles.stamp(path) !== undefined;
}

/** Changes single entries of a lock, so that changes by other processes are kept. A lock without entries is deleted. */
function changeLock({ path, set, remove }: LockChange, files: LockedFiles): void {
  const lock = new Map(readLock(path, nodeFiles));
  for (const key of remove) lock.delete(key);
  for (const [key, entry] of set) lock.set(key, entry);
  if (lock.size > 0) writeIfChanged(path, formatLock(lock), files);
  else files.remove(path);
}

function changeApprovals(
  { approve, forget }: InstallChange,
  { approvals: path }: StatePaths,
  files: LockedFiles,
): void {
  if (approve.length + forget.length === 0) return;
  const approvals = new Map(readApprovals(path, nodeFiles));
  for (const directory of forget) approvals.delete(directory);
  for (const [directory, approved] of approve) approvals.set(directory, approved);
  writeIfChanged(path, formatApprovals(approvals), files);
}

function writeIfChanged(path: string, text: string, files: LockedFiles): void {
  if (readTextIfAny(path, MAX_BYTES) !== text) files.write(path, text);
}

// Recovers from an interrupted installation: completes or undoes it. It runs before the next command that installs.

/** Does nothing if another process holds the lock. */
export function recoverInstallation(statePaths: StatePaths): void {
  if (!isInterrupted(statePaths)) return;
  tryLockJournal(statePaths, () => {
    const journal = readJournal(statePaths.journal);
    if (journal === undefined) tidy(statePaths);
    else
      tryLockShared(sharedBy(journal, statePaths), statePaths, (shared) => finishOrUndo(journal, statePaths, shared));
    // Takes over the file locks of a killed process, and releases them.
    const left = [statePaths.projectLock, statePaths.userLock, statePaths.approvals].filter(isLocked);
    for (const path of left) tryLockShared([path], statePaths, () => undefined);
  });
}

/** Returns true while an installation runs, and after an interruption. */
function isInterrupted({ journal, temporary }: StatePaths): boolean {
  return nodeFiles.exists(journal) || isLocked(journal) || namesIn(temporary).length > 0;
}

/** Recovers while the caller holds the journal's lock. It waits for other lock holders. */
export async function recoverWithJournalLock(statePaths: StatePaths): Promise<void> {
  const journal = readJournal(statePaths.journal);
  if (journal === undefined) tidy(statePaths);
  else
    await lockShared(sharedBy(journal, statePaths), statePaths, (shared) => finishOrUndo(journal, statePaths, shared));
}

function sharedBy({ change }: Journal, { approvals }: StatePaths): readonly string[] {
  return change === undefined ? [] : [...change.locks.map(({ path }) => path), approvals];
}

function finishOrUndo(journal: Journal, statePaths: StatePaths, files: LockedFiles): void {
  if (journal.change === undefined) discardStaged(statePaths.journal, journal, files);
  else completeChange(journal, statePaths, files);
  tidy(statePaths);
}

function tidy(statePaths: StatePaths): void {
  for (const path of journalFiles(statePaths)) removeLeftovers(path);
  removeTree(statePaths.temporary);
}

function namesIn(directory: string): readonly string[] {
  try {
    return Object.values(nodeFiles.readDirectory(directory)).flat();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
