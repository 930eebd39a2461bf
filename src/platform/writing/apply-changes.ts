/**
 * Copies the changes of a command from an overlay's upper directory to the target. It refuses protected names at every
 * depth, for writes, renames and symlinks. Directories stay open and entries are addressed through them, so that no
 * symlink can redirect a write (Linux).
 */
import { randomBytes } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { systemCode } from "../../model/errors.ts";
import { hasProtectedName } from "../../model/rules/protected-names.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { foldCase } from "../../model/text/text.ts";

export interface OverlayChanges {
  /** The directory that contains created and changed entries, and a device 0:0 for each removed one. */
  readonly upper: string;
  readonly target: string;
  /** Identity of the target when the command started, from `makeOverlayDirectories`. */
  readonly identity: string;
  /** Directories that replace a directory of the same name instead of changing it. */
  readonly opaque: readonly string[];
  /** Absolute paths below the target that must not change. */
  readonly keep: readonly string[];
}

export interface RefusedChange {
  /** The path relative to the target. */
  readonly path: string;
  readonly reason: string;
}

const MAX_DEPTH = 100;
const MAX_ENTRIES = 1_000_000;
/** Maximum total size of sparse files: a copy fills their holes, and could fill the disk. */
const MAX_HOLES = 1024 ** 3;
/**
 * A file is treated as sparse if its size is more than this multiple of its bytes on disk. Compressing file systems
 * also use fewer bytes than a file has.
 */
const MAX_EXPANSION = 8;
const BLOCK_BYTES = 512;
const PERMISSIONS = 0o777;
const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Creates the directories of an overlay, and `lower`, a symlink to the target. Returns the identity of the target. */
export function makeOverlayDirectories(directory: string, target: string): string {
  for (const path of [directory, ...["upper", "work", "merged"].map((name) => `${directory}/${name}`)]) mkdirSync(path);
  // `lower` is a symlink, because a path in mount options cannot contain a comma or a colon.
  symlinkSync(target, `${directory}/lower`);
  return identityOf(statSync(target, { bigint: true }));
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** Applies the changes. Returns the refused changes. */
export function applyChanges({ upper, target, identity, opaque, keep }: OverlayChanges): readonly RefusedChange[] {
  const kept = keep.filter((place) => isInside(place, target)).map((place) => foldCase(place.slice(target.length + 1)));
  const run: Run = { opaque: new Set(opaque), kept, refusals: [], entries: 0, holes: 0 };
  const reason = attempt(() => {
    // Opens the target even if it is a symlink, because the user may have made it a symlink.
    const to = openSync(target, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      if (identityOf(fstatSync(to, { bigint: true })) !== identity)
        return "another directory has replaced the directory";
      withDirectory(Buffer.from(upper), (from) => merge({ from, to, path: "", depth: 0 }, run));
    } finally {
      closeSync(to);
    }
    return undefined;
  });
  return reason === undefined ? run.refusals : [...run.refusals, { path: ".", reason }];
}

interface Run {
  readonly opaque: ReadonlySet<string>;
  /** Protected paths relative to the target, case-folded. */
  readonly kept: readonly string[];
  readonly refusals: RefusedChange[];
  entries: number;
  /** The total size of sparse files so far. */
  holes: number;
}

interface Pair {
  /** Open descriptors of the source directory and the target directory. */
  readonly from: number;
  readonly to: number;
  readonly path: string;
  readonly depth: number;
}

function merge(pair: Pair, run: Run): void {
  for (const name of namesIn(pair.from)) {
    const path = pair.path === "" ? name.toString() : `${pair.path}/${name}`;
    const reason =
      ++run.entries > MAX_ENTRIES ? `there are more than ${MAX_ENTRIES} changes` : refusalOf(pair, name, path, run);
    if (reason !== undefined) run.refusals.push({ path, reason });
    if (run.entries > MAX_ENTRIES) return;
  }
}

function refusalOf(pair: Pair, name: Buffer, path: string, run: Run): string | undefined {
  if (hasProtectedName(`/${path}`, "")) return PROTECTED;
  if (run.kept.some((place) => isInside(foldCase(path), place))) return KEPT;
  return attempt(() => mergeEntry(pair, name, path, run));
}

function attempt(action: () => string | undefined): string | undefined {
  try {
    return action();
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return `the file cannot be written (${code})`;
  }
}

const PROTECTED = "its name is protected";
const KEPT = "the path is a directory of skills or of Skillwright itself";
const HOLDS_KEPT = "the path contains a directory of skills or of Skillwright itself, so it must stay a directory";
const HOLDS_PROTECTED = "the directory contains a protected name, so it is not removed";

function mergeEntry(pair: Pair, name: Buffer, path: string, run: Run): string | undefined {
  const source = below(pair.from, name);
  const made = lstatSync(source, { bigint: true });
  const old = statOf(below(pair.to, name));
  const isMerged = made.isDirectory() && old?.isDirectory() === true && !run.opaque.has(path);
  const isAbove = run.kept.some((place) => isInside(place, foldCase(path)));
  if (isAbove && (!made.isDirectory() || (old !== undefined && !isMerged))) return HOLDS_KEPT;
  if (old?.isDirectory() && !isMerged && holdsProtected(pair.to, name, 0)) return HOLDS_PROTECTED;
  if (made.isDirectory()) return mergeDirectory(pair, name, path, made, isMerged, run);
  if (isWhiteout(made)) return remove(pair.to, name);
  if (made.isSymbolicLink()) return copyLink(pair.to, name, source);
  if (made.isFile()) return copyFile(pair.to, name, source, run);
  return "it is neither a file nor a directory nor a symlink";
}

function mergeDirectory(
  pair: Pair,
  name: Buffer,
  path: string,
  made: BigIntStats,
  isMerged: boolean,
  run: Run,
): string | undefined {
  if (pair.depth >= MAX_DEPTH) return `the path is deeper than ${MAX_DEPTH} directories`;
  const target = below(pair.to, name);
  if (!isMerged) {
    remove(pair.to, name);
    mkdirSync(target, 0o700);
  }
  withDirectory(below(pair.from, name), (from) =>
    withDirectory(target, (to) => {
      merge({ from, to, path, depth: pair.depth + 1 }, run);
      const mode = Number(made.mode) & PERMISSIONS;
      if ((fstatSync(to).mode & PERMISSIONS) !== mode) fchmodSync(to, mode);
    }),
  );
  return undefined;
}

/** Copies a file through a temporary file and a rename, so that other hard links of the file do not change. */
function copyFile(directory: number, name: Buffer, source: Buffer, run: Run): string | undefined {
  const from = openSync(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { mode, atime, mtime, size, blocks } = fstatSync(from);
    const holes = size > blocks * BLOCK_BYTES * MAX_EXPANSION ? size : 0;
    if (run.holes + holes > MAX_HOLES) return "the file is a sparse file with too many holes";
    run.holes += holes;
    // Keeps the permissions of the source, but no setuid bit: programs of the sandbox must not gain rights outside.
    fchmodSync(from, mode & PERMISSIONS);
    const beside = temporaryName();
    copyFileSync(
      `/proc/self/fd/${from}`,
      below(directory, beside),
      constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE,
    );
    lutimesSync(below(directory, beside), atime, mtime);
    replace(directory, name, beside);
    return undefined;
  } finally {
    closeSync(from);
  }
}

/**
 * Copies a symlink. Refuses a symlink to a protected name, because it would allow later changes through another name.
 */
function copyLink(directory: number, name: Buffer, source: Buffer): string | undefined {
  const goal = readlinkSync(source, "buffer");
  if (hasProtectedName(`/${goal}`, "")) return "the symlink leads to a protected name";
  const beside = temporaryName();
  symlinkSync(goal, below(directory, beside));
  replace(directory, name, beside);
  return undefined;
}

function replace(directory: number, name: Buffer, beside: Buffer): void {
  const target = below(directory, name);
  try {
    if (statOf(target)?.isDirectory()) remove(directory, name);
    renameSync(below(directory, beside), target);
  } catch (error) {
    remove(directory, beside);
    throw error;
  }
}

function temporaryName(): Buffer {
  return Buffer.from(`.skillwright-${randomBytes(8).toString("hex")}`);
}

function remove(parent: number, name: Buffer): undefined {
  const path = below(parent, name);
  const stat = statOf(path);
  if (stat === undefined) return;
  if (!stat.isDirectory()) return unlinkSync(path) as undefined;
  withDirectory(path, (directory) => {
    for (const each of namesIn(directory)) remove(directory, each);
  });
  rmdirSync(path);
}

/** Returns true if a directory contains a protected name, or if its content cannot be determined. */
function holdsProtected(parent: number, name: Buffer, depth: number): boolean {
  if (depth >= MAX_DEPTH) return true;
  return withDirectory(below(parent, name), (directory) =>
    namesIn(directory).some((each) => {
      if (hasProtectedName(`/${name}/${each}`, "")) return true;
      return lstatSync(below(directory, each)).isDirectory() && holdsProtected(directory, each, depth + 1);
    }),
  );
}

function isWhiteout(stat: BigIntStats): boolean {
  return stat.isCharacterDevice() && stat.rdev === 0n;
}

function statOf(path: Buffer): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

/** Returns the path of an entry through an open directory, independent of parent names. */
function below(directory: number, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`/proc/self/fd/${directory}/`), name]);
}

function namesIn(directory: number): readonly Buffer[] {
  return readdirSync(`/proc/self/fd/${directory}/`, { encoding: "buffer" });
}

function withDirectory<T>(path: Buffer, action: (descriptor: number) => T): T {
  const descriptor = openSync(path, DIRECTORY);
  try {
    return action(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
