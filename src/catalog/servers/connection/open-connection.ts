/**
 * Opens a connection to an MCP server with limits: bytes, message structure, and redirects. If a server exceeds a
 * limit, the connection is closed, and every request fails with the reason.
 */
import type { ClientOptions, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { isMap } from "../../../model/schema.ts";
import type { McpSetting } from "../../config/mcp-servers.ts";
import { JsonScan } from "./json-scan.ts";
import { limitedFetch } from "./limited-fetch.ts";
import { PendingRequests } from "./pending-requests.ts";
import type { OpenConnection } from "./server-connections.ts";
import { faultOf, ServerFault } from "./server-fault.ts";
import { ServerQuota } from "./server-quota.ts";

export interface OpenConnectionOptions {
  /** The setting with expanded variables. */
  readonly setting: McpSetting;
  readonly cwd: string;
  /** The complete environment of the program that is started. */
  readonly variables: Readonly<Record<string, string>>;
  /** Maximum bytes of all responses to one request. */
  readonly maxSaid?: number | undefined;
  /** Returns headers. It is called for each request, because a token may need a refresh. */
  readonly headers?: (() => Promise<Readonly<Record<string, string>>>) | undefined;
  readonly timeoutMs: number;
  readonly client?: ClientOptions;
}

/**
 * Maximum bytes of all responses to one request. One message may have half of these bytes, which is enough for the
 * largest file in base64.
 */
const MAX_SAID = 67_108_864;
const MAX_PAGES = 100;

export async function openConnection(options: OpenConnectionOptions): Promise<OpenConnection> {
  const { Client: Connected, parseJSONRPCMessage } = await import("@modelcontextprotocol/client");
  const client = new Connected(
    { name: "skillwright", version: "1" },
    { listMaxPages: MAX_PAGES, versionNegotiation: { mode: "auto" }, ...options.client },
  );
  let fail: (why: Error) => void = () => undefined;
  let fault: Error | undefined;
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  let transport: Transport | undefined;
  let isClosed = false;
  // The transport is closed separately, because the client knows its transport only after the protocol version is
  // negotiated.
  const close = async (): Promise<void> => {
    isClosed = true;
    await Promise.allSettled([client.close(), transport?.close()]);
  };
  const bounds: Bounds = {
    allowance: new ServerQuota(options.maxSaid ?? MAX_SAID),
    scan: new JsonScan(),
    questions: new PendingRequests(),
    parse: (text) => readMessage(text, parseJSONRPCMessage),
    onBroken(why) {
      fault ??= faultOf(why);
      fail(fault);
      void close();
    },
  };
  const ready = (async () => {
    transport = await transportFor(options, bounds);
    if (isClosed) throw new ServerFault("the connection was closed");
    await client.connect(transport, { timeout: options.timeoutMs });
  })();
  // If `ready` and `broken` reject, the requests of callers fail, and the callers handle the error. If there is no
  // request, the error is ignored.
  for (const each of [ready, broken]) each.catch(() => undefined);
  const renew = (): void => {
    bounds.allowance.renew();
    bounds.scan.renew();
  };
  return { client, ready, broken, renew, fault: () => fault, close };
}

interface Bounds {
  readonly allowance: ServerQuota;
  readonly scan: JsonScan;
  readonly questions: PendingRequests;
  readonly parse: (text: string) => JSONRPCMessage | undefined;
  readonly onBroken: (why: Error) => void;
}

const NO_MESSAGE = "its answer is not a message of the protocol";

/**
 * Parses a message. Returns undefined for an unknown notification or request. Throws for any other text that is not a
 * message.
 */
function readMessage(text: string, parse: (value: unknown) => JSONRPCMessage): JSONRPCMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServerFault("its answer is not JSON", { cause: error });
  }
  try {
    return parse(value);
  } catch (error) {
    if (isMap(value) && value["jsonrpc"] === "2.0" && typeof value["method"] === "string") return undefined;
    throw new ServerFault(NO_MESSAGE, { cause: error });
  }
}

/** Wraps a transport of the library: a response to an unknown request breaks the connection. */
function watchAnswers(transport: Transport, { questions, onBroken }: Bounds): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    for (const each of Array.isArray(message) ? message : [message]) questions.note(each);
    return send(message, options);
  };
  let handler: Transport["onmessage"];
  Object.defineProperty(transport, "onmessage", {
    get: () => handler,
    set(next: Transport["onmessage"]) {
      handler =
        next &&
        ((message, extra) => {
          const fault = questions.faultOf(message);
          if (fault) onBroken(fault);
          else next(message, extra);
        });
    },
  });
  return transport;
}

async function transportFor(options: OpenConnectionOptions, bounds: Bounds): Promise<Transport> {
  const { setting, cwd, variables } = options;
  const { command = "", args = [], env = {}, url } = setting;
  if (url !== undefined) return remote(url, options, bounds);
  const program = { command, args: [...args], env: { ...variables, ...env }, cwd: setting.cwd ?? cwd };
  if (process.platform !== "win32") {
    const { ProgramTransport } = await import("./program-transport.ts");
    return new ProgramTransport({ ...program, ...bounds });
  }
  // On Windows, this transport also finds `npx.cmd` and similar files.
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const maxBufferSize = bounds.allowance.most / 2;
  return watchAnswers(new StdioClientTransport({ ...program, stderr: "ignore", maxBufferSize }), bounds);
}

async function remote(url: string, { setting, headers }: OpenConnectionOptions, bounds: Bounds): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: limitedFetch(bounds, async () => ({ ...(await headers?.()), ...setting.headers })),
  });
  // The library continues to wait after an invalid event; it only reports the event here.
  transport.onerror = (error) => {
    if (error.name === "ZodError" || error instanceof SyntaxError) bounds.onBroken(new ServerFault(NO_MESSAGE));
  };
  return watchAnswers(transport, bounds);
}
