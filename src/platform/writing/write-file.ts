/**
 * Writes files atomically: a temporary file beside the target, then a rename. The old content stays until the new one
 * is complete.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import { systemError } from "../files/files.ts";

const DEFAULT_MODE = 0o644;

export interface WriteOptions {
  /**
   * False for files that can be created again. Such a write is not synced, and a power failure may leave the file
   * empty.
   */
  readonly waits?: boolean;
  /** Permissions of the file (default: its current ones, or 0o644). */
  readonly mode?: number;
}

/**
 * Replaces a file's content, or creates the file with its directories. It follows symlinks, keeps the mode, and
 * replaces only regular files. The content may be a list of pieces.
 */
export function writeFileAtomically(
  path: string,
  content: string | Uint8Array | readonly Uint8Array[],
  { waits = true, mode }: WriteOptions = {},
): void {
  const pieces =
    typeof content === "string" ? [Buffer.from(content)] : content instanceof Uint8Array ? [content] : content;
  let temporary = "";
  try {
    const target = existsSync(path) ? realpathSync(path) : path;
    // A rename would replace a device, a FIFO or a socket by a file, and break it for other programs.
    const current = statSync(target, { throwIfNoEntry: false });
    if (current && !current.isFile()) throw new Error(`${target} is not a regular file`);
    makeDirectories(dirname(target));
    temporary = temporaryBeside(target);
    const descriptor = openSync(temporary, "wx", mode ?? (current ? current.mode & 0o777 : DEFAULT_MODE));
    try {
      for (const bytes of pieces) for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      if (waits) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    if (temporary !== "") rmSync(temporary, { force: true });
    throw new OperationError("SK601", `\`${path}\` cannot be written`, {
      hint: "check that the path is a regular file in a writable directory; nothing was changed",
      cause: error,
    });
  }
}

/** Returns a random name, so that a project cannot contain a file with this name. */
function temporaryBeside(path: string): string {
  const random = process.getBuiltinModule("node:crypto").randomBytes(6).toString("hex");
  return join(dirname(path), `.${basename(path)}.${process.pid}-${random}.tmp`);
}

/** Removes temporary files of killed processes beside a file. Call it only if no process is writing the file. */
export function removeLeftovers(path: string): void {
  const directory = dirname(path);
  const prefix = `.${basename(path)}.`;
  for (const entry of existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : [])
    if (entry.isFile() && entry.name.startsWith(prefix) && LEFTOVER.test(entry.name.slice(prefix.length)))
      rmSync(join(directory, entry.name), { force: true });
}

const LEFTOVER = /^\d+(?:-[0-9a-f]{12})?\.tmp$/;

/** Renames within one directory. Throws if another file has the new name. */
export function renameFile(path: string, name: string): string {
  const target = join(dirname(path), name);
  try {
    const sameFile = existsSync(target) && statSync(target).ino === statSync(path).ino;
    if (existsSync(target) && !sameFile) throw new Error(`${target} exists`);
    renameSync(path, target);
    return target;
  } catch (error) {
    throw new OperationError("SK601", `\`${path}\` cannot be renamed to \`${name}\``, {
      hint: "check that no other file has this name and that the directory is writable",
      cause: error,
    });
  }
}

// Directories are created one by one: Node's `recursive` never ends if a system refuses names, as `/proc` does.

/** Returns true if a directory was created. Throws system errors. */
export function makeDirectories(path: string, mode: number = 0o777): boolean {
  const missing: string[] = [];
  for (let at = path; !isDirectory(at); at = dirname(at)) {
    missing.push(at);
    if (at === dirname(at)) throw systemError("ENOENT", path);
  }
  for (const directory of missing.reverse()) makeOne(directory, mode);
  return missing.length > 0;
}

function isDirectory(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isDirectory()) throw systemError("ENOTDIR", path);
  return stat !== undefined;
}

/** Creates one directory, which another process may have created in the meantime. */
function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (systemCode(error) !== "EEXIST" || !isDirectory(path)) throw error;
  }
}
