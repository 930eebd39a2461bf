/** What is known of a directory: where it came from, what was approved, and whether it still is that. */
import type { Origin } from "../model/skills/origin.ts";
import type { InstallContext } from "./context.ts";
import { type InstallState, readInstallState, targetAt } from "./install-target.ts";
import { type Verified, verifyOne } from "./verify.ts";

export interface OriginOf extends Pick<Verified, "state" | "by" | "changes"> {
  /** The digest that it is held to. */
  readonly approved: string;
  /** undefined for a skill that was approved without being installed. */
  readonly origin?: Origin;
}

/** By directory; only those that a lock or an approval names. */
export function originsOf(directories: readonly string[], context: InstallContext): ReadonlyMap<string, OriginOf> {
  const known = readInstallState(context);
  const origins = new Map<string, OriginOf>();
  for (const directory of directories) {
    const origin = originOf(directory, known, context);
    if (origin) origins.set(directory, origin);
  }
  return origins;
}

function originOf(directory: string, known: InstallState, context: InstallContext): OriginOf | undefined {
  const { lock } = targetAt(directory, context.places, context.files);
  const entry = known.lock(lock.path).get(lock.key);
  const approval = known.approvals.get(directory);
  const held = approval ?? entry;
  if (held === undefined) return undefined;
  const { state, changes } = verifyOne(directory, held, context);
  const by = approval ? "approval" : lock.path === context.places.projectLock ? "project" : "user";
  return { state, by, changes, approved: held.digest, ...(entry ? { origin: entry.origin } : {}) };
}
