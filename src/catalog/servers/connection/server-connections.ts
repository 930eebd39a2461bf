/**
 * Manages connections to one server. Each request has its own connection, which closes after the response. Related
 * requests share a connection, because starting a program takes longer than a request. If a connection is kept for
 * change notifications, all requests use it, because another process of the same server may have other skills.
 */
import type { Client } from "@modelcontextprotocol/client";
import { faultOf, ServerFault } from "./server-fault.ts";

export interface OpenConnection {
  readonly client: Client;
  /** Resolves when requests can be sent. */
  readonly ready: Promise<void>;
  /** Rejects if the server violates a limit or the protocol. */
  readonly broken: Promise<never>;
  /** Returns why the connection is broken; undefined if it works. */
  fault(): Error | undefined;
  /** Resets the byte counter. */
  renew(): void;
  /** Closes the connection, even while it is being opened. Never rejects. */
  close(): Promise<void>;
}

export class ServerConnections {
  readonly #connect: (timeoutMs: number) => Promise<OpenConnection>;
  #holders = 0;
  #held: Promise<OpenConnection> | undefined;
  #kept: OpenConnection | undefined;

  constructor(connect: (timeoutMs: number) => Promise<OpenConnection>) {
    this.#connect = connect;
  }

  /** Uses a connection for all requests while the connection is open. */
  keep(line: OpenConnection | undefined): void {
    this.#kept = line;
  }

  async together<T>(action: () => Promise<T>): Promise<T> {
    this.#holders++;
    try {
      return await action();
    } finally {
      this.#holders--;
      if (this.#holders === 0) await this.#end();
    }
  }

  async ask<T>(timeoutMs: number, question: (client: Client, timeoutMs: number) => Promise<T>): Promise<T> {
    const kept = this.#kept;
    if (kept) return requestOnce(kept, timeoutMs, question);
    if (this.#holders > 0) {
      this.#held ??= this.#connect(timeoutMs);
      return requestOnce(await this.#held, timeoutMs, question);
    }
    const line = await this.#connect(timeoutMs);
    try {
      return await requestOnce(line, timeoutMs, question);
    } finally {
      await line.close();
    }
  }

  async #end(): Promise<void> {
    const line = await this.#held;
    this.#held = undefined;
    await line?.close();
  }
}

/** Sends one request with a timeout. Throws a `ServerFault`. */
export async function requestOnce<T>(
  line: OpenConnection,
  timeoutMs: number,
  question: (client: Client, timeoutMs: number) => Promise<T>,
): Promise<T> {
  const { client, ready, broken } = line;
  line.renew();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServerFault(`it did not answer in ${timeoutMs / 1000} seconds`)), timeoutMs);
  });
  const done = ready.then(() => question(client, timeoutMs));
  // A later failure of the request is ignored, because the caller may have stopped waiting.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late, broken]);
  } catch (error) {
    // A broken connection is also closed. The fault that broke the connection is more useful than the error of the
    // close.
    throw line.fault() ?? faultOf(error);
  } finally {
    clearTimeout(timer);
  }
}
