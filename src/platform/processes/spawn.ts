/** Runs a program from an argument list, never with a shell, with a timeout and an output limit. */
import type { StopSignal } from "../../model/conversation/stop-signal.ts";

export interface SpawnOptions {
  readonly cwd?: string;
  /** The whole environment. Nothing is inherited. */
  readonly variables: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal?: StopSignal;
}

export interface Spawned {
  /** The exit code; null if the program was killed. */
  readonly code: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: string;
  readonly ended: "exited" | "timed-out" | "too-much-output" | "aborted";
  /**
   * True if a process inside the program reached the inner gate, so that the command could start; undefined if there is
   * no inner gate.
   */
  readonly passedGate?: boolean;
}

/** Throws a system error (ENOENT) if the program cannot be started. */
export type Spawn = (program: string, args: readonly string[], options: SpawnOptions) => Promise<Spawned>;
