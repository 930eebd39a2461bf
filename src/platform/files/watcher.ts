/**
 * The interface for file change notifications about single directories. `nodeWatcher` is the implementation for the
 * real file system.
 */
export interface Watcher {
  /**
   * Reports hints about changed entries of a directory, and follows symlinks. A hint may be late, repeated or wrong.
   * Throws errors with a system `code` (ENOENT, ENOSPC, …).
   */
  watch(directory: string, listener: HintListener): Watched;
  /** Returns true if the directory is on a file system that other machines can change without a hint. */
  isRemote(directory: string): boolean;
  /** Returns the text of a symlink. */
  readLink(path: string): string;
}

export interface HintListener {
  /**
   * `entry`: an entry was added, removed or replaced. `content`: an entry was written or its permissions changed.
   * Without a name, the hint may be about any entry.
   */
  hint(kind: HintKind, name: string | undefined): void;
  /** Called when the watch failed. No more hints follow. */
  failed(): void;
}

export type HintKind = "entry" | "content";

export interface Watched {
  close(): void;
}
