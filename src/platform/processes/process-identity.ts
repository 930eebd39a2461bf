/**
 * Identifies a process so that another process can later tell whether it still runs. The id alone is not enough:
 * systems reuse ids, start again with low ids after a restart, and each container has its own ids.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../../model/errors.ts";

export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in clock ticks since boot; "" if unknown. */
  readonly started: string;
  /** An id of this boot of the system; "" if unknown. */
  readonly boot: string;
  /** The PID namespace; "" if unknown. Each container has its own. */
  readonly namespace: string;
  /** Digest of the machine's name and id. */
  readonly machine: string;
}

let own: ProcessIdentity | undefined;

export function thisProcess(): ProcessIdentity {
  own ??= { pid: process.pid, started: statusOf(process.pid).started, ...surroundings() };
  return own;
}

/**
 * Returns true only if the process has certainly ended. For a process on another machine or in another running
 * container, it returns false.
 */
export function hasEnded({ pid, started, boot, namespace, machine }: ProcessIdentity): boolean {
  const here = thisProcess();
  if (machine !== here.machine) return false;
  if (boot !== here.boot) return true;
  if (namespace !== here.namespace) return false;
  if (!isKnown(pid)) return true;
  const now = statusOf(pid);
  return now.isZombie || (started !== "" && now.started !== "" && now.started !== started);
}

/**
 * Returns true if `hasEnded` can judge the process while it runs: the process has the same machine, boot and namespace
 * as this one.
 */
export function hasSameProcessNamespace({ boot, namespace, machine }: ProcessIdentity): boolean {
  const here = thisProcess();
  return machine === here.machine && boot === here.boot && namespace === here.namespace;
}

function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but runs as another user.
    return systemCode(error) === "EPERM";
  }
}

interface Status {
  readonly started: string;
  /** True if the process has ended, but its parent has not read its exit code yet. */
  readonly isZombie: boolean;
}

/** Reads fields 3 and 22 of `/proc/PID/stat`, counted after the program's name, which may contain anything. */
function statusOf(pid: number): Status {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { started: fields[19] ?? "", isZombie: /^[ZXx]$/.test(fields[0] ?? "") };
}

/** Returns the initial environment of this process as Latin-1; "" if unknown. */
export function ownEnvironment(): string {
  return read(() => readFileSync("/proc/self/environ", "latin1"));
}

function surroundings(): Pick<ProcessIdentity, "boot" | "namespace" | "machine"> {
  const id = read(() => readFileSync("/etc/machine-id", "latin1")).trim();
  const { hash } = process.getBuiltinModule("node:crypto");
  return {
    boot: read(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1")).trim(),
    namespace: read(() => readlinkSync("/proc/self/ns/pid")).replace(/\D/g, ""),
    machine: hash("sha256", `${hostname()}\n${id}`, "hex").slice(0, 16),
  };
}

/** Returns the text of a system file; "" on systems that do not have the file. */
function read(ask: () => string): string {
  try {
    return ask();
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return "";
  }
}
