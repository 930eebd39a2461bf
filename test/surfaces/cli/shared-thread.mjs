// A thread that hands commands to one process, and wakes the thread that waits for the answer.
import { fork } from "node:child_process";
import { join } from "node:path";
import { workerData } from "node:worker_threads";

const { port, signal, node, main } = workerData;
const child = fork(join(import.meta.dirname, "shared-process.mjs"), [main], {
  cwd: "/",
  env: {},
  execPath: node,
  execArgv: [],
  stdio: ["ignore", "ignore", "pipe", "ipc"],
});
let errors = "";
child.stderr.setEncoding("utf8").on("data", (text) => {
  errors += text;
});
child.on("message", answer);
child.once("close", (code, ended) => answer({ error: `the process of commands ended (${code ?? ended}): ${errors}` }));
port.on("message", (request) => child.send(request));

function answer(message) {
  port.postMessage(message);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}
