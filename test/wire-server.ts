/** A server on loopback that sends exactly the bytes that a test prepares. */
import { createServer as createNetServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Writes an answer, and ends the socket or leaves it open. */
export type Say = (socket: Socket, request: WireRequest) => void;

export interface WireServer {
  readonly port: number;
  readonly url: string;
  readonly requests: WireRequest[];
  /** Sets the answer for a path. Other paths answer 404. */
  readonly on: (path: string, say: Say) => void;
  /** Returns the number of open connections. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

export async function wireServer(options: { host?: string; tls?: TlsOptions } = {}): Promise<WireServer> {
  const host = options.host ?? "127.0.0.1";
  const routes = new Map<string, Say>();
  const requests: WireRequest[] = [];
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // The client may have disconnected.
    socket.on("error", () => socket.destroy());
    let text = "";
    const read = (chunk: Buffer): void => {
      text += chunk.toString("latin1");
      const request = parseRequest(text);
      if (request === undefined) return;
      socket.off("data", read);
      socket.resume();
      requests.push(request);
      (routes.get(request.path) ?? answer(404))(socket, request);
    };
    socket.on("data", read);
  };
  const server = options.tls ? createTlsServer(options.tls, serve) : createNetServer(serve);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    url: `${options.tls ? "https" : "http"}://${host}:${port}`,
    requests,
    on: (path, say) => routes.set(path, say),
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parseRequest(text: string): WireRequest | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const body = text.slice(end + 4);
  return body.length < Number(headers["content-length"] ?? 0) ? undefined : { method, path, headers, body };
}

/** Returns a valid answer, unless `headers` break it. */
export function answer(status: number, body: string | Uint8Array = "", headers: Record<string, string> = {}): Say {
  const bytes = Buffer.from(body);
  return (socket) => {
    socket.write(head(status, { "Content-Length": String(bytes.length), ...headers }));
    socket.end(bytes);
  };
}

export function head(status: number, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n`;
}

export function redirect(location: string, status = 302): Say {
  return answer(status, "", { Location: location });
}

/** Announces the length of an answer, and ends the connection after its first bytes. */
export function diesMidway(announced: number): Say {
  return (socket) => {
    socket.write(`${head(200, { "Content-Length": String(announced) })}only this`);
    setTimeout(() => socket.destroy(), 20);
  };
}

/** Sends without end, as fast as the client reads. */
export function endless(headers: Record<string, string> = { "Content-Length": String(5 * 1024 ** 3) }): Say {
  const block = Buffer.alloc(64 * 1024, "x");
  const chunked = "Transfer-Encoding" in headers;
  const piece = chunked ? Buffer.concat([Buffer.from("10000\r\n"), block, Buffer.from("\r\n")]) : block;
  return (socket) => {
    socket.write(head(200, headers));
    const push = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", push);
    push();
  };
}

/** Sends single bytes with pauses. */
export function slowLoris(headers: Record<string, string> = { "Content-Length": "50000" }): Say {
  return (socket) => {
    socket.write(head(200, headers));
    const timer = setInterval(() => socket.write("x"), 10);
    socket.on("close", () => clearInterval(timer));
  };
}
