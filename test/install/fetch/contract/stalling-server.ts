/** A server on loopback. The path names the failure; an unknown path never answers. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  closed: (response) => response.destroy(),
  redirect: (response) => response.writeHead(302, { location: "http://127.0.0.1:1/elsewhere.git/info/refs" }).end(),
  "404": (response) => response.writeHead(404).end(),
  nonsense: (response) =>
    response.writeHead(200, { "content-type": "application/x-git-upload-pack-advertisement" }).end("zzzz nonsense"),
};

export async function stallingServer(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const name = /^\/([^/.]+)\.git/.exec(request.url ?? "")?.[1] ?? "";
    ANSWERS[name]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
