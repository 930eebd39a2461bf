/**
 * Writes whole directories, syncs them before they become visible, moves them by one rename, and removes them. Syncing
 * many files at once takes a tenth of the time of single syncs.
 */

import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  fchmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  promises,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import { onProcessEnd } from "../processes/at-ending.ts";
import { makeDirectories } from "./write-file.ts";

export interface TreeFile {
  /** The path relative to the directory, with `/`. The caller has checked the path. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** Creates a directory that must not exist yet. It never writes through a symlink, because every entry is new. */
export function writeTree(directory: string, files: readonly TreeFile[], onFile?: () => void): void {
  attempt(directory, () => {
    makeDirectories(dirname(directory));
    mkdirSync(directory);
    const made = new Set<string>([directory]);
    for (const file of files) {
      makeParents(directory, file.path, made);
      writeNewFile(`${directory}/${file.path}`, file.bytes, file.mode);
      onFile?.();
    }
  });
}

const AT_ONCE = 64;

/** Waits until everything in these directories is on the disk. */
export async function syncTrees(directories: readonly string[]): Promise<void> {
  const paths = directories.flatMap((directory) => [
    directory,
    ...readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => `${directory}/${name}`),
  ]);
  for (let at = 0; at < paths.length; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(syncPath));
}

async function syncPath(path: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await promises.open(path, "r");
    await handle.sync();
  } catch (error) {
    // Ignores errors of Windows, which cannot open directories or sync files that are open for reading. Its file system
    // has a journal.
    if (!["EISDIR", "EPERM", "EINVAL"].includes(systemCode(error))) throw error;
  } finally {
    await handle?.close();
  }
}

function makeParents(directory: string, path: string, made: Set<string>): void {
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const parent = `${directory}/${path.slice(0, slash)}`;
    if (made.has(parent)) continue;
    mkdirSync(parent);
    made.add(parent);
  }
}

/** Creates a file that must not exist yet. Throws system errors. */
export function writeNewFile(path: string, bytes: Uint8Array, mode: number): void {
  const descriptor = openSync(path, "wx", 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    // Sets the mode independent of the umask, because the executable bit is part of a digest.
    fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}

/** Moves a directory by one rename, and creates the parent of the new name. */
export function moveTree(from: string, to: string): void {
  attempt(to, () => {
    makeDirectories(dirname(to));
    renameSync(from, to);
  });
}

/** Removes a directory, which may be missing. */
export function removeTree(directory: string): void {
  attempt(directory, () => rmSync(directory, { recursive: true, force: true }));
}

/** Removes a directory if it is empty. */
export function removeEmpty(directory: string): void {
  attempt(directory, () => {
    if (existsSync(directory) && readdirSync(directory).length === 0) rmSync(directory, { recursive: true });
  });
}

function attempt(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (systemCode(error) === "") throw error;
    throw new OperationError("SK601", `\`${path}\` cannot be written (${systemCode(error)})`, {
      hint: "check that the directory is writable and the disk not full; nothing was changed",
      cause: error,
    });
  }
}

/** A directory for the user only, under its real path. It is removed on request, or when this process ends. */
export interface TemporaryDirectory {
  readonly path: string;
  remove(): void;
}

/**
 * Creates a directory whose path starts with `prefix` (default: in the system's temporary directory). Throws system
 * errors.
 */
export function temporaryDirectory(prefix?: string): TemporaryDirectory {
  const path = mkdtempSync(prefix ?? join(realpathSync(tmpdir()), "skillwright-"));
  const remove = (): void => removeAnyway(path);
  const calledOff = onProcessEnd(remove);
  return {
    path,
    remove() {
      calledOff();
      remove();
    },
  };
}

/** Removes a directory even if a command left it without permissions, or with paths that are too long for one call. */
function removeAnyway(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (systemCode(error) === "" || process.platform === "win32") throw error;
    spawnSync("/bin/sh", ["-c", 'chmod -R u+rwx "$1"; rm -rf "$1"', "sh", path], { stdio: "ignore" });
  }
}
