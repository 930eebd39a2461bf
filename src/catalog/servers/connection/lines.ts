/**
 * Connections to one server. A question has one of its own, which ends with the answer however that comes; questions that belong
 * together share one, because to start a program or to greet a server takes longer than to ask it. Where one is kept to hear of
 * changes, everything is asked there: another program of the same name need not have what this one tells of.
 */
import type { Client } from "@modelcontextprotocol/client";
import { faultOf, ServerFault } from "./server-fault.ts";

export interface Line {
  readonly client: Client;
  /** When something can be asked. */
  readonly ready: Promise<void>;
  /** Rejects when the server breaks a limit or the protocol. */
  readonly broken: Promise<never>;
  /** The reason, once it is broken. */
  fault(): Error | undefined;
  /** How much is said is counted anew. */
  renew(): void;
  /** Ends it, also while it is being opened. Never rejects. */
  close(): Promise<void>;
}

export class Lines {
  readonly #connect: (timeoutMs: number) => Promise<Line>;
  #holders = 0;
  #held: Promise<Line> | undefined;
  #kept: Line | undefined;

  constructor(connect: (timeoutMs: number) => Promise<Line>) {
    this.#connect = connect;
  }

  /** As long as it stands. */
  keep(line: Line | undefined): void {
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
    if (kept) return answer(kept, timeoutMs, question);
    if (this.#holders > 0) {
      this.#held ??= this.#connect(timeoutMs);
      return answer(await this.#held, timeoutMs, question);
    }
    const line = await this.#connect(timeoutMs);
    try {
      return await answer(line, timeoutMs, question);
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

/** Asks one question, in its time. Throws a `ServerFault`. */
export async function answer<T>(
  line: Line,
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
  // Nobody may be waiting for it any more when it fails.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late, broken]);
  } catch (error) {
    // A broken server is also closed, and the first reason says more than that.
    throw line.fault() ?? faultOf(error);
  } finally {
    clearTimeout(timer);
  }
}
