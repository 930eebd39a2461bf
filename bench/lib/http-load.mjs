// Sends one request after the other on many plain sockets, because a client must use less CPU than the measured server.
import { connect } from "node:net";

/**
 * Sends requests until `isOver()`. `next()` returns the path of each request, and `take(path, status, body,
 * connection)` receives each answer. The body is assembled only if `wants(path)` is true.
 */
export function load({ port, connections, isOver, next, wants, take }) {
  return Promise.all(
    Array.from({ length: connections }, (_, at) => connection({ port, isOver, next, wants, take, at })),
  );
}

function connection({ port, isOver, next, wants, take, at }) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let path;
    let head = Buffer.alloc(0);
    let left = -1;
    let status = 0;
    let body;
    const ask = () => {
      if (isOver()) {
        socket.end();
        resolve();
        return;
      }
      path = next(at);
      body = wants(path) ? [] : undefined;
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    };
    socket.on("connect", ask);
    socket.on("error", reject);
    socket.on("close", () =>
      isOver() ? resolve() : reject(new Error(`the server at ${port} hung up during ${path}`)),
    );
    socket.on("data", (bytes) => {
      let rest = bytes;
      if (left < 0) {
        head = Buffer.concat([head, bytes]);
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const text = head.toString("latin1", 0, end);
        status = Number(text.slice(9, 12));
        left = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
        if (Number.isNaN(left)) reject(new Error(`an answer without a length: ${text}`));
        rest = head.subarray(end + 4);
        head = Buffer.alloc(0);
      }
      left -= rest.length;
      body?.push(rest);
      if (left > 0) return;
      left = -1;
      take(path, status, body && Buffer.concat(body), at);
      ask();
    });
  });
}

/** Opens an event stream. Calls `onEvent(name)` for each event. */
export function listen(port, onEvent) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write("GET /api/events HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n"),
    );
    let text = "";
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("data", (piece) => {
      text += piece;
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const name = /^event: (\w+)$/m.exec(text.slice(0, end))?.[1];
        text = text.slice(end + 2);
        if (name === "hello") resolve(socket);
        if (name !== undefined) onEvent(name);
      }
    });
  });
}
