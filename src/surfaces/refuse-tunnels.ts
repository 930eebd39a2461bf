import type { Server } from "node:http";

/** Answers CONNECT requests with 405. Node would otherwise close the connection without an answer. */
export function refuseTunnels(server: Server): void {
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
}
