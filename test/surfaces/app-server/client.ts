/** A client like Codex's: numbered requests, answers in any order, and separate notifications. */
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import { AppServer } from "../../../src/surfaces/app-server/app-server.ts";

export interface Client {
  readonly server: AppServer;
  /** Every message of the server, in order. */
  readonly said: Record<string, unknown>[];
  readonly mistakes: unknown[];
  call(method: string, params?: unknown): Promise<Record<string, unknown>>;
  /** Sends a line and returns the unchanged answer. */
  line(text: string): Promise<unknown>;
  until(found: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
}

const WAIT_MS = 60_000;

export function clientFor(load: LoadOptions): Client {
  const said: Record<string, unknown>[] = [];
  const mistakes: unknown[] = [];
  const waiting = new Set<() => void>();
  const server = new AppServer({
    load,
    cwd: load.cwd ?? "/",
    version: "0.0.0",
    report: (error) => mistakes.push(error),
    send(message) {
      // Converts the message as the connection does.
      said.push(JSON.parse(JSON.stringify(message)) as Record<string, unknown>);
      for (const look of waiting) look();
    },
  });
  let id = 0;
  const until: Client["until"] = (found) =>
    new Promise((resolve, reject) => {
      const deadline = setTimeout(() => reject(new Error(`${WAIT_MS} ms without a message: ${found}`)), WAIT_MS);
      const look = (): void => {
        const message = said.find(found);
        if (!message) return;
        clearTimeout(deadline);
        waiting.delete(look);
        resolve(message);
      };
      waiting.add(look);
      look();
    });
  return {
    server,
    said,
    mistakes,
    until,
    async call(method, params = {}) {
      const own = ++id;
      server.take(JSON.stringify({ id: own, method, params }));
      return until((message) => message["id"] === own);
    },
    async line(text) {
      const before = said.length;
      server.take(text);
      return until((message) => said.indexOf(message) >= before);
    },
  };
}

export const CLIENT_INFO = { clientInfo: { name: "editor", title: null, version: "1.2" }, capabilities: null };
