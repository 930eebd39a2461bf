/** Runs a program that must not outlive this process. */
import type { Spawned, SpawnOptions } from "../spawn.ts";

/**
 * Runs a program that ends with this process, together with all its child processes, even if this process is killed.
 */
export type BoundSpawn = (program: string, args: readonly string[], options: BoundOptions) => Promise<Spawned>;

export interface BoundOptions extends SpawnOptions {
  /** How the program is bound to this process. It has no effect on Windows. */
  readonly bound: ProcessBound;
}

export interface ProcessBound {
  /**
   * True if a child of the program runs `INNER_GATE_COMMAND` before untrusted code. The child is then registered by its process
   * id.
   */
  readonly hasInnerGate?: boolean;
  /** Directories of the cgroups that the program joins before it starts. */
  readonly cgroups?: readonly string[];
}

/**
 * Shell code for a child process. It reports that the process exists, waits until the process is registered, and closes
 * the gate.
 */
export const INNER_GATE_COMMAND = "echo >&3 && read -r _ <&3 && exec 3<&-";
