/** One client on standard input and output, until it closes its end. */
import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { LineTransport } from "./line-transport.ts";
import type { OpenMcp } from "./open-mcp.ts";

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly onError: (error: Error) => void;
}

/** Resolves when the client has gone, or `stop` was called. */
export function serveOnStreams({ makeServer }: OpenMcp, { input, output, onError }: Streams): Serving {
  const transport = new LineTransport(input, output);
  const handle = serveStdio(() => makeServer(transport.leaving), { transport, onerror: onError });
  const { onclose } = transport;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return { ended, stop: () => handle.close() };
}

export interface Serving {
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}
