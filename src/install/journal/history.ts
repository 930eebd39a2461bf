/** What stood in a directory before: newest first, for going back. Of this machine alone, like the store that has the bytes. */
import { isMap } from "../../model/values/is-map.ts";
import { readTextIfAny } from "../../platform/files/read-text.ts";
import type { LockedFiles } from "../../platform/writing/change-files.ts";
import type { Places } from "../../trust/approvals/places.ts";
import type { LockEntry } from "../../trust/approvals/skills-lock.ts";
import { formatFile } from "../../trust/approvals/skills-lock.ts";

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
export function isInHistory(directory: string, digest: string, { places }: { readonly places: Places }): boolean {
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
