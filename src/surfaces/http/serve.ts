/** Opens a port for the HTTP app and returns its address. Closing waits for pending requests. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIP, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { createAdaptorServer } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { LoadOptions } from "../../catalog/load/load.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { refuseTunnels } from "../refuse-tunnels.ts";
import { createApp, type HttpApp, isLoopbackClient } from "./app.ts";
import { sendStream } from "./files/send-stream.ts";
import { consoleDirectory } from "./files/static-files.ts";
import { openHttpContext } from "./http-context.ts";

export interface ServeOptions {
  readonly load: LoadOptions;
  readonly version: string;
  /** Port number; 0 chooses any free port. */
  readonly port: number;
  /** The address to listen on. */
  readonly address: string;
  /** Additional accepted host names. */
  readonly names: readonly string[];
  readonly token: string | undefined;
  readonly write: boolean;
  readonly console?: string;
  readonly report: (error: unknown) => void;
}

export interface ApiServing {
  readonly url: string;
  readonly port: number;
  /** The project, for messages. */
  readonly project: string;
  readonly skills: number;
  /** Waits for pending requests, up to a time limit. */
  close(): Promise<void>;
}

/** Time limit for receiving request headers. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
/**
 * Time for which an idle connection stays open. It is longer than the time that proxies and busy clients wait between
 * two requests. No request is then sent on a connection that is being closed.
 */
const KEEP_ALIVE_MS = 65_000;
const CLOSE_MS = 3000;

export async function serveHttp(options: ServeOptions): Promise<ApiServing> {
  const { address, token, port, names } = options;
  refuseOpen(address, token);
  const now = (): number => performance.now();
  let listeningOn: number | undefined;
  const desk = await openHttpContext({ ...options, now });
  const app = createApp({
    desk,
    token,
    names: new Set(namesOf(address)),
    aliases: new Set(names.map((name) => name.toLowerCase())),
    port: () => listeningOn,
    console: options.console ?? consoleDirectory(),
    addressOf: (context) => (context.env as { incoming?: IncomingMessage }).incoming?.socket.remoteAddress ?? "",
    report: options.report,
    now,
  });
  const server = createAdaptorServer({
    fetch: (request, env) =>
      mayGoOn(env as NodeBindings)
        ? listenTo(request, env as NodeBindings, app, options.report)
        : app.fetch(request, env),
    serverOptions: { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
  }) as Server;
  refuseTunnels(server);
  const unasked = unaskedOf(server);
  const listening = await listen(server, port, address).catch(async (error: unknown) => {
    await desk.close();
    throw error;
  });
  listeningOn = listening;
  return {
    port: listening,
    project: desk.projectRoot,
    skills: desk.own.snapshot.skills.length,
    url: `http://${inUrl(ANY_ADDRESS[address] ?? address)}:${listening}/`,
    async close() {
      await app.close();
      for (const socket of unasked) socket.destroy();
      await closeServer(server);
      await desk.close();
    },
  };
}

interface NodeBindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/**
 * Returns true if an answer may be a continuous stream. Only the path is checked, because reading an answer's headers
 * takes as long as sending the answer.
 */
function mayGoOn({ incoming }: NodeBindings): boolean {
  return /^\/(?:api\/events|mcp)\b/.test(incoming.url ?? "");
}

/** Handles requests. Event streams are sent here, and all other responses by the adapter. */
async function listenTo(
  request: Request,
  env: NodeBindings,
  app: HttpApp,
  report: ServeOptions["report"],
): Promise<Response> {
  const response = await app.fetch(request, env);
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
  sendStream(response, env.outgoing).catch(report);
  return RESPONSE_ALREADY_SENT;
}

/** Throws if there is no token, unless only this machine can reach the address. */
function refuseOpen(address: string, token: string | undefined): void {
  if (token !== undefined || address === "localhost" || isLoopbackClient(address)) return;
  throw new OperationError("SK925", `other machines could reach \`${address}\`, and no token is set`, {
    hint: "add `--token SECRET`, or omit `--listen`",
  });
}

/**
 * `0.0.0.0` and `::` stand for all interfaces. Clients cannot connect to them, so this machine's address is printed
 * instead.
 */
const ANY_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Returns every spelling of the addresses on which the server can be reached. */
function namesOf(address: string): string[] {
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  if (address === "localhost" || isLoopbackClient(address)) return [...loopback, inUrl(address)];
  if (address !== "0.0.0.0" && address !== "::") return [inUrl(address)];
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [...loopback, ...own.map((each) => inUrl(each.address))];
}

function inUrl(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address.toLowerCase();
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(unusable(error, port, address)));
    server.listen(port, address, () => {
      const at = server.address();
      resolve(typeof at === "object" && at !== null ? at.port : port);
    });
  });
}

function unusable(error: Error, port: number, address: string): OperationError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: "the port is in use",
    EACCES: "permission denied",
    EADDRNOTAVAIL: "this machine has no such address",
    ENOTFOUND: "the host name cannot be resolved",
  };
  return new OperationError(
    "SK925",
    `cannot listen on ${address}:${port}: ${reasons[systemCode(error)] ?? error.message}`,
    {
      hint: "choose another port with `--port`; `--port 0` uses any free port",
      cause: error,
    },
  );
}

/**
 * Returns connections on which no request was sent yet. Browsers open such connections in advance, and Node does not
 * count them as idle.
 */
function unaskedOf(server: Server): ReadonlySet<Socket> {
  const unasked = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unasked.add(socket);
    socket.once("close", () => unasked.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage) => unasked.delete(socket));
  return unasked;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
