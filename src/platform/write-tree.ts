/** Whole directories: written with every byte on the disk before anybody can see them, moved by one rename, removed. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { OperationError, systemCode } from "../model/errors.ts";

export interface TreeFile {
  /** From the directory, with `/`, checked by whoever made it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** Makes a directory that must not exist yet. Nothing is written through a link: everything on the way is new. */
export function writeTree(directory: string, files: readonly TreeFile[], onFile?: () => void): void {
  attempt(directory, () => {
    mkdirSync(dirname(directory), { recursive: true });
    mkdirSync(directory);
    const made = new Set<string>([directory]);
    for (const file of files) {
      makeParents(directory, file.path, made);
      writeNew(`${directory}/${file.path}`, file);
      onFile?.();
    }
    for (const each of made) syncDirectory(each);
  });
}

function makeParents(directory: string, path: string, made: Set<string>): void {
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const parent = `${directory}/${path.slice(0, slash)}`;
    if (made.has(parent)) continue;
    mkdirSync(parent);
    made.add(parent);
  }
}

function writeNew(path: string, { bytes, mode }: TreeFile): void {
  const descriptor = openSync(path, "wx", 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  // Whatever the umask says: the executable bit is part of a digest.
  chmodSync(path, mode);
}

/** Renames, and makes sure that the new name is on the disk. */
export function moveTree(from: string, to: string): void {
  attempt(to, () => {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    syncDirectory(dirname(to));
  });
}

/** Also of what is not there. */
export function removeTree(directory: string): void {
  attempt(directory, () => rmSync(directory, { recursive: true, force: true }));
}

/** Removes a directory that is empty; any other stays. */
export function removeEmpty(directory: string): void {
  attempt(directory, () => {
    if (existsSync(directory) && readdirSync(directory).length === 0) rmSync(directory, { recursive: true });
  });
}

/** Windows cannot open directories; its renames are journalled by the file system. */
function syncDirectory(directory: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(directory, "r");
  } catch (error) {
    if (systemCode(error) === "EISDIR" || systemCode(error) === "EPERM") return;
    throw error;
  }
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (systemCode(error) !== "EPERM" && systemCode(error) !== "EINVAL") throw error;
  } finally {
    closeSync(descriptor);
  }
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
