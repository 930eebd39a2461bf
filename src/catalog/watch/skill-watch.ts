import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { SnapshotChange } from "../../model/skills/snapshot-change.ts";

export interface WatchOptions {
  /** Another working directory, or other roots, than those that were opened. */
  readonly cwd?: string;
  readonly roots?: readonly string[];
  /** Directories that no load looks at: a file that comes, changes or goes in one of them is told as `beside`. */
  readonly beside?: (snapshot: Snapshot) => readonly string[];
  /** How long nothing more must change before it is taken in; 20 unless given. */
  readonly quietMs?: number;
  /** How long changes may go on before they are taken in all the same; 1,000 unless given. */
  readonly maxWaitMs?: number;
  /** True: no hints of the system are relied on, as on mounts that do not seem to be remote and are. */
  readonly poll?: boolean;
  /** How often those directories are looked at for which there are no hints; 1,000 unless given. */
  readonly pollMs?: number;
  /** False: watching alone does not keep the process alive. */
  readonly persistent?: boolean;
}

/** Skills that are kept as they are on disk. */
export interface SkillWatch extends AsyncIterable<SnapshotChange>, AsyncDisposable {
  /** The newest. */
  readonly snapshot: Snapshot;
  /** What is to be said of the watching itself: that a limit was reached, or that the skills cannot be loaded just now. */
  readonly diagnostics: readonly Diagnostic[];
  /** Calls the listener for each change; the function that comes back calls that off. */
  on(listener: (change: SnapshotChange) => void): () => void;
  /** Calls the listener whenever `diagnostics` are others. */
  onDiagnostics(listener: (diagnostics: readonly Diagnostic[]) => void): () => void;
  /** Takes in at once whatever has changed up to now. */
  settled(): Promise<Snapshot>;
  close(): Promise<void>;
}
