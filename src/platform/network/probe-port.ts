/**
 * A local port that counts the connections to it. The self-test of a sandbox uses it to see whether a command reached
 * the network.
 */
import { connect, createServer } from "node:net";

export interface ProbePort {
  readonly port: number;
  /** True if our own test connection arrived. If it did not, the absence of other connections proves nothing. */
  readonly isReachable: boolean;
  /** Returns the number of connections after our own test connection. */
  readonly visits: () => number;
  close(): void;
}

export async function openProbePort(): Promise<ProbePort> {
  let visits = 0;
  const server = createServer((socket) => {
    visits++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  await visit(port);
  const own = visits;
  return { port, isReachable: own === 1, visits: () => visits - own, close: () => server.close() };
}

function visit(port: number): Promise<void> {
  return new Promise((resolve) => {
    connect({ host: "127.0.0.1", port })
      .on("error", () => undefined)
      .on("close", () => resolve());
  });
}
