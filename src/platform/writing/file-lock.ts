/**
 * A lock between processes: a symlink whose text names the owner. The system creates a symlink together with its text,
 * and only if the name is free. A lock therefore always has a readable owner. A lock whose owner has ended is removed
 * under a second lock, which is named after the token of the first lock. Tokens are never reused. So a process that
 * looked too early cannot remove the lock of a later owner. A project can contain a file with the name of a lock. The
 * text of a lock names its directory by inode and time of birth, which no clone, archive or copy knows. An entry
 * without that proof is moved aside and reported. This happens under a second lock, which is named after the entry.
 */
import { lstatSync, readlinkSync, renameSync, statSync, symlinkSync, unlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { addNotice } from "../files/read-text.ts";
import { hasEnded, hasSameProcessNamespace, type ProcessIdentity, thisProcess } from "../processes/process-identity.ts";
import { makeDirectories } from "./write-file.ts";

export interface FileLock {
  /** True if the previous owner was killed while it held the lock. The previous owner may have left temporary files. */
  readonly isInherited: boolean;
  release(): void;
}

interface Owner extends ProcessIdentity {
  readonly token: string;
  /** Identifies the directory in which the lock was created. */
  readonly place: string;
}

/** The steps of `tryLock`. Another process can act between two steps. */
export type TryLockStep = "looked" | "judged" | "entitled";

/**
 * Returns the lock; undefined while another process, or another task of this process, holds it. Throws SK601. Tests act
 * as another process in `onStep`.
 */
export function tryLock(path: string, onStep?: (step: TryLockStep) => void): FileLock | undefined {
  let isInherited = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const text = make(path);
    if (text !== undefined) return { isInherited, release: () => removeOwn(path, text) };
    onStep?.("looked");
    const state = clear(path, 0, onStep);
    if (state === "held") return undefined;
    isInherited ||= state === "stale";
  }
  return undefined;
}

// Maximum attempts to take a lock. An attempt fails only if another process was faster.
const MAX_ROUNDS = 20;
// Maximum depth of second locks. Each level needs a process that was killed while it removed the lock of a killed
// process.
const MAX_LEVELS = 4;

/** Returns the process that holds a lock; undefined if there is none, or if the entry is not a lock. */
export function lockOwner(path: string): ProcessIdentity | undefined {
  const text = readText(path);
  return text === undefined ? undefined : parse(text);
}

/**
 * Returns true if a process holds the lock, or ended while it held the lock. Returns false for an entry that no
 * Skillwright process created in this directory.
 */
export function isLock(path: string): boolean {
  const state = inspectLock(path).state;
  return state === "held" || state === "stale";
}

interface Judged {
  /** `foreign`: no process created this entry in this directory. */
  readonly state: "free" | "held" | "stale" | "foreign";
  readonly text: string;
  /**
   * The part of the second lock's name that identifies this entry. The holder of the second lock may remove the entry.
   */
  readonly token: string;
}

/**
 * Judges the entry at a lock's path. A lock is held as long as its process runs on this machine. Any other lock must
 * name its own directory.
 */
function inspectLock(path: string): Judged {
  const text = readText(path);
  if (text === undefined) return { state: "free", text: "", token: "" };
  const owner = parse(text);
  if (owner === undefined) return { state: "foreign", text, token: fingerprint(path, text) };
  const ended = hasEnded(owner);
  // Requires a boot id. Without it, a project could ship a lock of a process that always runs, such as the first one.
  if (owner.boot !== "" && hasSameProcessNamespace(owner) && !ended) return { state: "held", text, token: owner.token };
  if (owner.place !== lockIdOf(path)) return { state: "foreign", text, token: fingerprint(path, text) };
  return { state: ended ? "stale" : "held", text, token: owner.token };
}

/** Removes the lock of an ended process, or moves a foreign entry aside. Returns the state that it found. */
function clear(path: string, level: number, onStep?: (step: TryLockStep) => void): Judged["state"] {
  const { state, text, token } = inspectLock(path);
  if (state === "free" || state === "held") return state;
  if (level > MAX_LEVELS) return "held";
  onStep?.("judged");
  const right = `${path}.${token}`;
  const own = make(right);
  if (own === undefined) return clear(right, level + 1) === "held" ? "held" : "free";
  onStep?.("entitled");
  // With the second lock, only this process may remove the entry, if the entry is still the same.
  if (state === "stale") removeOwn(path, text);
  else if (isStillForeign(path, token)) moveAside(path, `${path}.foreign-${token}`);
  removeOwn(right, own);
  return state;
}

/**
 * Judges the entry again, and returns true if it is still the same foreign entry. Text and inode are read in two steps,
 * so they may belong to two entries.
 */
function isStillForeign(path: string, token: string): boolean {
  const again = inspectLock(path);
  return again.state === "foreign" && again.token === token;
}

function moveAside(path: string, to: string): void {
  try {
    renameSync(path, to);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return;
    throw new OperationError("SK601", `\`${path}\` is not a lock, and cannot be moved (${systemCode(error)})`, {
      hint: "remove the file; nothing was changed",
      cause: error,
    });
  }
  const message = `\`${path}\` is not the lock of a process; it was moved to \`${basename(to)}\``;
  const help = "delete the file if you do not need it; a project must not ship files with the name of a lock";
  addNotice(diagnostic("SK667", { path, message, help }));
}

/** Creates the lock and returns its text; undefined if the name is taken. */
function make(path: string): string | undefined {
  let text: string;
  try {
    makeDirectories(dirname(path));
    text = describe({ ...thisProcess(), token: newToken(), place: lockIdOf(path) });
  } catch (error) {
    throw notMade(path, error);
  }
  try {
    // On Windows, every user may create junctions; other systems ignore this argument.
    symlinkSync(text, path, "junction");
    return text;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return undefined;
    throw notMade(path, error);
  }
}

function notMade(path: string, error: unknown): OperationError {
  return new OperationError("SK601", `the lock \`${path}\` cannot be created (${systemCode(error)})`, {
    hint: "check that the directory is writable and can hold symbolic links; nothing was changed",
    cause: error,
  });
}

function removeOwn(path: string, text: string): void {
  if (readText(path) !== text) return;
  try {
    unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

/** Returns the text of a symlink; undefined if the path does not exist, "" if it is not a symlink. */
function readText(path: string): string | undefined {
  try {
    // A lock stores its text as the target of a symlink. Windows puts a directory before this text.
    return basename(readlinkSync(path));
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(systemCode(error))) return undefined;
    if (["EINVAL", "UNKNOWN"].includes(systemCode(error))) return "";
    throw error;
  }
}

/**
 * Returns an id of a lock's directory from its inode and time of birth. The id is equal for all processes, and unknown
 * to a clone.
 */
function lockIdOf(path: string): string {
  const { ino, birthtimeNs } = statSync(dirname(path), { bigint: true });
  return digest(`${ino}.${birthtimeNs}`).slice(0, 16);
}

/** Identifies one entry: a replacement has another inode, time or text. */
function fingerprint(path: string, text: string): string {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return digest(stat ? [stat.dev, stat.ino, stat.mode, stat.ctimeNs, text].join("\n") : "").slice(0, 32);
}

const OWNER = /^(\d{1,10})\.(\d*)\.([0-9a-f]{32})\.([0-9a-f-]*)\.(\d*)\.([0-9a-f]{16})\.([0-9a-f]{16})$/;

function describe({ pid, started, token, boot, namespace, machine, place }: Owner): string {
  return [pid, started, token, boot, namespace, machine, place].join(".");
}

/** Accepts only our own format, because a project can contain any symlink of this name. */
function parse(text: string): Owner | undefined {
  const [, pid, started = "", token = "", boot = "", namespace = "", machine = "", place = ""] = OWNER.exec(text) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), started, token, boot, namespace, machine, place };
}

function newToken(): string {
  return process.getBuiltinModule("node:crypto").randomBytes(16).toString("hex");
}

function digest(text: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", text, "hex");
}
