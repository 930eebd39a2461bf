/**
 * One installer at a time: a file that holds the process which is changing things. Whoever died holding it is noticed, by
 * its process being gone or being another one under the same number.
 */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import { makeDirectories } from "../../platform/writing/make-directories.ts";

export interface Owner {
  readonly pid: number;
  /** When the process began, as far as the system says so; tells it from a later one of the same number. */
  readonly started: string;
}

export function thisProcess(): Owner {
  return { pid: process.pid, started: startOf(process.pid) };
}

export interface Patience {
  /** How long to wait for another installation before giving up. */
  readonly patienceMs?: number;
  /** Told while waiting, with the process that is waited for. */
  readonly onWait?: (owner: Owner, waitedMs: number) => void;
}

// Fifty skills on a slow disk take some seconds, and several may be in line.
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

/** [Y12] Runs alone. Waits while another installation is under way, and in the end gives up with SK662. */
export async function guarded<T>(path: string, act: () => Promise<T> | T, patience: Patience = {}): Promise<T> {
  await acquire(path, patience);
  try {
    return await act();
  } finally {
    rmSync(path, { force: true });
  }
}

async function acquire(path: string, { patienceMs = PATIENCE_MS, onWait }: Patience): Promise<void> {
  for (let waited = 0; !tryAcquire(path); waited += PAUSE_MS) {
    const owner = readOwner(path);
    if (waited >= patienceMs)
      throw new OperationError("SK662", `another installation is under way${owner ? ` (process ${owner.pid})` : ""}`, {
        hint: `wait until it is done; it holds \`${path}\``,
      });
    if (owner) onWait?.(owner, waited);
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  }
}

/** Also the way to look without waiting. */
export function tryAcquire(path: string): boolean {
  if (createExclusively(path)) return true;
  const owner = readOwner(path);
  if (owner !== undefined && isAlive(owner)) return false;
  // Only one may break it: between reading and removing, another could have made its own.
  const breaker = `${path}.breaking`;
  if (!createExclusively(breaker)) {
    if (isOlderThan(breaker, BREAKER_MS)) rmSync(breaker, { force: true });
    return false;
  }
  const still = readOwner(path);
  if (still === undefined || !isAlive(still)) rmSync(path, { force: true });
  rmSync(breaker, { force: true });
  return createExclusively(path);
}

// Breaking takes microseconds; what is older was left behind.
const BREAKER_MS = 10_000;
// A file that was just made may not have its owner in it yet.
const UNWRITTEN_MS = 2000;

function createExclusively(path: string): boolean {
  try {
    makeDirectories(dirname(path));
    const descriptor = openSync(path, "wx", 0o600);
    writeSync(descriptor, JSON.stringify(thisProcess()));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw new OperationError("SK601", `\`${path}\` cannot be written`, {
      hint: "check that the directory is writable; nothing was changed",
      cause: error,
    });
  }
}

/** undefined where nobody can be the owner any more. */
function readOwner(path: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isOwner(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError) && systemCode(error) !== "ENOENT") throw error;
  }
  return isOlderThan(path, UNWRITTEN_MS) ? undefined : thisProcess();
}

export function isOwner(value: unknown): value is Owner {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    Number.isSafeInteger(value.pid) &&
    "started" in value &&
    typeof value.started === "string"
  );
}

function isOlderThan(path: string, ms: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || Date.now() - stats.mtimeMs > ms;
}

export function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It exists and belongs to somebody else.
    if (systemCode(error) !== "EPERM") return false;
  }
  return startOf(pid) === started;
}

/** The 22nd field of `/proc/PID/stat`; "" where there is no such thing. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return "";
  }
}
