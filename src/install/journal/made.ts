/**
 * Directories that were made on the way to installed skills. They go again with the last skill in them, if nothing else is
 * there; those that somebody else made stay. Of this machine alone, and no loss: without it, empty ones stay.
 */
import { parseJson } from "../../model/values/parse-json.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { readBytesIfAny } from "../../platform/files/read-text.ts";
import type { LockedFiles } from "../../platform/writing/change-files.ts";

const MAX_BYTES = 16 * 1024 * 1024;

export function readMade(path: string): readonly string[] {
  const value = parseJson(readBytesIfAny(path, MAX_BYTES) ?? new Uint8Array());
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Adds these, and drops what is gone. */
export function noteMade(path: string, made: readonly string[], files: LockedFiles): void {
  if (made.length === 0) return;
  const all = [...new Set([...readMade(path), ...made])].filter((directory) => nodeFiles.exists(directory)).sort();
  if (all.length === 0) files.remove(path);
  else files.write(path, `${JSON.stringify(all)}\n`, { waits: false });
}
