/** Lines in, messages out: JSON-RPC as Codex's app server speaks it, without the `jsonrpc` field, which may be there. */
import { isMap, parseJson } from "../../model/schema.ts";

export type RequestId = string | number;

export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
}

export interface RpcNotification {
  readonly kind: "notification";
  readonly method: string;
}

/** A message of no valid kind; `id` is set if it can be answered. */
export interface Malformed {
  readonly kind: "malformed";
  readonly id: RequestId | null;
  readonly code: number;
  readonly message: string;
}

/** An answer of the client; the server asks nothing, so it is ignored. */
export interface RpcAnswer {
  readonly kind: "answer";
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** As Codex says it. */
export const OVERLOADED = -32001;
/** The request failed: `data` has our own code. */
export const FAILED = -32000;

/** A failure that is answered under its own number. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Any line gives a message; none throws. */
export function readMessage(line: string): RpcRequest | RpcNotification | RpcAnswer | Malformed {
  const value = parseJson(line);
  if (value === undefined) return malformed(null, PARSE_ERROR, "the line is not JSON");
  if (Array.isArray(value)) return malformed(null, INVALID_REQUEST, "batches are not taken");
  if (!isMap(value)) return malformed(null, INVALID_REQUEST, "the message is not an object");
  const { id, method, params } = value;
  const known = typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
  if (typeof method !== "string")
    return "result" in value || "error" in value
      ? { kind: "answer" }
      : malformed(known, INVALID_REQUEST, "the message has no `method`");
  if (!("id" in value)) return { kind: "notification", method };
  if (known === null) return malformed(null, INVALID_REQUEST, "`id` is neither a text nor a number");
  return { kind: "request", id: known, method, params };
}

function malformed(id: RequestId | null, code: number, message: string): Malformed {
  return { kind: "malformed", id, code, message };
}
