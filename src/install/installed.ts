/** Lists the skills of the locks, and finds the skills that a name refers to. */
import { posix } from "node:path";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import { OperationError } from "../model/errors.ts";
import { fullName } from "../model/skills/skill.ts";
import { findNearest } from "../model/text/matching/nearest.ts";
import { compareText } from "../model/text/text.ts";
import {
  type LocatedLock,
  projectLockOf,
  type RefusedKey,
  refusedKeyFindings,
  resolveKeys,
  userLockOf,
} from "../trust/locks/lock-keys.ts";
import { type LockEntry, readLock } from "../trust/locks/skills-lock.ts";
import type { InstallContext } from "./context.ts";
import type { InstallTarget } from "./install-target.ts";
import { showSource } from "./source.ts";

export interface Installed {
  readonly name: string;
  readonly target: InstallTarget;
  readonly entry: LockEntry;
}

/** The skills of one lock, and the lock's invalid entries. */
interface ReadInstalled {
  readonly lock: LocatedLock;
  readonly installed: readonly Installed[];
  readonly refused: readonly RefusedKey<LockEntry>[];
}

/** Returns the project's skills, then the user's, each sorted by directory. */
export function listInstalled(context: InstallContext): readonly Installed[] {
  return readAll(context).flatMap(({ installed }) => installed);
}

/** Reports the invalid entries of both locks, or of the lock at a path. */
export function lockFindings(context: InstallContext, path?: string): readonly Diagnostic[] {
  return readAll(context)
    .filter(({ lock }) => path === undefined || lock.path === path)
    .flatMap(({ lock, refused }) => refusedKeyFindings(refused, lock, context.files));
}

function readAll({ statePaths, files }: InstallContext): readonly ReadInstalled[] {
  return [projectLockOf(statePaths), userLockOf(statePaths)].map((lock) => {
    const { path, base } = lock;
    const entries = [...readLock(path, files)].sort(([a], [b]) => compareText(a, b));
    const { found, refused } = resolveKeys(entries, lock, files);
    const installed = found.map(({ key, directory, value: entry }) => ({
      name: entry.name,
      target: { directory, lock: { path, key }, base },
      entry,
    }));
    return { lock, installed, refused };
  });
}

/**
 * Returns the named skills; all skills if no name is given. If a name is in both locks, the project's skill is
 * returned. Throws SK666 for an unknown name.
 */
export function findInstalled(asked: readonly string[], context: InstallContext): readonly Installed[] {
  const all = listInstalled(context);
  if (asked.length === 0) return all;
  return asked.map((name) => {
    const path = posix.resolve(context.environment.cwd, name.replace(/^~(?=\/)/, context.environment.home));
    const found = all.find(
      (each) => isCalled(each, name) || each.target.lock.key === name || each.target.directory === path,
    );
    if (found) return found;
    refuseKey(name, context);
    throw new OperationError("SK666", `\`${showSource(name)}\` is not installed by skillwright`, {
      hint: hintFor(name, all),
    });
  });
}

/** Throws SK506 for a skill that only an invalid lock entry names. */
function refuseKey(name: string, context: InstallContext): void {
  for (const { lock, refused } of readAll(context)) {
    const named = refused.find(({ key, value }) => key === name || isCalled({ name: value.name, entry: value }, name));
    const [finding] = refusedKeyFindings(named ? [named] : [], lock, context.files);
    if (finding) throw new OperationError("SK506", finding.message, { hint: finding.help ?? "" });
  }
}

/** Returns true if this is the name of the skill. A plugin's skill is named `plugin:skill`. */
function isCalled({ name, entry }: Pick<Installed, "name" | "entry">, asked: string): boolean {
  return name === asked || fullName(name, entry.origin) === asked;
}

function hintFor(name: string, all: readonly Installed[]): string {
  const near = findNearest(
    name,
    all.map(({ name: own, entry }) => fullName(own, entry.origin)),
  );
  if (near.length > 0) return `did you mean ${near.map((each) => `\`${each}\``).join(", ")}?`;
  return all.length === 0
    ? "no skill is installed; see `skillwright add --help`"
    : "`skillwright verify` lists the installed skills";
}
