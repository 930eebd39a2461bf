import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statfsSync,
  statSync,
  watch,
} from "node:fs";
import { type EntryKind, emptyListing, type Files, type Stat, sortListing, systemError } from "./files.ts";
import type { Watcher } from "./watcher.ts";

// A FIFO opened without O_NONBLOCK waits forever for a writer. O_NOFOLLOW makes a symlink an error that we can explain.
// Windows has neither of these flags, and it has no FIFOs.
const HEAD_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const FILE_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

let onRead: (() => void) | undefined;

/**
 * Calls `listener` on every read of a file or a directory. Another call replaces the listener, and `undefined` removes
 * it. Reads are synchronous, so a timer cannot report that a command is still at work.
 */
export function onEveryRead(listener: (() => void) | undefined): void {
  onRead = listener;
}

/** The real file system. */
export const nodeFiles: Files = {
  readHead(path, into, maxBytes) {
    onRead?.();
    const descriptor = openSync(path, HEAD_FLAGS);
    try {
      const bytes = readSync(descriptor, into, 0, into.length, 0);
      if (bytes > maxBytes) return -1;
      // Tries to read one byte past the limit, which costs half as much as `fstat`. Only files that fill the buffer
      // need this.
      if (bytes === into.length && readSync(descriptor, PROBE, 0, 1, maxBytes) > 0) return -1;
      return bytes;
    } finally {
      closeSync(descriptor);
    }
  },

  readFile(path, maxBytes) {
    onRead?.();
    const descriptor = openSync(path, FILE_FLAGS);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) throw systemError("EINVAL", path);
      if (stats.size > maxBytes) throw systemError("EFBIG", path);
      const buffer = Buffer.allocUnsafe(stats.size);
      let filled = 0;
      while (filled < buffer.length) {
        const bytes = readSync(descriptor, buffer, filled, buffer.length - filled, filled);
        if (bytes === 0) break;
        filled += bytes;
      }
      return buffer.subarray(0, filled);
    } finally {
      closeSync(descriptor);
    }
  },

  readDirectory(path) {
    onRead?.();
    const listing = emptyListing();
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isFile()) listing.files.push(entry.name);
      else if (entry.isDirectory()) listing.directories.push(entry.name);
      else if (entry.isSymbolicLink()) listing.links.push(entry.name);
      else listing.others.push(entry.name);
    }
    return sortListing(listing);
  },

  lstat: (path) => toStat(lstatSync(path)),
  stat: (path) => toStat(statSync(path)),
  stamp(path) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const { ino: inode, size, mode, mtimeMs, ctimeMs } = stats;
    return { inode, size, mode, mtimeMs, ctimeMs };
  },
  linksOn(device, path) {
    const stats = statSync(path);
    return stats.dev === device ? stats.nlink : -1;
  },
  realPath: (path) => realpathSync.native(path),
  exists: (path) => existsSync(path),

  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
};

const PROBE = Buffer.alloc(1);

function toStat(stats: Stats): Stat {
  return { kind: kindOf(stats), size: stats.size, mode: stats.mode, links: stats.nlink, device: stats.dev };
}

function kindOf(entry: Stats): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** Watches each directory with its own `fs.watch`. The recursive `fs.watch` misses files that are saved by a rename. */
export function nodeWatcher({ persistent }: { readonly persistent: boolean }): Watcher {
  return {
    watch(directory, listener) {
      const watcher = watch(directory, { persistent }, (event, name) =>
        // Reports a name that is not UTF-8 as undefined, because it does not identify the file.
        listener.hint(
          event === "rename" ? "entry" : "content",
          name?.includes("\ufffd") ? undefined : (name ?? undefined),
        ),
      );
      watcher.on("error", () => listener.failed());
      return watcher;
    },
    isRemote: (directory) => REMOTE.has(statfsSync(directory).type >>> 0),
    readLink: (path) => readlinkSync(path),
  };
}

/** File system types of Linux's `statfs`: NFS, SMB, CIFS, SMB 2, 9P, FUSE, AFS, Coda, VirtualBox, Ceph. */
const REMOTE = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x5346414f, 0x73757245, 0x786f4256, 0x00c36400,
]);
