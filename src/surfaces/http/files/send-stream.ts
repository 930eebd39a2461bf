/**
 * Sends a continuous stream to a connection, chunk by chunk. The adapter of the HTTP framework would keep every chunk
 * in memory until the stream ends.
 */
import type { ServerResponse } from "node:http";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Sends a stream until it ends or the connection closes. */
export async function sendStream(response: Response, outgoing: ServerResponse): Promise<void> {
  const reader: Reader | undefined = response.body?.getReader();
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  const leave = (): void => void reader?.cancel().catch(() => undefined);
  outgoing.once("close", leave);
  if (outgoing.destroyed) leave();
  if (reader)
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      if (!outgoing.write(piece.value)) await drained(outgoing);
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off("drain", done).off("close", done);
      resolve();
    };
    outgoing.on("drain", done).on("close", done);
  });
}
