/** A directory with all that is missing above it. Node's own `recursive` never ends where a system refuses names, as `/proc` does. */
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "../../model/errors.ts";
import { systemError } from "../files/files.ts";

/** Whether anything had to be made. Throws system errors. */
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

/** Somebody else may have made it in the meantime. */
function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (systemCode(error) !== "EEXIST" || !isDirectory(path)) throw error;
  }
}
