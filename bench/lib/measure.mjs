// Measures a whole process: its time, CPU time, peak memory, and output.
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const hook = join(dirname(fileURLToPath(import.meta.url)), "..", "usage.cjs");

/** Runs a program of Node with its output in a file, as with `>`. A preloaded hook measures its costs. */
export function measureNode(args, { environment, output, cwd }) {
  const out = openSync(output, "w");
  const from = performance.now();
  const result = spawnSync(process.execPath, ["--require", hook, ...args], {
    cwd,
    env: environment,
    stdio: ["ignore", out, "inherit", "pipe"],
  });
  const ms = performance.now() - from;
  closeSync(out);
  if (result.status !== 0) throw new Error(`\`node ${args.join(" ")}\` ended with ${result.status}`);
  const { cpuMs, peakMiB } = JSON.parse(String(result.output[3]));
  return { ms, cpuMs, peakMiB };
}

/** Measures any other program from outside: the peak memory of one child process. It works only with `/proc`. */
export async function measureCall(work) {
  let peakKiB = 0;
  const timer = setInterval(() => {
    peakKiB = Math.max(peakKiB, ...descendants(process.pid).map(peakOf));
  }, 20);
  const from = performance.now();
  try {
    const value = await work();
    return { ms: performance.now() - from, peakMiB: peakKiB === 0 ? undefined : peakKiB / 1024, value };
  } finally {
    clearInterval(timer);
  }
}

function descendants(process) {
  const found = [];
  for (const task of attempt(() => readdirSync(`/proc/${process}/task`)) ?? [])
    for (const child of (attempt(() => readFileSync(`/proc/${process}/task/${task}/children`, "utf8")) ?? "").split(
      " ",
    ))
      if (child.trim() !== "") found.push(Number(child), ...descendants(Number(child)));
  return found;
}

function peakOf(process) {
  const status = attempt(() => readFileSync(`/proc/${process}/status`, "utf8")) ?? "";
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

/** Ignores a read error, because a process may end between two reads. */
function attempt(look) {
  try {
    return look();
  } catch {
    return undefined;
  }
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}
