/** Running a program: an argument list, never a shell, with a time and an output limit. */
import type { StopSignal } from "../../model/conversation/stop-signal.ts";

export interface SpawnOptions {
  readonly cwd?: string;
  /** Exactly these; nothing is inherited. */
  readonly variables: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal?: StopSignal;
}

export interface Spawned {
  /** null when it was killed. */
  readonly code: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: string;
  readonly ended: "exited" | "timed-out" | "too-much-output" | "aborted";
  /** With an inner gate: whether a process inside reached it, so that the command itself could start. */
  readonly passedGate?: boolean;
}

/** Throws a system error (ENOENT) when the program cannot be started at all. */
export type Spawn = (program: string, args: readonly string[], options: SpawnOptions) => Promise<Spawned>;
