/** Creates, reads and removes symlinks. All functions throw system errors. */
import { readlinkSync, rmdirSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "../../model/errors.ts";
import { makeDirectories } from "./write-file.ts";

/** Creates a symlink with `text` as its target, and the missing parent directories. */
export function makeLink(path: string, text: string): void {
  makeDirectories(dirname(path));
  symlinkSync(text, path, "dir");
}

/** Returns the target of a symlink as text, without resolving it. */
export function readLink(path: string): string {
  return readlinkSync(path);
}

export function removeLink(path: string): void {
  unlinkSync(path);
}

/** Removes a directory if it exists and is empty. */
export function removeEmptyDirectory(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!["ENOENT", "ENOTDIR", "ENOTEMPTY", "EEXIST"].includes(systemCode(error))) throw error;
  }
}
