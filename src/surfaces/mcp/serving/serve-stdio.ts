/** Serves one client on standard input and output, until the client closes the input. */
import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { parseJson } from "../../../model/schema.ts";
import type { OpenMcp } from "../open-mcp.ts";
import type { McpStreams } from "./answer-greeting.ts";

/**
 * Serves a client on streams. It resolves when the client has disconnected, or after `stop` resolves. `greeted` is the
 * id of a request that was already answered.
 */
export function serveOnStreams(
  { makeServer }: OpenMcp,
  { input, output, onError }: McpStreams,
  greeted?: string | number,
): McpServing {
  const transport = new LineTransport(input, output, greeted);
  const handle = serveStdio(() => makeServer(transport.leaving), { transport, onerror: onError });
  const { onclose } = transport;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return { ended, stop: () => handle.close() };
}

export interface McpServing {
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Maximum characters of one message. Requests for skills are far shorter. */
const MAX_MESSAGE = 4_194_304;
/** Maximum bytes that the client has not read yet. Above this limit, no more input is read. */
const MAX_WAITING = 16_777_216;
/** Maximum milliseconds after the end of the input for requests that were received before. */
const GRACE_MS = 30_000;
/** Time for which work may continue after the client closed our input. */
const RUN_ON_MS = 1_000;
const CANCELLED = "notifications/cancelled";
/** The method of a request that stays open, and is answered only when the connection ends. */
const LISTEN = "subscriptions/listen";
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * Reads one message per line. If a line is invalid or too long, a JSON-RPC error is sent and the connection stays open.
 * After the input has ended, earlier requests are answered and the connection is closed. Requests that run too long are
 * stopped.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  #greeted: string | number | undefined;
  #rest = "";
  /** True while the remaining part of a line that is too long is skipped. */
  #skipping = false;
  #closed = false;
  #ending = false;
  /** Ids of requests that were not answered yet. */
  readonly #open = new Set<string | number>();
  readonly #leaving = new AbortController();

  constructor(input: Readable, output: Writable, greeted?: string | number) {
    this.#input = input;
    this.#output = output;
    this.#greeted = greeted;
  }

  /** Aborts if work is still running some time after the input has ended. */
  get leaving(): StopSignal {
    return this.#leaving.signal;
  }

  async start(): Promise<void> {
    this.#input.setEncoding("utf8");
    this.#input.on("data", (text: string) => this.#take(text));
    this.#input.on("end", () => this.#end());
    // If the client disconnected before its first message, the transport closes at once.
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(() => this.#end());
    this.#input.on("error", (error) => this.onerror?.(error));
    // A failed write means that the client has disconnected.
    this.#output.on("error", () => void this.close());
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new Error("the client disconnected"));
    if (!("method" in message)) {
      this.#open.delete(message.id as string | number);
      if (this.#greeted !== undefined && message.id === this.#greeted) {
        this.#greeted = undefined;
        if (this.#ending && this.#open.size === 0) void this.close();
        return Promise.resolve();
      }
    }
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (this.#ending && this.#open.size === 0) void this.close();
        if (error) reject(error);
        else resolve();
      });
      this.#hold();
    });
  }

  /** Stops reading input while the client does not read its answers. The answers would otherwise fill the memory. */
  #hold(): void {
    if (this.#output.writableLength <= MAX_WAITING || this.#input.isPaused()) return;
    this.#input.pause();
    this.#output.once("drain", () => {
      if (!this.#closed) this.#input.resume();
    });
  }

  #end(): void {
    this.#ending = true;
    if (this.#open.size === 0) return void this.close();
    setTimeout(() => this.#leaving.abort(), RUN_ON_MS).unref();
    setTimeout(() => void this.close(), GRACE_MS).unref();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.pause();
    this.onclose?.();
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      if (this.#skipping) this.#skipping = false;
      else if (line.length > MAX_MESSAGE) this.#tooLong();
      else if (line.trim() !== "") this.#read(line);
    }
    if (this.#rest.length <= MAX_MESSAGE) return;
    this.#rest = "";
    if (!this.#skipping) this.#tooLong();
    this.#skipping = true;
  }

  #tooLong(): void {
    this.#complain(null, INVALID_REQUEST, `a message has at most ${MAX_MESSAGE} characters`);
  }

  #read(line: string): void {
    const value = parseJson(line);
    if (value === undefined) return this.#complain(null, PARSE_ERROR, "the message is not JSON");
    const message = asMessage(value);
    if (message === undefined)
      return this.#complain(idOf(value), INVALID_REQUEST, "the message is not a JSON-RPC message");
    if ("method" in message && "id" in message && message.method !== LISTEN) this.#open.add(message.id);
    // A cancelled request gets no answer.
    if ("method" in message && message.method === CANCELLED) this.#open.delete(message.params?.["requestId"] as string);
    this.onmessage?.(message);
  }

  #complain(id: string | number | null, code: number, message: string): void {
    const said = { jsonrpc: "2.0", id, error: { code, message } };
    this.#output.write(`${JSON.stringify(said)}\n`);
  }
}

function asMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function idOf(value: unknown): string | number | null {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
