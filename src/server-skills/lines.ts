/**
 * Connections to one server. A question has one of its own, which ends with the answer however that comes; questions that belong
 * together share one, because to start a program or to greet a server takes longer than to ask it.
 */
import type { Client } from "@modelcontextprotocol/client";

export interface Line {
  readonly client: Client;
  /** When something can be asked. */
  readonly ready: Promise<void>;
  /** Rejects when the server says more than anybody wants to hear. */
  readonly broken: Promise<never>;
}

export class Lines {
  readonly #connect: (timeoutMs: number) => Promise<Line>;
  #holders = 0;
  #held: Promise<Line> | undefined;

  constructor(connect: (timeoutMs: number) => Promise<Line>) {
    this.#connect = connect;
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
    if (this.#holders > 0) {
      this.#held ??= this.#connect(timeoutMs);
      return answer(await this.#held, timeoutMs, question);
    }
    const line = await this.#connect(timeoutMs);
    try {
      return await answer(line, timeoutMs, question);
    } finally {
      await line.client.close();
    }
  }

  async #end(): Promise<void> {
    const line = await this.#held;
    this.#held = undefined;
    await line?.client.close();
  }
}

/** What one question comes to, in its time. */
export async function answer<T>(
  { client, ready, broken }: Line,
  timeoutMs: number,
  question: (client: Client, timeoutMs: number) => Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not answer in ${timeoutMs / 1000} seconds`)), timeoutMs);
  });
  const done = ready.then(() => question(client, timeoutMs));
  // Nobody may be waiting for it any more when it fails.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late, broken]);
  } finally {
    clearTimeout(timer);
  }
}
