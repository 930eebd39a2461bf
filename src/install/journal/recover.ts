/** What is done about an interrupted installation, by whoever comes next. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { removeLeftovers } from "../../platform/writing/write-file.ts";
import { removeTree } from "../../platform/writing/write-tree.ts";
import type { Places } from "../../trust/approvals/places.ts";
import { isAlive, tryAcquire } from "./guard.ts";
import { carryOut, readJournal, undo } from "./journal.ts";

/** [Y11] Undoes or completes it, unless somebody is at work. What was only fetched goes in any case. */
export function recover(places: Places): void {
  sweep(places.temporary);
  if (!existsSync(places.guard) && !existsSync(places.journal)) return;
  if (!tryAcquire(places.guard)) return;
  try {
    recoverGuarded(places);
  } finally {
    rmSync(places.guard, { force: true });
  }
}

/** The same for who only wants to look: what cannot be settled is said, and no reason not to look. */
export function recoverOrSay(places: Places): readonly Diagnostic[] {
  try {
    recover(places);
    return [];
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return [diagnostic("SK663", { path: places.journal, message: error.message, help: error.hint })];
  }
}

/** The same for who holds the guard already. */
export function recoverGuarded(places: Places): void {
  const journal = readJournal(places.journal);
  if (journal?.change !== undefined) carryOut(places.journal, journal, places);
  else if (journal !== undefined) undo(places.journal, journal);
  const { projectLock, userLock, approvals, history, made, stamps } = places;
  for (const path of [projectLock, userLock, approvals, history, made, stamps, places.journal]) removeLeftovers(path);
  sweep(places.temporary);
}

/** A directory for what is only needed while fetching, named after its process so that others know whose it is. */
export function temporaryName({ pid, started }: { pid: number; started: string }, count: number): string {
  return `${pid}.${started}.${count}`;
}

/** Removes the temporary directories of processes that are gone. */
function sweep(temporary: string): void {
  for (const name of namesIn(temporary)) {
    const [pid = "", started = ""] = name.split(".");
    if (!/^\d+$/.test(pid) || !isAlive({ pid: Number(pid), started })) removeTree(`${temporary}/${name}`);
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}
