import { join } from "node:path";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { node, packageRoot, type Ran, type RunOptions, Sandbox } from "./run.ts";

const TIMEOUT_MS = 60_000;
/** Commands that read standard input, or go on until they are stopped. */
const OWN_PROCESS = ["agent", "app-server", "mcp", "serve"];

/**
 * A sandbox in which commands share one process, because starting a process takes five times as long as most commands.
 * A command that reads standard input still gets a process of its own.
 */
export class SharedSandbox extends Sandbox {
  override run(args: readonly string[], options: RunOptions = {}): Ran {
    if (options.input !== undefined || OWN_PROCESS.includes(args[0] ?? "")) return super.run(args, options);
    const { code, stdout, stderr } = runShared(args, this.placeOf(options));
    return { code, stdout: this.hide(stdout), stderr: this.hide(stderr) };
  }
}

let open: { readonly port: MessagePort; readonly signal: Int32Array } | undefined;

/** Runs a command in the shared process. It waits, as `spawnSync` does: a thread owns the process and wakes this one. */
export function runShared(args: readonly string[], place: { cwd: string; env: Readonly<Record<string, string>> }): Ran {
  const request = { args, ...place };
  open ??= start();
  const { port, signal } = open;
  Atomics.store(signal, 0, 0);
  port.postMessage(request);
  const woken = Atomics.wait(signal, 0, 0, TIMEOUT_MS);
  const { message } = receiveMessageOnPort(port) ?? {};
  if (message?.code === undefined) {
    open = undefined;
    throw new Error(message?.error ?? `${woken} after ${TIMEOUT_MS} ms: ${JSON.stringify(request)}`);
  }
  return message as Ran;
}

function start(): NonNullable<typeof open> {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(join(import.meta.dirname, "shared-thread.mjs"), {
    workerData: { port: port2, signal, node, main: join(packageRoot, "dist", "main.cjs") },
    transferList: [port2],
  });
  worker.unref();
  port.unref();
  return { port, signal };
}
