/** A small HTTP server that listens only on the loopback address, so that no other machine can reach it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface LocalRequest {
  readonly method: string;
  /** The path and the query as sent. */
  readonly url: string;
}

export interface LocalResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LocalHttpServer {
  readonly port: number;
  close(): void;
}

/** Opens the port; for 0, opens any free port. Rejects with the system error if the port cannot be opened. */
export async function openLocalHttpServer(
  port: number,
  { maxHeaderBytes, answer }: { readonly maxHeaderBytes: number; answer(request: LocalRequest): LocalResponse },
): Promise<LocalHttpServer> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes }, ({ method = "", url = "" }, response) => {
    const { status, headers, body } = answer({ method, url });
    response.writeHead(status, { ...headers, connection: "close" });
    response.end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
