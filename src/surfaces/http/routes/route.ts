/** A row of the table of routes. The server, the OpenAPI document and the tests are built from this table. */

import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import type { Infer, Schema } from "../../../model/schema.ts";
import type { HttpContext } from "../http-context.ts";

export interface Route {
  readonly method: "GET" | "POST";
  /** The path in OpenAPI form: `/api/skills/{skill}`. Names in braces are also fields of `input`. */
  readonly path: string;
  /** Operation name for generated clients. */
  readonly id: string;
  readonly summary: string;
  readonly tag: RouteTag;
  /** The input: the query of a GET, or the body of a POST, and the names in the path. */
  readonly input: Schema;
  /** Schema of the answer. */
  readonly answer: Schema;
  /** True if the route changes something. It then requires `--write`. */
  readonly writes: boolean;
  /** Returns true if the request can make the server contact another machine. It then requires a token. */
  contacts(given: never): boolean;
  /** True if the route reads from the disk. Only a few such requests run at the same time. */
  readonly heavy: boolean;
  /** Returns true if the answer depends only on the snapshot. The answer is then cached until the snapshot changes. */
  kept(given: never): boolean;
  /** Computes the answer. The signal aborts when the client disconnects. */
  run(given: never, desk: HttpContext, gone: StopSignal): Promise<object> | object;
}

export const ROUTE_TAGS = ["See", "Run", "Manage", "Write"] as const;
export type RouteTag = (typeof ROUTE_TAGS)[number];

interface Row<I extends Schema> extends Omit<Route, "writes" | "contacts" | "heavy" | "kept" | "run" | "input"> {
  readonly input: I;
  readonly writes?: boolean;
  contacts?(given: Infer<I>): boolean;
  readonly heavy?: boolean;
  kept?(given: Infer<I>): boolean;
  run(given: Infer<I>, desk: HttpContext, gone: StopSignal): Promise<object> | object;
}

/** Returns a row of the table. It makes TypeScript check `run` against `input`. */
export function route<I extends Schema>(row: Row<I>): Route {
  return { writes: false, contacts: () => false, heavy: false, kept: () => false, ...row } as Route;
}
