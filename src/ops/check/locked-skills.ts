/** Finds the skills of a tree that its `skills.lock` names. They were installed and are not the author's own. */
import { dirname } from "node:path";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";
import { refusedKeyFindings, resolveKeys } from "../../trust/locks/lock-keys.ts";
import { type LockEntry, readLock } from "../../trust/locks/skills-lock.ts";
import { skillDigestOf } from "./find-copies.ts";
import type { NamedSkill, NamedTree } from "./named-paths.ts";

/** A skill in the tree that was installed from another source. */
export interface LockedSkill {
  /** Path of the skill file. */
  readonly path: string;
  readonly source: string;
  readonly lock: string;
}

export interface SkillOwnership {
  readonly own: readonly NamedSkill[];
  readonly installed: readonly LockedSkill[];
  /** Findings about invalid locks (SK504). The skills in such a lock are treated as the author's own. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Separates installed skills from the author's own. A lock applies only to skills below its directory, and only if
 * their files are unchanged since the installation.
 */
export function splitInstalled({ skills, locks }: NamedTree, files: Files): SkillOwnership {
  const diagnostics: Diagnostic[] = [];
  const directories = new Set(skills.map(({ directory }) => directory));
  const entries = locks.flatMap((lock) => entriesOf(lock, files, diagnostics));
  const locked = new Map(entries.filter(([directory]) => directories.has(directory)));
  const own: NamedSkill[] = [];
  const installed: LockedSkill[] = [];
  for (const skill of skills) {
    const entry = lockedAbove(skill.directory, locked);
    if (entry === undefined || !isUnchanged(entry, files)) own.push(skill);
    else installed.push({ path: skill.path, source: entry.source, lock: entry.lock });
  }
  return { own, installed, diagnostics };
}

interface Locked {
  readonly directory: string;
  readonly source: string;
  readonly lock: string;
  readonly digest: string;
  isUnchanged?: boolean;
}

function entriesOf(lock: string, files: Files, diagnostics: Diagnostic[]): [string, Locked][] {
  const base = dirname(lock);
  const place = { path: lock, base, of: "project", projectRoot: base } as const;
  try {
    const { found, refused } = resolveKeys(readLock(lock, files), place, files);
    diagnostics.push(...refusedKeyFindings(refused, place, files));
    return found.map(({ directory, value: { digest, origin } }) => [
      directory,
      { directory, digest, source: sourceOf(origin), lock },
    ]);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    diagnostics.push(diagnostic("SK504", { path: lock, message: error.message, help: error.hint }));
    return [];
  }
}

function sourceOf({ source, path }: LockEntry["origin"]): string {
  return path === "" ? source : `${source} › ${path}`;
}

/** Returns the lock entry of a directory or of a parent. A nested skill was installed with its parent. */
function lockedAbove(directory: string, locked: ReadonlyMap<string, Locked>): Locked | undefined {
  for (let at = directory.length; at > 0; at = directory.lastIndexOf("/", at - 1)) {
    const entry = locked.get(directory.slice(0, at));
    if (entry !== undefined) return entry;
  }
  return undefined;
}

function isUnchanged(entry: Locked, files: Files): boolean {
  entry.isUnchanged ??= skillDigestOf(`${entry.directory}/SKILL.md`, files) === entry.digest;
  return entry.isUnchanged;
}
