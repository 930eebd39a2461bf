/** Running a program that must not outlive this process. */
import type { Spawned, SpawnOptions } from "../spawn.ts";

/** As `Spawn`. The program and everything that it starts end with this process, however and whenever that ends. */
export type BoundSpawn = (program: string, args: readonly string[], options: BoundOptions) => Promise<Spawned>;

export interface BoundOptions extends SpawnOptions {
  /** Has no effect on Windows. */
  readonly bound: Bound;
}

export interface Bound {
  /** A child of the program runs `INNER_GATE` before it runs a stranger's code, and so is registered by its id. */
  readonly hasInnerGate?: boolean;
  /** Directories of cgroups that the program joins before it starts. */
  readonly cgroups?: readonly string[];
}

/** For a shell: reports that this process exists, waits until its parent's children are registered, and closes the gate. */
export const INNER_GATE = "echo >&3 && read -r _ <&3 && exec 3<&-";
