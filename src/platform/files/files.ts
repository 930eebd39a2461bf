/**
 * The file system as the engine sees it: synchronous, because reading ten thousand small files one after the other is
 * twice as fast in Node as awaiting them. `nodeFiles` is the real one, `memoryFiles` the fake. Methods throw errors that
 * carry a system `code` (ENOENT, EACCES, …). Nothing here knows what a skill is.
 */
import { systemCode, unlessRefused } from "../../model/errors.ts";

export type EntryKind = "file" | "directory" | "link" | "other";

/** What is in a directory, by kind, each list sorted in UTF-16 order. */
export interface Listing {
  readonly files: string[];
  readonly directories: string[];
  readonly links: string[];
  /** FIFOs, sockets, devices. */
  readonly others: string[];
}

export interface Stat {
  readonly kind: EntryKind;
  readonly size: number;
  readonly mode: number;
  /** Hard links; of a directory on a file system that counts them, 2 + its subdirectories. */
  readonly links: number;
  readonly device: number;
}

/** What changes when a file does: a cheap witness that it is still the same, as long as nobody turns back the clock. */
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
   * Fills `into` from the start of a file and returns how many bytes that were, or -1 when the file is larger than
   * `maxBytes`. Never follows a link (ELOOP) and never blocks on a FIFO.
   */
  readHead(path: string, into: Uint8Array, maxBytes: number): number;
  /** The whole file, links followed; throws EFBIG beyond `maxBytes` and EINVAL for anything but a regular file. */
  readFile(path: string, maxBytes: number): Uint8Array;
  readDirectory(path: string): Listing;
  /** Of the entry itself, links not followed. */
  lstat(path: string): Stat;
  /** Of what the path leads to. */
  stat(path: string): Stat;
  /** Of the entry itself, links not followed; undefined when there is none. */
  stamp(path: string): Stamp | undefined;
  /** The hard links of what stands at a path, or -1 when it is on another device. */
  linksOn(device: number, path: string): number;
  realPath(path: string): string;
  exists(path: string): boolean;
  isExecutable(path: string): boolean;
}

export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}

/** Returns undefined if nothing is at the path. One call, because another process may remove the entry between two. */
export function realPathIfAny(path: string, files: Pick<Files, "realPath">): string | undefined {
  try {
    return files.realPath(path);
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

export function emptyListing(): Listing {
  return { files: [], directories: [], links: [], others: [] };
}

export function sortListing(listing: Listing): Listing {
  for (const names of [listing.files, listing.directories, listing.links, listing.others])
    if (names.length > 1) names.sort();
  return listing;
}

/** Whether something has this name: also a link that leads nowhere, and what nobody lets us look at. */
export function isThere(path: string, files: Pick<Files, "stamp">): boolean {
  try {
    return files.stamp(path) !== undefined;
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return code !== "ENOENT" && code !== "ENOTDIR";
  }
}

/** Returns true for a symlink, whatever it leads to. */
export function isLink(path: string, files: Pick<Files, "lstat">): boolean {
  return unlessRefused(() => files.lstat(path).kind) === "link";
}
