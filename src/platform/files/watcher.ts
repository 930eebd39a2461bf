/** The interface for file change notifications of one directory at a time. `nodeWatcher` is the real one. */
export interface Watcher {
  /**
   * Reports hints about entries of a directory, following symlinks. A hint may be late, repeated or wrong. Throws
   * errors with a system `code` (ENOENT, ENOSPC, …).
   */
  watch(directory: string, listener: HintListener): Watched;
  /** Returns true if other machines can change this file system without a hint. */
  isRemote(directory: string): boolean;
  /** Returns the text of a symlink. */
  readLink(path: string): string;
}

export interface HintListener {
  /**
   * `entry`: an entry was added, removed or replaced. `content`: an entry was written or its permissions changed.
   * Without a name, any entry.
   */
  hint(kind: HintKind, name: string | undefined): void;
  /** No more hints will come. */
  failed(): void;
}

export type HintKind = "entry" | "content";

export interface Watched {
  close(): void;
}
