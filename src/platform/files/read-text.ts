/**
 * Reads files that a stranger may have placed. The path can be a FIFO, a device, a directory or a file of any size.
 * `Files.readFile` opens without waiting, accepts only regular files and never reads more than `maxBytes`. This module
 * converts its failures into clear messages and errors.
 */

import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError, systemCode, undefinedIfRefused } from "../../model/errors.ts";
import { messageLine } from "../../model/text/text.ts";
import { entryExists, type Files } from "./files.ts";
import { nodeFiles } from "./node-files.ts";

type Reader = Pick<Files, "readFile">;

/** Returns the content of a file; undefined if it does not exist. Throws SK004, SK005 or SK006 with the path. */
export function readBytesIfAny(path: string, maxBytes: number, files: Reader = nodeFiles): Uint8Array | undefined {
  try {
    return files.readFile(path, maxBytes);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadableFile(path, error);
  }
}

/** Returns the content as UTF-8 text. */
export function readTextIfAny(path: string, maxBytes: number, files: Reader = nodeFiles): string | undefined {
  const bytes = readBytesIfAny(path, maxBytes, files);
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** Returns the text; undefined if the file is missing or cannot be read. */
export function readTextIfReadable(path: string, maxBytes: number, files: Reader = nodeFiles): string | undefined {
  return undefinedIfRefused(() => Buffer.from(files.readFile(path, maxBytes)).toString("utf8"));
}

/**
 * Returns the text; undefined if the file is missing or cannot be read. If it cannot be read, reports that with the
 * given consequence.
 */
export function readTextOrReport(
  path: string,
  maxBytes: number,
  consequence: string,
  files: Reader = nodeFiles,
): string | undefined {
  try {
    return Buffer.from(files.readFile(path, maxBytes)).toString("utf8");
  } catch (error) {
    if (!isMissing(error)) {
      const { code, hint = "" } = unreadableFile(path, error);
      const message = `${consequence}: ${readProblem(error)}: \`${path}\``;
      addNotice({ code: code as Code, severity: "warning", message: messageLine(message), path, help: hint });
    }
    return undefined;
  }
}

// Maximum attempts to read a file. Another process can replace the file between two reads, but hardly five times in a
// row.
const MAX_READS = 5;

/**
 * Returns the content of a file that another process may create or remove at this moment. Returns undefined if the
 * path does not exist. Throws the error of the file system if the path exists but cannot be read, such as a symlink
 * to a missing target.
 */
export function readExisting(
  path: string,
  maxBytes: number,
  files: Reader & Pick<Files, "stamp">,
): Uint8Array | undefined {
  for (let reads = 1; ; reads++) {
    try {
      return files.readFile(path, maxBytes);
    } catch (error) {
      if (systemCode(error) !== "" && !entryExists(path, files)) return undefined;
      if (!isMissing(error) || reads === MAX_READS) throw error;
    }
  }
}

/** Returns true if the error means that the path does not exist. */
export function isMissing(error: unknown): boolean {
  return systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR";
}

/** Returns a short reason why a file was not read. Rethrows errors that are not from the file system. */
export function readProblem(error: unknown): string {
  const code = systemCode(error);
  if (code === "") throw error;
  if (NOT_REGULAR.has(code)) return "it is not a regular file";
  return PROBLEMS.get(code) ?? code;
}

/**
 * Returns why the files of a directory cannot be read: the path is not a directory, or permission is missing. Returns
 * undefined if the directory is missing or readable.
 */
export function directoryProblem(directory: string, files: Pick<Files, "stamp" | "stat">): string | undefined {
  try {
    if (files.stamp(directory) === undefined) return undefined;
    if (files.stat(directory).kind !== "directory") return "it is not a directory";
    // Without permission to search the directory, the system refuses every name in it.
    files.stamp(`${directory}/.`);
    return undefined;
  } catch (error) {
    return isNoPath(error) ? undefined : readProblem(error);
  }
}

/** Returns true if a parent is not a directory, so that the path cannot exist. */
function isNoPath(error: unknown): boolean {
  return systemCode(error) === "ENOTDIR";
}

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "you may not read it"],
  ["EFBIG", "it is too large"],
  ["ELOOP", "it is a link that leads to itself"],
  // ENOENT means a broken symlink here, because callers only ask about names that exist.
  ["ENOENT", "it is a link that leads nowhere"],
]);

// System errors for a path that is not a regular file. Opening a socket fails with ENXIO.
const NOT_REGULAR: ReadonlySet<string> = new Set(["EINVAL", "EISDIR", "ENXIO"]);

/** Creates the error for a command that requires the file. */
export function unreadableFile(path: string, error: unknown): OperationError {
  const code = systemCode(error);
  const problem = readProblem(error);
  if (NOT_REGULAR.has(code))
    return new OperationError("SK005", `\`${path}\` is not a regular file`, {
      hint: "replace it by a regular file, or remove it",
      cause: error,
    });
  if (code === "EFBIG")
    return new OperationError("SK006", `\`${path}\` is too large to be read`, {
      hint: "make it smaller, or remove it",
      cause: error,
    });
  return new OperationError("SK004", `\`${path}\` cannot be read (${problem})`, {
    hint: "check the permissions of the file and of its directory",
    cause: error,
  });
}

// Collects diagnostics about local files for functions that cannot return them. A surface, such as the command line,
// takes the diagnostics and shows each of them once.

// The diagnostics by their text. A long-running server can find the same problem again, but it is stored only once.
const notices = new Map<string, Diagnostic>();
const MAX_NOTICES = 1000;

export function addNotice(notice: Diagnostic): void {
  if (notices.size < MAX_NOTICES) notices.set(notice.message, notice);
}

/** Returns the diagnostics that were added since the last call. */
export function takeNotices(): readonly Diagnostic[] {
  const taken = [...notices.values()];
  notices.clear();
  return taken;
}
