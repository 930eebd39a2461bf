/** A local port that counts its visitors. The self-test of a sandbox uses it to see whether a command reached the network. */
import { connect, createServer } from "node:net";

export interface ProbePort {
  readonly port: number;
  /** True if our own test visit arrived. Without it, missing visits of other programs prove nothing. */
  readonly isReachable: boolean;
  /** Returns the number of visits after our own test visit. */
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
