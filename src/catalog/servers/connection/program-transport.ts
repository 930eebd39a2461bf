/**
 * Runs a server that communicates over standard input and output. The server does not receive signals of our terminal.
 * Its child processes end together with the server, and with this process. If the server sends a line that is not a
 * protocol message, it is stopped, and the reason is reported.
 */
import type { ChildProcess } from "node:child_process";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import {
  refuseWithoutWatchdog,
  type StartedProcess,
  startBound,
} from "../../../platform/processes/bound/start-bound.ts";
import type { JsonScan } from "./json-scan.ts";
import type { PendingRequests } from "./pending-requests.ts";
import { ServerFault } from "./server-fault.ts";
import type { ServerQuota } from "./server-quota.ts";

export interface ProgramTransportOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Maximum bytes of all responses to one request. One message may have half of these bytes. */
  readonly allowance: ServerQuota;
  readonly scan: JsonScan;
  readonly questions: PendingRequests;
  /** Returns the message, or undefined for a message that may be ignored. */
  readonly parse: (text: string) => JSONRPCMessage | undefined;
  /** Called with the reason when the server fails. */
  readonly onBroken: (why: Error) => void;
}

/** Time for a server to exit after its input was closed. */
const GRACE_MS = 1_000;
/** Exit codes of a shell that cannot start a program. */
const NOT_STARTED: readonly (number | null)[] = [126, 127];
const NEW_LINE = 10;

export class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  /**
   * The MCP library treats a transport with these four members like its own stdio transport. It tries the newest
   * protocol version in a second process, because old servers exit on an unknown version.
   */
  readonly _serverParams: ProgramTransportOptions;
  readonly stderr = null;
  get pid(): number | null {
    return this.#started?.child.pid ?? null;
  }
  #started: StartedProcess | undefined;
  #parts: Buffer[] = [];
  #bytes = 0;
  #hasAnswered = false;
  #isClosed = false;

  constructor(options: ProgramTransportOptions) {
    this._serverParams = options;
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this._serverParams;
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new ServerFault("the connection was closed"));
      if (refuseWithoutWatchdog(reject)) return;
      const stdio = ["pipe", "pipe", "ignore"] as const;
      const started = startBound(command, args, { cwd, variables: env, bound: {}, stdio });
      this.#started = started;
      const { child } = started;
      child.stdout?.on("data", (chunk: Buffer) => this.#take(chunk));
      child.stdin?.on("error", (error) => this.onerror?.(error));
      child.once("exit", (code) => this.#exited(code));
      child.once("close", () => this.onclose?.());
      child.once("spawn", resolve);
      child.once("error", (error) => {
        started.release();
        reject(
          new ServerFault(`\`${command}\` cannot be started in \`${cwd}\` (${(error as NodeJS.ErrnoException).code})`),
        );
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const input = this.#started?.child.stdin;
    if (!input?.writable) return Promise.reject(new ServerFault("it has ended"));
    this._serverParams.questions.note(message);
    return new Promise((resolve, reject) => {
      input.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#started?.child;
    if (child === undefined) return;
    child.stdin?.end();
    await Promise.race([ended(child), pause(GRACE_MS)]);
    await this._dispose();
  }

  async _dispose(): Promise<void> {
    const started = this.#started;
    if (started === undefined) return;
    started.kill();
    await ended(started.child);
    // A process that left the group may keep the pipe open, so the pipe is closed here.
    started.child.stdout?.destroy();
  }

  #take(chunk: Buffer): void {
    try {
      let from = 0;
      for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, from)) {
        this.#add(chunk.subarray(from, end));
        this.#read();
        from = end + 1;
      }
      this.#add(chunk.subarray(from));
    } catch (error) {
      this.#break(error);
    }
  }

  #add(bytes: Buffer): void {
    const { allowance, scan } = this._serverParams;
    this.#bytes += bytes.length;
    const most = allowance.most / 2;
    if (this.#bytes > most) throw new ServerFault(`it sends more than ${most} bytes in one message`);
    if (!allowance.takes(bytes.length)) throw new ServerFault(`it sends more than ${allowance.most} bytes`);
    scan.take(bytes);
    this.#parts.push(bytes);
  }

  #read(): void {
    const line = Buffer.concat(this.#parts).toString("utf8").trim();
    this.#parts = [];
    this.#bytes = 0;
    this._serverParams.scan.restart();
    const message = isRemark(line) ? undefined : this._serverParams.parse(line);
    if (message === undefined) return;
    const fault = this._serverParams.questions.faultOf(message);
    if (fault) throw fault;
    this.#hasAnswered = true;
    this.onmessage?.(message);
  }

  #break(error: unknown): void {
    const why = error instanceof Error ? error : new Error(String(error));
    this.#parts = [];
    this.#started?.child.stdout?.removeAllListeners("data");
    this._serverParams.onBroken(why);
    this.#started?.kill();
  }

  #exited(code: number | null): void {
    const { command, onBroken } = this._serverParams;
    this.#started?.kill();
    this.#started?.release();
    if (NOT_STARTED.includes(code) && !this.#hasAnswered) onBroken(new ServerFault(`\`${command}\` cannot be started`));
  }
}

/**
 * Returns true for a line of plain text, because some servers print text before they start the protocol. A line that
 * could be JSON is treated as a message.
 */
function isRemark(line: string): boolean {
  if (line === "") return true;
  if (line.startsWith("{")) return false;
  try {
    JSON.parse(line);
    return false;
  } catch {
    return true;
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
