/**
 * Serves the handler on a local port for local clients. Requests with other host names and from foreign pages are
 * refused.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { systemCode } from "../../../model/errors.ts";
import { isSameToken } from "../../http/requests/refuse-foreign-request.ts";
import { refuseTunnels } from "../../refuse-tunnels.ts";
import type { HttpHandler } from "./http-handler.ts";
import type { McpServing } from "./serve-stdio.ts";

export interface HttpServing extends McpServing {
  readonly url: string;
}

const HOST = "127.0.0.1";
const PATH = "/mcp";
/** Time limit for receiving a request. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Serves a handler on a port; port 0 chooses any free port. If there is a token, every request must have it. Throws
 * system errors, for example if the port is in use.
 */
export async function serveOnPort(handler: HttpHandler, port: number, token?: string): Promise<HttpServing> {
  const guarded = token === undefined ? handler : { ...handler, fetch: withToken(handler, token) };
  const server = createServer((request, response) => void answer(request, response, guarded));
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  refuseTunnels(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}${PATH}`,
    ended,
    async stop() {
      await handler.close();
      server.close();
      server.closeAllConnections();
      await ended;
    },
  };
}

/** Returns a handler that answers 401 to requests without `Authorization: Bearer TOKEN`. */
function withToken(handler: HttpHandler, token: string): HttpHandler["fetch"] {
  return async (request) => {
    const [, given = ""] = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    if (isSameToken(given, token)) return handler.fetch(request);
    return new Response("Unauthorized\n", { status: 401, headers: { "www-authenticate": "Bearer" } });
  };
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, handler: HttpHandler): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  // TRACE is refused, because the class `Request` does not support this method.
  if (incoming.method === "TRACE") return void outgoing.writeHead(405, { connection: "close" }).end();
  try {
    const request = requestOf(incoming, gone.signal);
    const response =
      request === undefined
        ? new Response("Bad Request\n", { status: 400 })
        : await respond(request, handler, incoming.socket.localPort);
    // After a refusal the connection is closed, because the rest of the request is not read.
    if (!response.ok) outgoing.setHeader("connection", "close");
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) outgoing.end();
    else await pipeline(Readable.fromWeb(response.body as never), outgoing);
  } catch (error) {
    // A client that disconnects is not an error of the server.
    if (gone.signal.aborted || systemCode(error) !== "") outgoing.destroy();
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500).end();
  }
}

async function respond(request: Request, handler: HttpHandler, port: number | undefined): Promise<Response> {
  const refused =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  if (refused) return refused;
  if (!hasOurName(request, port)) return new Response("Misdirected Request\n", { status: 421 });
  return new URL(request.url).pathname === PATH ? handler.fetch(request) : new Response("Not Found\n", { status: 404 });
}

/**
 * Returns true if the `Host` header is exactly one of our names. Other spellings of an address are refused, such as
 * `127.1` and `user@127.0.0.1`.
 */
function hasOurName(request: Request, port: number | undefined): boolean {
  const host = request.headers.get("host") ?? "";
  const [, given = "80"] = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?$/i.exec(host) ?? [undefined, ""];
  return Number(given) === port;
}

/** Returns the request. Returns undefined if the address is invalid, or if the request names two hosts. */
function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = "GET", url = "/", headers, headersDistinct } = incoming;
  if (!URL.canParse(url, `http://${HOST}`) || (headersDistinct["host"] ?? []).length > 1) return undefined;
  const has = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, `http://${HOST}`), {
    method,
    signal,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || name.startsWith(":") ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
    ...(has ? { body: Readable.toWeb(incoming) as never, duplex: "half" } : {}),
  });
}
