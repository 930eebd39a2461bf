/**
 * A server on standard input and output, in a process group of its own. So Ctrl-C in the terminal does not reach it, and
 * what it started itself (`npx` starts another) ends with it, however we end.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

export interface GroupOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Characters of one message; a server that writes more without a line end is not one. */
const MAX_MESSAGE = 16_000_000;
/** For a server to end by itself once its input is closed. */
const GRACE_MS = 1_000;

export class GroupTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  readonly #options: GroupOptions;
  #child: ChildProcess | undefined;
  #rest = "";

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.#options;
    const child = spawn(command, [...args], {
      cwd,
      env,
      shell: false,
      detached: process.platform !== "win32",
      windowsHide: true,
      // What it says to people has no place in a conversation.
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#child = child;
    process.once("exit", this.#kill);
    child.stdout?.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    child.stdin?.on("error", (error) => this.onerror?.(error));
    child.once("close", () => this.#ended());
    return new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin;
    if (!input?.writable) return Promise.reject(new Error("the server has ended"));
    return new Promise((resolve, reject) => {
      input.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.stdin?.end();
    await Promise.race([ended(child), pause(GRACE_MS)]);
    this.#kill();
    await ended(child);
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") this.#read(line);
    if (this.#rest.length > MAX_MESSAGE) this.#kill();
  }

  #read(line: string): void {
    try {
      this.onmessage?.(JSON.parse(line) as JSONRPCMessage);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #ended(): void {
    process.removeListener("exit", this.#kill);
    this.#kill();
    this.onclose?.();
  }

  /** The whole group, also when its leader has gone already. */
  readonly #kill = (): void => {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") this.#child?.kill("SIGKILL");
      else process.kill(-pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve();
  return new Promise((resolve) => child.once("close", () => resolve()));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
