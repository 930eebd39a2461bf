/**
 * Shows an interrupted installation to commands that only read. It writes nothing: each skill appears in its old or new
 * state, and a diagnostic names the command that finishes the work (`recoverInstallation`).
 */
import { basename, dirname } from "node:path";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { ApprovedFiles } from "../../model/rules/approval.ts";
import { type Files, realPathIfAny, sortListing } from "../../platform/files/files.ts";
import { hasLiveOwner } from "../../platform/writing/change-files.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";
import { type DirectoryMove, findOccupiedTarget, type InstallChange, type Journal, readJournal } from "./journal.ts";

export interface Interruption {
  /** Reports the interruption; empty while the installing process is running. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The user's new approvals by directory, for skills whose new files are in place. The approvals on disk are older.
   */
  readonly approved: ReadonlyMap<string, ApprovedFiles>;
  /** Returns a view of the files in which each skill that was moved aside is still in its own directory. */
  readonly restore: (files: Files) => Files;
}

/** Returns undefined if no installation was interrupted. */
export function readInterruption(statePaths: StatePaths, files: Files): Interruption | undefined {
  const isAtWork = hasLiveOwner(statePaths.journal);
  try {
    const journal = readJournal(statePaths.journal, files);
    if (journal === undefined) return undefined;
    return {
      diagnostics: isAtWork ? [] : describe(journal, statePaths, files),
      approved: new Map(journal.change === undefined ? [] : approvedNow(journal.change, files)),
      restore: (base) => restoredFiles(base, journal.change?.moves ?? []),
    };
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { message, hint } = error;
    const unreadable = diagnostic("SK663", { path: statePaths.journal, message, help: hint });
    return { diagnostics: isAtWork ? [] : [unreadable], approved: new Map(), restore: (base) => base };
  }
}

/**
 * Returns the new approvals of skills whose new bytes are in place. A skill that still has its old bytes keeps its old
 * approval.
 */
function approvedNow({ approve, moves }: InstallChange, files: Files): readonly (readonly [string, ApprovedFiles])[] {
  const waiting = new Set(moves.filter(({ staged }) => isThere(staged, files)).map(({ target }) => target));
  return approve.filter(([directory]) => !waiting.has(directory));
}

function describe({ targets = [], change }: Journal, statePaths: StatePaths, files: Files): readonly Diagnostic[] {
  if (change === undefined && targets.length === 0)
    return [unfinished(statePaths.journal, "an installation was interrupted before it changed anything", "cleans up")];
  if (change === undefined)
    return targets.map((target) => {
      const state = isThere(target, files) ? "the old version is in place" : "it is not installed";
      return unfinished(target, `the installation of \`${basename(target)}\` was interrupted; ${state}`, "cleans up");
    });
  const moved = change.moves.map((move) => {
    const taken = findOccupiedTarget(move, files);
    if (taken) return diagnostic("SK663", { path: move.target, message: taken.message, help: taken.hint });
    const what = move.staged === undefined ? "removal" : "installation";
    const message = `the ${what} of \`${basename(move.target)}\` was interrupted; ${stateOf(move, files)}`;
    return unfinished(move.target, message, "finishes it");
  });
  const ofMoves = new Set(change.moves.map(({ target }) => target));
  const others = change.approve.filter(([directory]) => !ofMoves.has(directory));
  return [...moved, ...others.map(([directory]) => unrecorded(directory))];
}

function stateOf({ target, staged, aside }: DirectoryMove, files: Files): string {
  const isNew = staged === undefined ? !isThere(target, files) : !isThere(staged, files);
  if (staged === undefined) return isNew ? "it is removed" : "it is still installed";
  if (isNew) return "the new version is in place";
  return isThere(target, files) || isThere(aside, files) ? "the old version is in place" : "it is not installed yet";
}

function unrecorded(directory: string): Diagnostic {
  const message = `the approval of \`${basename(directory)}\` was interrupted; its files are in place`;
  return unfinished(directory, message, "finishes it");
}

function unfinished(path: string, message: string, what: string): Diagnostic {
  return diagnostic("SK668", { path, message, help: `run \`skillwright install\`, which ${what}` });
}

function isThere(path: string | undefined, files: Files): boolean {
  return path !== undefined && files.stamp(path) !== undefined;
}

/**
 * Overlays files, so that a directory that was moved aside appears under its own name. The result is a plain object
 * like every other `Files`, because callers copy its functions.
 */
function restoredFiles(base: Files, moves: readonly DirectoryMove[]): Files {
  const replaced = moves.filter(({ staged }) => staged !== undefined);
  const restored = replaced.flatMap(({ target, aside }) =>
    spellings(target, base).map((each) => ({ target: each, aside })),
  );
  const isAside = ({ target, aside }: Pick<DirectoryMove, "target" | "aside">): boolean =>
    !isThere(target, base) && isThere(aside, base);
  const byTarget = new Map(restored.map((move) => [move.target, move]));
  const moveOf = (path: string): Pick<DirectoryMove, "target" | "aside"> | undefined => {
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
      const move = byTarget.get(path.slice(0, end));
      if (move !== undefined && isAside(move)) return move;
    }
    return undefined;
  };
  const at = (path: string): string => {
    const move = moveOf(path);
    return move === undefined ? path : move.aside + path.slice(move.target.length);
  };
  return {
    readHead: (path, into, maxBytes) => base.readHead(at(path), into, maxBytes),
    readFile: (path, maxBytes) => base.readFile(at(path), maxBytes),
    readDirectory(path) {
      const listing = base.readDirectory(at(path));
      for (const move of restored)
        if (dirname(move.target) === path && isAside(move)) listing.directories.push(basename(move.target));
      return sortListing(listing);
    },
    lstat: (path) => base.lstat(at(path)),
    stat: (path) => base.stat(at(path)),
    stamp: (path) => base.stamp(at(path)),
    linksOn: (device, path) => base.linksOn(device, at(path)),
    realPath(path) {
      const move = moveOf(path);
      if (move === undefined) return base.realPath(path);
      const real = base.realPath(move.aside + path.slice(move.target.length));
      const aside = base.realPath(move.aside);
      if (real !== aside && !real.startsWith(`${aside}/`)) return real;
      return `${base.realPath(dirname(move.target))}/${basename(move.target)}${real.slice(aside.length)}`;
    },
    exists: (path) => base.exists(at(path)),
    isExecutable: (path) => base.isExecutable(at(path)),
  };
}

/** Returns the path as written, and the path with the symlinks of its parent resolved. */
function spellings(target: string, files: Files): readonly string[] {
  const parent = realPathIfAny(dirname(target), files);
  return parent === undefined ? [target] : [...new Set([target, `${parent}/${basename(target)}`])];
}
