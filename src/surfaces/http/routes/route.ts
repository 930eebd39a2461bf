/** A route as the table has it: the server, the OpenAPI document and the tests are made of it. */

import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import type { Infer, Schema } from "../../../model/schema.ts";
import type { HttpContext } from "../http-context.ts";

export interface Route {
  readonly method: "GET" | "POST";
  /** The path in OpenAPI form: `/api/skills/{skill}`. The names in braces are in `input` too. */
  readonly path: string;
  /** The name of the operation, for clients that are made from the document. */
  readonly id: string;
  readonly summary: string;
  readonly tag: Tag;
  /** The input: the query of a GET, the body of a POST, and the names in the path. */
  readonly input: Schema;
  /** Schema of the answer. */
  readonly answer: Schema;
  /** Changes something: only with `--write`. */
  readonly writes: boolean;
  /** Returns true if the request can make the server contact another machine: only with a token. */
  contacts(given: never): boolean;
  /** Reads more than what is in memory; few of them run at once. */
  readonly heavy: boolean;
  /** Returns whether the answer depends only on the snapshot, so that it can be cached until the snapshot changes. */
  kept(given: never): boolean;
  /** The signal fires when the client disconnects. */
  run(given: never, desk: HttpContext, gone: StopSignal): Promise<object> | object;
}

export const TAGS = ["See", "Run", "Manage", "Write"] as const;
export type Tag = (typeof TAGS)[number];

interface Row<I extends Schema> extends Omit<Route, "writes" | "contacts" | "heavy" | "kept" | "run" | "input"> {
  readonly input: I;
  readonly writes?: boolean;
  contacts?(given: Infer<I>): boolean;
  readonly heavy?: boolean;
  kept?(given: Infer<I>): boolean;
  run(given: Infer<I>, desk: HttpContext, gone: StopSignal): Promise<object> | object;
}

/** Holds what `run` takes to what `input` says. */
export function route<I extends Schema>(row: Row<I>): Route {
  return { writes: false, contacts: () => false, heavy: false, kept: () => false, ...row } as Route;
}
