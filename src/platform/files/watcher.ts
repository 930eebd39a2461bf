/** What the system can tell of changes: a hint for one directory at a time. `nodeWatcher` is the real one. */
export interface Watcher {
  /**
   * Hints at what happens to the entries of a directory, links followed. A hint may come late, twice, or for nothing. Throws
   * errors with a system `code` (ENOENT, ENOSPC, …).
   */
  watch(directory: string, listener: HintListener): Watched;
  /** Whether changes come about on this file system that nobody hints at: those that other machines make. */
  isRemote(directory: string): boolean;
  /** Where a link leads, as it is written in it. */
  readLink(path: string): string;
}

export interface HintListener {
  /** `entry`: one came, went or was replaced; `content`: one was written or its permissions changed. Without a name, any. */
  hint(kind: HintKind, name: string | undefined): void;
  /** No hint will come any more. */
  failed(): void;
}

export type HintKind = "entry" | "content";

export interface Watched {
  close(): void;
}
