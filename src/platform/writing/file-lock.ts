/**
 * A lock between processes: a symbolic link whose text names the owner. The system makes such a link with its text in one
 * step and only if the name is free, so a lock always has an owner that can be read.
 *
 * A lock whose owner has ended is removed under a second lock, named after the token of the first. Tokens are never used
 * again, so a process that looked too early holds a right to nothing, and cannot remove the lock of a later owner.
 */
import { readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import { hasEnded, type ProcessIdentity, thisProcess } from "../processes/process-identity.ts";
import { makeDirectories } from "./make-directories.ts";

export interface FileLock {
  /** The owner before was killed while it held the lock, and may have left temporary files. */
  readonly isInherited: boolean;
  release(): void;
}

interface Owner extends ProcessIdentity {
  readonly token: string;
}

/** The places between which another process can act. */
export type LockStep = "looked" | "judged" | "entitled";

/**
 * Returns the lock, or undefined while another process, or another task of this one, holds it. Throws SK601. Tests act as
 * another process in `onStep`.
 */
export function tryLock(path: string, onStep?: (step: LockStep) => void): FileLock | undefined {
  const text = describe({ ...thisProcess(), token: newToken() });
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (make(path, text)) return { isInherited: round > 0, release: () => removeOwn(path, text) };
    onStep?.("looked");
    if (!removeStale(path, 0, onStep)) return undefined;
  }
  return undefined;
}

// Each round is lost only to a process that was faster.
const MAX_ROUNDS = 20;
// Each level needs a process that was killed while it removed the lock of a killed process.
const MAX_LEVELS = 4;

/** The process that holds a lock; undefined if there is none, or if something else has the name. */
export function lockOwner(path: string): ProcessIdentity | undefined {
  const text = readText(path);
  return text === undefined ? undefined : parse(text);
}

/** Returns whether it is worth trying again at once. */
function removeStale(path: string, level: number, onStep?: (step: LockStep) => void): boolean {
  const text = readText(path);
  if (text === undefined) return true;
  const owner = parse(text);
  if (owner === undefined || !hasEnded(owner) || level > MAX_LEVELS) return false;
  onStep?.("judged");
  const right = `${path}.${owner.token}`;
  const own = describe({ ...thisProcess(), token: newToken() });
  if (!make(right, own)) return removeStale(right, level + 1);
  onStep?.("entitled");
  // Now only this process may remove the lock, if it is still the one that was read.
  removeOwn(path, text);
  removeOwn(right, own);
  return true;
}

function make(path: string, text: string): boolean {
  try {
    makeDirectories(dirname(path));
    // Windows lets every user make junctions; other systems ignore the third argument.
    symlinkSync(text, path, "junction");
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw new OperationError("SK601", `the lock \`${path}\` cannot be made (${systemCode(error)})`, {
      hint: "check that the directory is writable and can hold symbolic links; nothing was changed",
      cause: error,
    });
  }
}

function removeOwn(path: string, text: string): void {
  if (readText(path) !== text) return;
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

/** undefined if there is nothing of the name, or no way to it; "" if something else than a link has it. */
function readText(path: string): string | undefined {
  try {
    // Windows returns a whole path.
    return basename(readlinkSync(path));
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(systemCode(error))) return undefined;
    if (["EINVAL", "UNKNOWN"].includes(systemCode(error))) return "";
    throw error;
  }
}

const OWNER = /^(\d{1,10})\.(\d*)\.([0-9a-f]{32})\.([0-9a-f-]*)\.(\d*)\.([0-9a-f]{16})$/;

function describe({ pid, started, token, boot, namespace, machine }: Owner): string {
  return [pid, started, token, boot, namespace, machine].join(".");
}

/** A project can contain any link of this name, so nothing else than our own text is read. */
function parse(text: string): Owner | undefined {
  const [, pid, started = "", token = "", boot = "", namespace = "", machine = ""] = OWNER.exec(text) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), started, token, boot, namespace, machine };
}

function newToken(): string {
  return process.getBuiltinModule("node:crypto").randomBytes(16).toString("hex");
}
