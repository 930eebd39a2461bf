/**
 * Caches digests together with stamps (such as change times and sizes) after files were written or hashed. Listings
 * then need not hash the files.
 */
import { dirname } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Bundle, BundleFile } from "../../model/skills/bundle.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import type { LockedFiles } from "../../platform/writing/change-files.ts";
import { waitUntilClockPasses } from "../../platform/writing/wait-past.ts";
import { readApprovalDigests } from "../../trust/approvals/approvals.ts";
import { DIGEST_LIMITS, digestBundle, digestFiles } from "../../trust/bundle/digest.ts";
import { readLockDigests } from "../../trust/locks/skills-lock.ts";
import {
  type DirectoryStamps,
  formatStamps,
  latestChange,
  looksSame,
  readStamps,
  type StampedLock,
  type Stamps,
  stampDirectory,
  stampedFiles,
} from "../../trust/locks/stamps.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";

/**
 * Reads stamps, hashes, and reads the stamps again. Two changes within one clock tick have the same stamp, so the
 * function waits for the next tick. Stamps of removed directories are dropped. An error of writing the cache is
 * ignored.
 */
export function refreshStamps(changed: readonly Changed[], statePaths: StatePaths, locked: LockedFiles): void {
  const known = readKnown(statePaths.stamps);
  const written = new Map(changed.map(({ directory, bundle }) => [directory, bundle]));
  const directories = takeStamps(changed.map(({ directory }) => directory));
  const files = takeStamps([statePaths.projectLock, statePaths.userLock, statePaths.approvals]);
  const latest = Math.max(0, ...[...directories.values(), ...files.values()].map(latestChange));
  const touched = [...directories.keys(), ...files.keys()].map((path) => dirname(path));
  waitUntilClockPasses(latest, touched, [statePaths.projectLock, statePaths.stamps]);
  const stamps = {
    directories: merged(
      known.directories,
      changed.map(({ directory }) => directory),
      directories,
      (directory, before) => hashed(directory, before, written.get(directory)),
    ),
    locks: merged(
      known.locks,
      [statePaths.projectLock, statePaths.userLock, statePaths.approvals],
      files,
      (path, before) =>
        stampedLock(path, before, path === statePaths.approvals ? readApprovalDigests : readLockDigests),
    ),
  };
  try {
    locked.write(statePaths.stamps, formatStamps(stamps), { waits: false });
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
  }
}

interface Changed {
  readonly directory: string;
  /** The bundle that was just written to the directory. */
  readonly bundle?: Bundle | null;
}

type Taken = Omit<DirectoryStamps, "digest">;

function takeStamps(paths: readonly string[]): ReadonlyMap<string, Taken> {
  const taken = new Map<string, Taken>();
  for (const path of paths) {
    const stamps = nodeFiles.exists(path) ? stampDirectory(path, nodeFiles) : undefined;
    if (stamps) taken.set(path, stamps);
  }
  return taken;
}

/** Returns the known stamps, with those of `changed` replaced. Stamps of missing directories are dropped. */
function merged<T>(
  known: ReadonlyMap<string, T>,
  changed: readonly string[],
  taken: ReadonlyMap<string, Taken>,
  make: (path: string, before: Taken) => T | undefined,
): Map<string, T> {
  const anew = new Set(changed);
  const all = new Map([...known].filter(([path]) => !anew.has(path) && nodeFiles.exists(path)));
  for (const [path, before] of taken) {
    const made = make(path, before);
    const old = known.get(path);
    if (made !== undefined && looksSame(path, before, nodeFiles)) all.set(path, made);
    // The path cannot be read completely, so its old entry stays. Listings ignore an entry with different stamps, but a
    // repair uses it.
    else if (made === undefined && old !== undefined) all.set(path, old);
  }
  return all;
}

/**
 * Hashes a directory. Returns undefined if it cannot be read completely. If the bundle is known, the bytes are
 * compared, which is faster than hashing.
 */
function hashed(directory: string, before: Taken, bundle: Bundle | null | undefined): DirectoryStamps | undefined {
  const files = stampedFiles(before);
  if (files.length > DIGEST_LIMITS.maxFiles) return undefined;
  try {
    if (bundle && hasSameBytes(directory, files, bundle)) return { digest: digestBundle(bundle), ...before };
    return { digest: digestFiles(contents(directory, files)), ...before };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

function hasSameBytes(directory: string, files: ReturnType<typeof stampedFiles>, bundle: Bundle): boolean {
  const wanted = bundle.files;
  let index = 0;
  if (files.length !== wanted.length) return false;
  for (const { path, executable, bytes } of contents(directory, files)) {
    const file = wanted[index++] as BundleFile;
    if (!path.equals(Buffer.from(file.path)) || executable !== file.executable) return false;
    if (Buffer.compare(bytes, file.bytes) !== 0) return false;
  }
  return true;
}

function* contents(
  directory: string,
  files: ReturnType<typeof stampedFiles>,
): Generator<{ path: Buffer; executable: boolean; bytes: Uint8Array }> {
  let left = DIGEST_LIMITS.maxBytes;
  for (const { path, executable } of files) {
    const bytes = nodeFiles.readFile(`${directory}/${path}`, left);
    left -= bytes.length;
    yield { path: Buffer.from(path), executable, bytes };
  }
}

type ReadDigests = (path: string, files: Files) => ReadonlyMap<string, string>;

function stampedLock(path: string, { stamps }: Taken, read: ReadDigests): StampedLock | undefined {
  try {
    return { stamps, digests: Object.fromEntries(read(path, nodeFiles)) };
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
