/** Faults of a single address, the same for all sources on the web. */
import { answer, diesMidway, endless, redirect, type Say, type WireServer } from "../../../wire-server.ts";
import type { Fault } from "./contract.ts";

const SAYS: readonly (readonly [name: string, code: string, say: Say])[] = [
  ["a server that knows nothing", "SK602", answer(404)],
  ["a server that wants to know who asks", "SK602", answer(401)],
  ["a server that is busy", "SK604", answer(503)],
  ["a server that hangs up", "SK621", (socket) => socket.destroy()],
  ["a server that dies midway", "SK621", diesMidway(1000)],
  ["a server that sends more than announced", "SK622", answer(200, "hello", { "Content-Length": "3" })],
  ["a server that packs what it sends", "SK622", answer(200, "x", { "Content-Encoding": "br" })],
  ["five gigabytes, announced", "SK622", endless()],
  ["five gigabytes, not announced", "SK622", endless({ "Transfer-Encoding": "chunked" })],
  ["a redirect to another server", "SK620", redirect("http://127.0.0.2:1/x.zip")],
  ["a redirect to a private network", "SK620", redirect("https://10.0.0.1/x.zip")],
  ["a redirect to a cloud's metadata", "SK620", redirect("https://169.254.169.254/latest")],
  ["a redirect without end", "SK622", (socket, request) => redirect(request.path)(socket, request)],
];

/** `prepare` publishes valid content, so only `path` is wrong. It returns the text that leads there. */
export function webFaults(server: WireServer, path: string, prepare: Fault["prepare"]): Record<string, Fault> {
  const spoilt = (code: string, say: Say, context?: Fault["context"]): Fault => ({
    code,
    async prepare(machine) {
      const text = await prepare(machine);
      server.on(path, say);
      return text;
    },
    ...(context && { context }),
  });
  return Object.fromEntries(SAYS.map(([name, code, say]) => [name, spoilt(code, say)]));
}
