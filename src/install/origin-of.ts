/** Reports the origin of a directory, its approval, and whether its bytes still match. */
import type { Origin } from "../model/skills/origin.ts";
import type { InstallContext } from "./context.ts";
import { type InstallState, readInstallState, targetAt } from "./install-target.ts";
import { type Verified, verifyDirectory } from "./verify.ts";

export interface InstalledOrigin extends Pick<Verified, "state" | "evidence" | "changes"> {
  /** The digest that the user approved; without an approval, the locked digest. */
  readonly approved: string;
  /** The origin; undefined for a skill that was approved but not installed. */
  readonly origin?: Origin;
}

/** Returns the state of each directory that is in a lock or an approval. Other directories are left out. */
export function originsOf(
  directories: readonly string[],
  context: InstallContext,
): ReadonlyMap<string, InstalledOrigin> {
  const known = readInstallState(context);
  const origins = new Map<string, InstalledOrigin>();
  for (const directory of directories) {
    const origin = originOf(directory, known, context);
    if (origin) origins.set(directory, origin);
  }
  return origins;
}

function originOf(directory: string, known: InstallState, context: InstallContext): InstalledOrigin | undefined {
  const { lock } = targetAt(directory, context.statePaths, context.files);
  const entry = known.lock(lock.path).get(lock.key);
  const approval = known.approvals.get(directory);
  const held = approval ?? entry;
  if (held === undefined) return undefined;
  const { state, changes } = verifyDirectory(directory, held, context);
  const evidence = approval ? "approval" : lock.path === context.statePaths.projectLock ? "project" : "user";
  return { state, evidence, changes, approved: held.digest, ...(entry ? { origin: entry.origin } : {}) };
}
