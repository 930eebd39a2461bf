/**
 * Directories that were made on the way to installed skills. They go again with the last skill in them, if nothing else is
 * there; those that somebody else made stay. Of this machine alone, and no loss: without it, empty ones stay.
 */
import { existsSync, readFileSync } from "node:fs";
import { systemCode } from "../../model/errors.ts";
import { parseJson } from "../../model/values/parse-json.ts";
import type { LockedFiles } from "../../platform/writing/change-files.ts";

export function readMade(path: string): readonly string[] {
  try {
    const value = parseJson(readFileSync(path));
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    return [];
  }
}

/** Adds these, and drops what is gone. */
export function noteMade(path: string, made: readonly string[], files: LockedFiles): void {
  if (made.length === 0) return;
  const all = [...new Set([...readMade(path), ...made])].filter((directory) => existsSync(directory)).sort();
  if (all.length === 0) files.remove(path);
  else files.write(path, `${JSON.stringify(all)}\n`, { waits: false });
}
