/** A method as the table has it. */
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { Infer, Schema } from "../../model/schema.ts";
import type { Places } from "./places.ts";

export interface Ground {
  readonly load: LoadOptions;
  /** Where relative directories are counted from. */
  readonly cwd: string;
  readonly places: Places;
  /** Roots that hold for every directory until the process ends (`skills/extraRoots/set`). */
  extraRoots: readonly string[];
  /** Comes when the client has gone and something still runs. */
  readonly leaving: StopSignal;
}

export interface Method {
  readonly name: string;
  readonly params: Schema;
  /** Changes something: one at a time. */
  readonly writes: boolean;
  run(params: never, ground: Ground): Promise<object> | object;
}

interface Row<P extends Schema> {
  readonly params: P;
  readonly writes?: boolean;
  run(params: Infer<P>, ground: Ground): Promise<object> | object;
}

/** Holds what `run` takes to what `params` says. */
export function method<P extends Schema>(name: string, row: Row<P>): Method {
  return { name, writes: false, ...row } as Method;
}
