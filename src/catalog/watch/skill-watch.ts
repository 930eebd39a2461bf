import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { SnapshotChange } from "../../model/skills/snapshot-change.ts";

export interface WatchOptions {
  /** The working directory or roots to watch, if they differ from those that were opened. */
  readonly cwd?: string;
  readonly roots?: readonly string[];
  /** Returns additional directories to watch. File changes in them are reported as `beside`. */
  readonly beside?: (snapshot: Snapshot) => readonly string[];
  /** Milliseconds without changes before an update (default: 20). */
  readonly quietMs?: number;
  /** Maximum milliseconds before an update while changes continue (default: 1,000). */
  readonly maxWaitMs?: number;
  /** If true, everything is polled, for network mounts that are not detected. */
  readonly poll?: boolean;
  /** Milliseconds between polls of directories without hints (default: 1,000). */
  readonly pollMs?: number;
  /** If false, a watch does not keep the process alive. */
  readonly persistent?: boolean;
}

/** Skills that are kept up to date with the disk. */
export interface SkillWatch extends AsyncIterable<SnapshotChange>, AsyncDisposable {
  /** The newest snapshot. */
  readonly snapshot: Snapshot;
  /** Diagnostics of the watch itself: a reached limit, or a failed load. */
  readonly diagnostics: readonly Diagnostic[];
  /** Calls the listener for each change. Returns a function that removes it. */
  on(listener: (change: SnapshotChange) => void): () => void;
  /** Calls the listener when `diagnostics` change. Returns a function that removes it. */
  onDiagnostics(listener: (diagnostics: readonly Diagnostic[]) => void): () => void;
  /** Processes all changes that happened before this call, without waiting for the debounce time. */
  settled(): Promise<Snapshot>;
  close(): Promise<void>;
}
