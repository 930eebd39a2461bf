// Changes a shared file at least once, and until a time: lock-worker.mjs LIBRARY DIRECTORY UNTIL MODE. `count` adds one
// to a counter. `die` enters the lock, writes a mark, and sometimes ends itself while it holds the lock.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, kill, pid } from "node:process";

const [module, directory, until, mode] = argv.slice(2);
const { changeFiles } = await import(module);
const counter = join(directory, "counter");
const marker = join(directory, "inside");

function read() {
  try {
    return Number(readFileSync(counter, "utf8"));
  } catch {
    return 0;
  }
}

/** A running process that also holds the lock would prove that two processes hold it. */
function enter() {
  try {
    mkdirSync(marker);
  } catch {
    const other = Number(readFileSync(join(directory, "who"), "utf8"));
    let runs = true;
    try {
      // A zombie process no longer holds the lock.
      runs = !/\) [ZX]/.test(readFileSync(`/proc/${other}/stat`, "latin1"));
    } catch {
      runs = false;
    }
    if (runs) {
      writeFileSync(join(directory, `both-${pid}`), String(other));
      throw new Error(`process ${other} is inside, too`);
    }
  }
  writeFileSync(join(directory, "who"), String(pid));
}

let done = 0;
do {
  await changeFiles([counter], (files) => {
    if (mode === "die") {
      enter();
      if (Math.random() < 0.05) kill(pid, "SIGKILL");
      rmSync(marker, { recursive: true });
    }
    files.write(counter, String(read() + 1), { waits: false });
  });
  done++;
} while (Date.now() < Number(until));
process.stdout.write(`${done}\n`);
