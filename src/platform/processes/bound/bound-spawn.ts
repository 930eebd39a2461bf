/** Runs a program that must not outlive this process. */
import type { Spawned, SpawnOptions } from "../spawn.ts";

/** A `Spawn` whose program and all its child processes end with this process, however this process ends. */
export type BoundSpawn = (program: string, args: readonly string[], options: BoundOptions) => Promise<Spawned>;

export interface BoundOptions extends SpawnOptions {
  /** How the program is bound to this process. It has no effect on Windows. */
  readonly bound: ProcessBound;
}

export interface ProcessBound {
  /**
   * True if a child of the program runs `INNER_GATE` before untrusted code. The child is then registered by its process
   * id.
   */
  readonly hasInnerGate?: boolean;
  /** Directories of cgroups that the program joins before it starts. */
  readonly cgroups?: readonly string[];
}

/**
 * Shell code that reports that its process exists, waits until its parent's children are registered, and closes the
 * gate.
 */
export const INNER_GATE = "echo >&3 && read -r _ <&3 && exec 3<&-";
