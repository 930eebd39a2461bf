import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { ServerFault } from "./server-fault.ts";

/**
 * The pending requests of a connection. A response with an unknown id is an error, because the client would wait
 * forever.
 */
export class PendingRequests {
  readonly #asked = new Set<unknown>();

  note(message: JSONRPCMessage): void {
    if ("id" in message) this.#asked.add(message.id);
  }

  /** Returns why a message of the server cannot be used; undefined if it can. */
  faultOf(message: JSONRPCMessage): Error | undefined {
    if ("method" in message || this.#asked.has(message.id)) return undefined;
    return "error" in message
      ? new Error(message.error.message)
      : new ServerFault("it answers a request that was never sent");
  }
}
