/**
 * The file system interface of the engine. It is synchronous, because reading ten thousand small files in sequence is
 * twice as fast in Node as awaiting them. `nodeFiles` is the real file system, and `memoryFiles` is one in memory.
 * Methods throw errors with a system `code` (ENOENT, EACCES, …). The interface knows nothing about skills.
 */
import { systemCode, undefinedIfRefused } from "../../model/errors.ts";

export type EntryKind = "file" | "directory" | "link" | "other";

/** The entries of a directory by kind, each list sorted in UTF-16 order. */
export interface Listing {
  readonly files: string[];
  readonly directories: string[];
  readonly links: string[];
  /** Entries of other kinds: FIFOs, sockets and devices. */
  readonly others: string[];
}

export interface Stat {
  readonly kind: EntryKind;
  readonly size: number;
  readonly mode: number;
  /** Number of hard links. Some file systems count the subdirectories of a directory here: 2 plus their number. */
  readonly links: number;
  readonly device: number;
}

/** Values that change when a file changes, for a cheap check. The check can fail if the clock was set back. */
export interface Stamp {
  readonly inode: number;
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** A file system. All methods are synchronous, and a missing file throws an error with a `code`. */
export interface Files {
  /**
   * Fills `into` from the start of a file. Returns the number of bytes, or -1 if the file is larger than `maxBytes`. It
   * never follows a symlink (ELOOP), and never blocks on a FIFO.
   */
  readHead(path: string, into: Uint8Array, maxBytes: number): number;
  /**
   * Returns the whole file and follows symlinks. Throws EFBIG beyond `maxBytes`, and EINVAL unless it is a regular
   * file.
   */
  readFile(path: string, maxBytes: number): Uint8Array;
  readDirectory(path: string): Listing;
  /** Describes the entry itself, without following a symlink. */
  lstat(path: string): Stat;
  /** Describes the entry at the path, after following symlinks. */
  stat(path: string): Stat;
  /** Returns the stamp of the entry itself, without following a symlink; undefined if it is missing. */
  stamp(path: string): Stamp | undefined;
  /** Returns the number of hard links of the entry at `path`, or -1 if the entry is on a device other than `device`. */
  linksOn(device: number, path: string): number;
  realPath(path: string): string;
  exists(path: string): boolean;
  isExecutable(path: string): boolean;
}

export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}

/**
 * Returns the real path. Returns undefined if the path does not exist or cannot be followed, such as a symlink to
 * itself. This is one call, because another process may remove the entry between two calls.
 */
export function realPathIfAny(path: string, files: Pick<Files, "realPath">): string | undefined {
  return undefinedIfRefused(() => files.realPath(path));
}

export function emptyListing(): Listing {
  return { files: [], directories: [], links: [], others: [] };
}

export function sortListing(listing: Listing): Listing {
  for (const names of [listing.files, listing.directories, listing.links, listing.others])
    if (names.length > 1) names.sort();
  return listing;
}

/** Returns true if an entry has this name, including broken symlinks and entries without permission. */
export function entryExists(path: string, files: Pick<Files, "stamp">): boolean {
  try {
    return files.stamp(path) !== undefined;
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return code !== "ENOENT" && code !== "ENOTDIR";
  }
}

/** Returns true if the path is a symlink, even a broken one. */
export function isLink(path: string, files: Pick<Files, "lstat">): boolean {
  return undefinedIfRefused(() => files.lstat(path).kind) === "link";
}
