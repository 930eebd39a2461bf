/** The history of this machine: earlier versions of a skill, newest first, and the directories that installing made. */
import { isMap, parseJson } from "../../model/schema.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { readBytesIfAny, readTextIfAny } from "../../platform/files/read-text.ts";
import type { LockedFiles } from "../../platform/writing/change-files.ts";
import { formatFile, type LockEntry } from "../../trust/locks/skills-lock.ts";
import type { StatePaths } from "../../trust/locks/state-paths.ts";

export interface HistoryChange {
  readonly directory: string;
  /** Put on top, unless it is there. */
  readonly push?: LockEntry;
  /** Taken from the top, where it is there. */
  readonly pop?: string;
}

const KEPT = 10;
const MAX_BYTES = 64 * 1024 * 1024;

export function readHistory(path: string): ReadonlyMap<string, readonly LockEntry[]> {
  const history = new Map<string, readonly LockEntry[]>();
  try {
    const value: unknown = JSON.parse(readTextIfAny(path, MAX_BYTES) ?? "{}");
    const list = isMap(value) && isMap(value["directories"]) ? value["directories"] : {};
    for (const [directory, entries] of Object.entries(list))
      if (Array.isArray(entries)) history.set(directory, entries as LockEntry[]);
  } catch (error) {
    // Without a readable history only `rollback` is impossible, so other commands go on.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return history;
}

/** Returns true for a version that was in a directory before. */
export function isInHistory(directory: string, digest: string, { places }: { readonly places: StatePaths }): boolean {
  return (
    readHistory(places.history)
      .get(directory)
      ?.some((each) => each.digest === digest) ?? false
  );
}

export function changeHistory(path: string, changes: readonly HistoryChange[], files: LockedFiles): void {
  if (changes.length === 0) return;
  const history = new Map(readHistory(path));
  for (const { directory, push, pop } of changes) {
    const before = history.get(directory) ?? [];
    const rest = pop !== undefined && before[0]?.digest === pop ? before.slice(1) : before;
    const after = push !== undefined && rest[0]?.digest !== push.digest ? [push, ...rest] : rest;
    if (after.length > 0) history.set(directory, after.slice(0, KEPT));
    else history.delete(directory);
  }
  const sorted = [...history].sort(([a], [b]) => (a < b ? -1 : 1));
  files.write(path, formatFile({ directories: Object.fromEntries(sorted) }));
}

const MAX_MADE_BYTES = 16 * 1024 * 1024;

/** Returns the directories that installing made. They go with the last skill in them; without the list, empty ones stay. */
export function readMadeDirectories(path: string): readonly string[] {
  const value = parseJson(readBytesIfAny(path, MAX_MADE_BYTES) ?? new Uint8Array());
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Adds these, and drops what is gone. */
export function noteMadeDirectories(path: string, made: readonly string[], files: LockedFiles): void {
  if (made.length === 0) return;
  const all = [...new Set([...readMadeDirectories(path), ...made])]
    .filter((directory) => nodeFiles.exists(directory))
    .sort();
  if (all.length === 0) files.remove(path);
  else files.write(path, `${JSON.stringify(all)}\n`, { waits: false });
}
