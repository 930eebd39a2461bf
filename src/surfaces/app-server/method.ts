/** A row of the table of methods. */
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { Infer, Schema } from "../../model/schema.ts";
import type { ClientDirectories } from "./client-directories.ts";

export interface AppServerState {
  readonly load: LoadOptions;
  /** Directory against which relative directories are resolved. */
  readonly cwd: string;
  readonly directories: ClientDirectories;
  /** Additional roots for every directory (`skills/extraRoots/set`). They apply until the process ends. */
  extraRoots: readonly string[];
  /** Aborts if the client has disconnected and work is still running. */
  readonly leaving: StopSignal;
}

export interface Method {
  readonly name: string;
  readonly params: Schema;
  /** True if the method changes something. Only one such method runs at a time. */
  readonly writes: boolean;
  run(params: never, ground: AppServerState): Promise<object> | object;
}

interface Row<P extends Schema> {
  readonly params: P;
  readonly writes?: boolean;
  run(params: Infer<P>, ground: AppServerState): Promise<object> | object;
}

/** Returns a row of the table. It makes TypeScript check `run` against `params`. */
export function method<P extends Schema>(name: string, row: Row<P>): Method {
  return { name, writes: false, ...row } as Method;
}
