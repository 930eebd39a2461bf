/** Appends lines to a journal file. It follows no symlinks, and never waits on a pipe. */
import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { systemError } from "../files/files.ts";
import { makeDirectories } from "./write-file.ts";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
// Windows has neither O_NOFOLLOW nor O_NONBLOCK, so the flags are left out there.
const FLAGS = O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

/** Creates the file and its directory for the user only. Throws system errors. */
export function appendLine(path: string, line: string): void {
  makeDirectories(dirname(path), 0o700);
  const descriptor = openSync(path, FLAGS, 0o600);
  try {
    if (!fstatSync(descriptor).isFile()) throw systemError("EINVAL", path);
    // Writes the line in one call, so that lines of two processes do not mix.
    writeSync(descriptor, `${line}\n`);
  } finally {
    closeSync(descriptor);
  }
}
