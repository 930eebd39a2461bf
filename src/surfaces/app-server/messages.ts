/** Parses JSON-RPC messages of Codex's app server. Their `jsonrpc` field is optional. */
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

/** An invalid message. `id` is set if the server can answer the message. */
export interface MalformedMessage {
  readonly kind: "malformed";
  readonly id: RequestId | null;
  readonly code: number;
  readonly message: string;
}

/** An answer of the client. It is ignored, because the server sends no requests. */
export interface RpcAnswer {
  readonly kind: "answer";
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Codex's error code for a server with too many requests. */
export const SERVER_OVERLOADED = -32001;
/** The code of a failed request. `data` contains Skillwright's own code. */
export const REQUEST_FAILED = -32000;

/** An error with its own JSON-RPC code. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Parses a line as a message. It never throws; an invalid line is a `MalformedMessage`. */
export function readMessage(line: string): RpcRequest | RpcNotification | RpcAnswer | MalformedMessage {
  const value = parseJson(line);
  if (value === undefined) return malformed(null, PARSE_ERROR, "the line is not valid JSON");
  if (Array.isArray(value)) return malformed(null, INVALID_REQUEST, "batches are not supported");
  if (!isMap(value)) return malformed(null, INVALID_REQUEST, "the message is not an object");
  const { id, method, params } = value;
  const known = typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
  if (typeof method !== "string")
    return "result" in value || "error" in value
      ? { kind: "answer" }
      : malformed(known, INVALID_REQUEST, "the message has no `method`");
  if (!("id" in value)) return { kind: "notification", method };
  if (known === null) return malformed(null, INVALID_REQUEST, "`id` is neither a string nor a number");
  return { kind: "request", id: known, method, params };
}

function malformed(id: RequestId | null, code: number, message: string): MalformedMessage {
  return { kind: "malformed", id, code, message };
}
