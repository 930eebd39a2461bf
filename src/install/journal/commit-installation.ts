/**
 * Writes bundles and lock entries, or leaves the machine unchanged. All files are first written beside their final
 * location. When the journal has recorded the change, only renames and small writes remain.
 */
import { dirname } from "node:path";
import type { ApprovedFiles } from "../../model/rules/approval.ts";
import type { Bundle, BundleFile } from "../../model/skills/bundle.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { requireTargetWithin } from "../../platform/files/real-target.ts";
import type { LockedFiles, LockOptions } from "../../platform/writing/change-files.ts";
import { removeEmpty, removeTree, writeTree } from "../../platform/writing/write-tree.ts";
import { type LockEntry, readLock } from "../../trust/locks/skills-lock.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";
import type { SourceContext } from "../source.ts";
import {
  completeChange,
  type DirectoryMove,
  discardStaged,
  type InstallChange,
  type Journal,
  type LockChange,
  recoverWithJournalLock,
  writeJournal,
} from "./journal.ts";
import { lockJournal, lockShared, refuseLink } from "./lock-install.ts";
import { refreshStamps } from "./refresh-stamps.ts";
import type { OnStep } from "./steps.ts";
import { type BundleToStore, readCreatedDirectories, storeBundles, type VersionHistoryChange } from "./store.ts";

/** The target state of one directory. */
export interface WantedDirectory {
  readonly directory: string;
  /** The new content; undefined keeps the directory, and `null` removes it. */
  readonly bundle?: Bundle | null;
  readonly lock: { readonly path: string; readonly key: string };
  /** The new lock entry; null removes the entry, and undefined keeps it. */
  readonly entry?: LockEntry | null;
  /** The user's new approval; null removes the approval, and undefined keeps it. */
  readonly approved?: ApprovedFiles | null;
  readonly history?: Omit<VersionHistoryChange, "directory">;
  /** Bundles for the store: the new bytes, and the current bytes for a rollback. */
  readonly keep?: readonly BundleToStore[];
}

export interface CommitOptions {
  readonly onStep?: OnStep;
  readonly timeoutMs?: number;
  readonly progress?: SourceContext["progress"];
  /** Called when no other process can change anything. Throws if the plan no longer matches the machine. */
  readonly check?: () => void;
}

export async function commitInstallation(
  wanted: readonly WantedDirectory[],
  statePaths: StatePaths,
  options: CommitOptions = {},
): Promise<void> {
  const waiting = waitingWith(options);
  await lockJournal(
    statePaths,
    async () => {
      options.onStep?.("guarded");
      await recoverWithJournalLock(statePaths);
      for (const { lock } of wanted) refuseLink(lock.path);
      const shared = sharedFiles(wanted, statePaths);
      await lockShared(shared, statePaths, (files) => commitLocked(wanted, statePaths, files, options), waiting);
    },
    waiting,
  );
}

async function commitLocked(
  wanted: readonly WantedDirectory[],
  statePaths: StatePaths,
  files: LockedFiles,
  options: CommitOptions,
): Promise<void> {
  options.check?.();
  for (const { directory, bundle } of wanted) if (bundle) checkInProject(directory, statePaths);
  for (const path of new Set(wanted.map(({ lock }) => lock.path))) checkLock(path);
  const journal = await stage(wanted, statePaths, files, withProgress(wanted, options));
  completeChange(journal, statePaths, files, options.onStep);
  removeEmpty(statePaths.temporary);
  refreshStamps(wanted, statePaths, files);
  options.onStep?.("done");
}

/** Returns only the shared files that will change, so that a project that is only read need not be writable. */
function sharedFiles(wanted: readonly WantedDirectory[], { approvals }: StatePaths): readonly string[] {
  const locks = wanted.filter(({ entry, bundle }) => entry !== undefined || bundle !== undefined);
  const approves = wanted.some(({ approved }) => approved !== undefined);
  return [...new Set(locks.map(({ lock }) => lock.path)), ...(approves ? [approvals] : [])];
}

function waitingWith({ timeoutMs, progress }: CommitOptions): LockOptions {
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    onWait: (owner, waitedMs) =>
      progress?.({
        what: `waiting for ${owner ? `process ${owner.pid}` : "another process"} to finish (seconds)`,
        done: Math.floor(waitedMs / 1000),
      }),
  };
}

/** Reports progress. Every file is counted twice, because it is written to the store and beside its final location. */
function withProgress(wanted: readonly WantedDirectory[], { onStep, progress }: CommitOptions): OnStep | undefined {
  if (progress === undefined) return onStep;
  const bundles = wanted.flatMap(({ bundle, keep = [] }) => [bundle, ...keep.map((kept) => kept.bundle)]);
  const total = bundles.reduce((sum, bundle) => sum + (bundle?.files.length ?? 0), 0);
  let done = 0;
  return (step) => {
    if (step === "storing" || step === "staging") progress({ what: "writing files", done: ++done, total });
    onStep?.(step);
  };
}

/**
 * [SF4] Throws SK601 if a symlink leads the directory out of the project. It may have appeared after the plan was
 * shown.
 */
function checkInProject(directory: string, { projectRoot }: StatePaths): void {
  if (isInside(directory, projectRoot)) requireTargetWithin(dirname(directory), projectRoot);
}

/** Throws if the lock is a symlink or cannot be read. */
function checkLock(path: string): void {
  refuseLink(path);
  readLock(path, nodeFiles);
}

/** Does everything that can fail before any visible change. After a failure, it undoes its own work. */
async function stage(
  wanted: readonly WantedDirectory[],
  statePaths: StatePaths,
  files: LockedFiles,
  onStep: OnStep | undefined,
): Promise<Journal> {
  const moves = wanted.flatMap((each, index) => moveFor(each, `.skillwright-${process.pid}`, index));
  const begun: Journal = {
    staging: [...new Set(moves.map(stagingOf)), `${statePaths.temporary}/${process.pid}`],
    targets: wanted.map(({ directory }) => directory),
    made: [...madeFor(moves, statePaths), ...new Set(moves.map(({ target }) => dirname(target)).flatMap(missingFrom))],
  };
  writeJournal(statePaths.journal, begun, files);
  // A killed process with the same process id may have left these directories.
  for (const directory of begun.staging) removeTree(directory);
  onStep?.("begun");
  try {
    await storeAll(wanted, statePaths, begun, files, onStep);
    stageAll(wanted, moves, onStep);
    const journal = { ...begun, change: changeOf(wanted, moves) };
    writeJournal(statePaths.journal, journal, files);
    onStep?.("committed");
    return journal;
  } catch (error) {
    discardStaged(statePaths.journal, begun, files);
    throw error;
  }
}

function moveFor({ directory, bundle }: WantedDirectory, staging: string, index: number): DirectoryMove[] {
  if (bundle === undefined) return [];
  const beside = `${dirname(directory)}/${staging}/${index}`;
  const aside = `${beside}.old`;
  if (bundle === null) return nodeFiles.exists(directory) ? [{ target: directory, aside }] : [];
  return [{ target: directory, staged: `${beside}.new`, aside }];
}

/** Returns a hidden directory beside the target. The installation then needs only a rename. */
function stagingOf({ aside }: DirectoryMove): string {
  return dirname(aside);
}

/** Returns the directories that earlier installs created for the skills to remove, topmost first. */
function madeFor(moves: readonly DirectoryMove[], { made }: StatePaths): readonly string[] {
  const going = moves.filter(({ staged }) => staged === undefined);
  return readCreatedDirectories(made).filter((directory) =>
    going.some(({ target }) => target.startsWith(`${directory}/`)),
  );
}

/** Returns the missing directories of a path, topmost first. */
function missingFrom(directory: string): string[] {
  const missing: string[] = [];
  for (let at = directory; !nodeFiles.exists(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

async function storeAll(
  wanted: readonly WantedDirectory[],
  statePaths: StatePaths,
  { staging }: Journal,
  files: LockedFiles,
  onStep: OnStep | undefined,
): Promise<void> {
  const kept = wanted.flatMap(({ keep = [] }) => keep);
  await storeBundles(statePaths, kept, staging.at(-1) as string, files, () => onStep?.("storing"));
  onStep?.("stored");
}

/**
 * Writes the new files without waiting for the disk. If a power failure damages them, they are withheld and installed
 * again.
 */
function stageAll(
  wanted: readonly WantedDirectory[],
  moves: readonly DirectoryMove[],
  onStep: OnStep | undefined,
): void {
  const bundles = new Map(wanted.map(({ directory, bundle }) => [directory, bundle]));
  for (const { target, staged } of moves) {
    const bundle = bundles.get(target);
    if (staged !== undefined && bundle) writeTree(staged, bundle.files.map(writable), () => onStep?.("staging"));
  }
  onStep?.("staged");
}

function writable({ path, bytes, executable }: BundleFile): { path: string; bytes: Uint8Array; mode: number } {
  return { path, bytes, mode: executable ? 0o755 : 0o644 };
}

function changeOf(wanted: readonly WantedDirectory[], moves: readonly DirectoryMove[]): InstallChange {
  return {
    moves,
    locks: locksOf(wanted),
    approve: wanted.flatMap(({ directory, approved }) => (approved ? [[directory, approved] as const] : [])),
    forget: wanted.flatMap(({ directory, approved }) => (approved === null ? [directory] : [])),
    history: wanted.flatMap(({ directory, history }) => (history ? [{ directory, ...history }] : [])),
  };
}

function locksOf(wanted: readonly WantedDirectory[]): LockChange[] {
  const paths = [...new Set(wanted.filter(({ entry }) => entry !== undefined).map(({ lock }) => lock.path))];
  return paths.map((path) => {
    const here = wanted.filter(({ lock }) => lock.path === path);
    return {
      path,
      set: here.flatMap(({ lock, entry }) => (entry ? [[lock.key, entry] as const] : [])),
      remove: here.flatMap(({ lock, entry }) => (entry === null ? [lock.key] : [])),
    };
  });
}
