/**
 * The store has a directory `<store>/<digest>/` with read-only files for each digest. A directory is either complete or
 * missing. The store is the cache and the offline mirror. Rollbacks, diffs and scripts also use its files. Every read
 * verifies the digest.
 */

import {
  anything,
  hasShape,
  keyValuePair,
  list,
  object,
  parseJson,
  record,
  string,
  stringsIn,
} from "../../model/schema.ts";
import { type Bundle, type BundleFile, INSTALL_LIMITS } from "../../model/skills/bundle.ts";
import type { Origin } from "../../model/skills/origin.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { readBytesIfAny } from "../../platform/files/read-text.ts";
import type { LockedFiles } from "../../platform/writing/change-files.ts";
import { moveTree, removeTree, syncTrees, writeTree } from "../../platform/writing/write-tree.ts";
import { digestBundle } from "../../trust/bundle/digest.ts";
import { readDirectoryBundle } from "../../trust/bundle/read-directory-bundle.ts";
import { formatFile, isDigest, type LockEntry, STORED_ENTRY } from "../../trust/locks/skills-lock.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";

/** Returns the directory of a digest, whether it exists or not. */
export function storedBundlePath(store: string, digest: string): string {
  return `${store}/${digest.slice("sha256:".length)}`;
}

/** Files for the store, with their origin. */
export interface BundleToStore {
  readonly bundle: Bundle;
  readonly arrival: StoredOrigin;
  /** True if the store has the only copy, as for a local edit or a skill that will be removed. */
  readonly own?: boolean;
}

/**
 * Adds missing bundles. It writes them beside the store, then moves them into it. Only bytes without another copy are
 * synced to disk. All other bytes can be fetched again after a power failure.
 */
export async function storeBundles(
  { store, arrivals }: Pick<StatePaths, "store" | "arrivals">,
  kept: readonly BundleToStore[],
  temporary: string,
  files: LockedFiles,
  onFile?: () => void,
): Promise<void> {
  const bundles = new Map(kept.map((each) => [digestBundle(each.bundle), each]));
  const missing = [...bundles].filter(([digest]) => readStored(store, digest) === undefined);
  removeTree(temporary);
  const written = missing.map(([digest, { bundle, own = false }], index) => {
    const place = `${temporary}/${index}`;
    writeTree(place, bundle.files.map(readOnly), onFile);
    return { place, digest, own };
  });
  await syncTrees(written.filter(({ own }) => own).map(({ place }) => place));
  for (const { place, digest } of written) {
    // If a copy exists here, it is damaged or incomplete, so it can be removed.
    if (nodeFiles.exists(storedBundlePath(store, digest))) removeTree(storedBundlePath(store, digest));
    moveTree(place, storedBundlePath(store, digest));
  }
  removeTree(temporary);
  noteArrivals(arrivals, kept, files);
}

function readOnly({ path, bytes, executable }: BundleFile): { path: string; bytes: Uint8Array; mode: number } {
  return { path, bytes, mode: executable ? 0o555 : 0o444 };
}

/** Returns the verified files of a digest; undefined if they are missing or damaged. */
export function readStored(store: string, digest: string): Bundle | undefined {
  const place = storedBundlePath(store, digest);
  if (!isDigest(digest) || !nodeFiles.exists(place)) return undefined;
  const read = readDirectoryBundle(place, nodeFiles, INSTALL_LIMITS);
  return "bundle" in read && digestBundle(read.bundle) === digest ? read.bundle : undefined;
}

/** The name and the origin of a bundle when it was stored. */
export interface StoredOrigin {
  readonly name: string;
  readonly origin: Origin;
}

/** Stored origins by digest, in order of time. */
export type StoredOrigins = ReadonlyMap<string, readonly StoredOrigin[]>;

/** Records the origins of stored bundles, so that these origins can be installed offline. */
function noteArrivals(path: string, kept: readonly BundleToStore[], files: LockedFiles): void {
  const known = new Map(readStoredOrigins(path));
  const before = JSON.stringify([...known]);
  for (const { bundle, arrival } of kept) {
    const digest = digestBundle(bundle);
    const others = (known.get(digest) ?? []).filter((each) => JSON.stringify(each) !== JSON.stringify(arrival));
    known.delete(digest);
    known.set(digest, [...others, arrival]);
  }
  if (JSON.stringify([...known]) === before) return;
  files.write(path, `${JSON.stringify([...known])}\n`, { waits: false });
}

const MAX_ARRIVALS_BYTES = 64 * 1024 * 1024;

/** Treats a damaged list as empty, because only offline installations need the list. */
export function readStoredOrigins(path: string): StoredOrigins {
  const value = parseJson(readBytesIfAny(path, MAX_ARRIVALS_BYTES) ?? new Uint8Array());
  const entries = Array.isArray(value) ? value.filter((each) => hasShape(each, ARRIVALS_OF_DIGEST)) : [];
  return new Map(entries.map(([digest, arrivals]) => [digest, arrivals.filter(isArrival)]));
}

const ARRIVAL = object({ name: string("the skill's name"), origin: object({ source: string("the skill's source") }) });

const ARRIVALS_OF_DIGEST = keyValuePair(
  list(anything("a download of a version")),
  "a digest and the downloads that have it",
);

function isArrival(value: unknown): value is StoredOrigin {
  return hasShape(value, ARRIVAL);
}

/** Returns each path with its mode and hash, for an approval or a lock. */
export function fileList(bundle: Bundle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    bundle.files.map((file) => [file.path, `${file.executable ? "755" : "644"} ${hash(file)}`]),
  );
}

function hash({ bytes }: BundleFile): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", bytes, "hex");
}

// The local history: the earlier versions of each skill, newest first, and the directories that installs created.

export interface VersionHistoryChange {
  readonly directory: string;
  /** The version to add as the newest, unless it is already the newest. */
  readonly push?: LockEntry;
  /** The digest of the version to remove, if it is the newest. */
  readonly pop?: string;
}

const KEPT = 10;
const MAX_BYTES = 64 * 1024 * 1024;

const HISTORY = object({
  directories: record(list(anything("an entry of the lock")), "earlier versions by directory"),
});

/** Reads the earlier versions. Damaged entries are skipped, because only `rollback` needs them. */
export function readVersionHistory(path: string): ReadonlyMap<string, readonly LockEntry[]> {
  const value = parseJson(readBytesIfAny(path, MAX_BYTES) ?? new Uint8Array());
  const directories = hasShape(value, HISTORY) ? value.directories : {};
  return new Map(
    Object.entries(directories).map(([directory, entries]) => [
      directory,
      entries.filter((entry) => hasShape(entry, STORED_ENTRY)),
    ]),
  );
}

/** Returns true if a digest is an earlier version of a directory. */
export function isEarlierVersion(
  directory: string,
  digest: string,
  { statePaths }: { readonly statePaths: StatePaths },
): boolean {
  return (
    readVersionHistory(statePaths.history)
      .get(directory)
      ?.some((each) => each.digest === digest) ?? false
  );
}

export function updateVersionHistory(path: string, changes: readonly VersionHistoryChange[], files: LockedFiles): void {
  if (changes.length === 0) return;
  const history = new Map(readVersionHistory(path));
  for (const { directory, push, pop } of changes) {
    const before = history.get(directory) ?? [];
    const rest = pop !== undefined && before[0]?.digest === pop ? before.slice(1) : before;
    const after = push !== undefined && rest[0]?.digest !== push.digest ? [push, ...rest] : rest;
    if (after.length > 0) history.set(directory, after.slice(0, KEPT));
    else history.delete(directory);
  }
  const sorted = [...history].sort(([a], [b]) => (a < b ? -1 : 1));
  files.write(path, formatFile({ directories: Object.fromEntries(sorted) }));
}

const MAX_MADE_BYTES = 16 * 1024 * 1024;

/**
 * Returns the directories that installations created. When the last skill in such a directory is removed, the directory
 * is removed too. If this list is lost, empty directories stay.
 */
export function readCreatedDirectories(path: string): readonly string[] {
  const value = parseJson(readBytesIfAny(path, MAX_MADE_BYTES) ?? new Uint8Array());
  return stringsIn(value);
}

/** Adds directories to the list, and removes those that no longer exist. */
export function recordCreatedDirectories(path: string, made: readonly string[], files: LockedFiles): void {
  if (made.length === 0) return;
  const all = [...new Set([...readCreatedDirectories(path), ...made])]
    .filter((directory) => nodeFiles.exists(directory))
    .sort();
  if (all.length === 0) files.remove(path);
  else files.write(path, `${JSON.stringify(all)}\n`, { waits: false });
}
