/**
 * Resolves the keys of a lock to directories, or returns why a key is rejected. A project's lock is untrusted. It may
 * only name directories that are directly in a skill root of the same project.
 */

import { posix } from "node:path";
import { PROJECT_SKILL_ROOTS } from "../../hosts/roots/project-skill-roots.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { type Span, spanAt } from "../../model/diagnostics/span.ts";
import { systemCode } from "../../model/errors.ts";
import { INSTALL_LIMITS } from "../../model/skills/bundle.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { parentPath } from "../../model/text/text.ts";
import { type Files, realPathIfAny } from "../../platform/files/files.ts";
import { resolveExisting } from "../../platform/files/real-target.ts";
import { checkPath, foldPath } from "../bundle/check-path.ts";
import { showPath } from "../bundle/refusal.ts";
import type { StatePaths } from "./state-paths.ts";

/** A lock, and the directory that its keys are relative to. */
export interface LocatedLock {
  readonly path: string;
  readonly base: string;
  readonly of: "project" | "user";
  /** The user's home. Directories in the home belong to the user, not to a project. */
  readonly home?: string;
  readonly projectRoot: string;
}

export interface LockedDirectory<T> {
  readonly key: string;
  readonly directory: string;
  readonly value: T;
}

export interface RefusedKey<T> extends KeyProblem {
  readonly key: string;
  readonly value: T;
}

interface KeyProblem {
  /** The reason why the key is rejected: a clause that follows the key in the message. */
  readonly why: string;
  /**
   * Set if the key is valid, but a symlink leads its path elsewhere. The lock still reserves the name and the directory
   * of the skill.
   */
  readonly isHeld?: true;
}

export interface ResolvedKeys<T> {
  readonly found: readonly LockedDirectory<T>[];
  /**
   * The directories to verify: those in `found`, and directories that symlinks lead to. No command writes to a
   * directory behind a symlink.
   */
  readonly held: readonly LockedDirectory<T>[];
  readonly refused: readonly RefusedKey<T>[];
}

export function projectLockOf({ projectLock, projectRoot, home }: StatePaths): LocatedLock {
  return { path: projectLock, base: projectRoot, of: "project", home, projectRoot };
}

export function userLockOf({ userLock, projectRoot, home }: StatePaths): LocatedLock {
  return { path: userLock, base: home, of: "user", home, projectRoot };
}

/** Splits the entries of a lock into allowed directories and rejected keys. */
export function resolveKeys<T>(
  entries: Iterable<readonly [key: string, value: T]>,
  lock: LocatedLock,
  files: Files,
): ResolvedKeys<T> {
  const found: LockedDirectory<T>[] = [];
  const held: LockedDirectory<T>[] = [];
  const refused: RefusedKey<T>[] = [];
  const judge = keyCheck(lock, files);
  for (const [key, value] of entries) {
    const problem = judge(key);
    const locked = { key, directory: directoryOf(key, lock.base), value };
    if (problem === undefined) found.push(locked);
    else refused.push({ key, value, ...problem });
    if (problem === undefined || problem.isHeld) held.push(locked);
  }
  return { found, held, refused };
}

/** Returns true if a project's lock may name the directory. */
export function isProjectSkill(directory: string, statePaths: StatePaths, files: Files): boolean {
  const lock = projectLockOf(statePaths);
  return isInside(directory, lock.base) && keyCheck(lock, files)(directory.slice(lock.base.length + 1)) === undefined;
}

function directoryOf(key: string, base: string): string {
  if (key.startsWith("~/")) return base + key.slice(1);
  return key.startsWith("/") ? key : `${base}/${key}`;
}

type KeyCheck = (key: string) => KeyProblem | undefined;

function keyCheck(lock: LocatedLock, files: Files): KeyCheck {
  if (lock.of === "user")
    return isInProject(lock, files) ? () => ({ why: "is in a lock that the project could have written" }) : userProblem;
  const roots = new Map<string, KeyProblem | undefined>();
  const names = new Map<string, string>();
  return (key) => {
    const inRoot = rootIn(key);
    if (inRoot === undefined) return { why: OUTSIDE };
    const why = nameProblem(key, names);
    if (why !== undefined) return { why };
    const { root } = inRoot;
    if (!roots.has(root)) roots.set(root, rootProblem(inRoot, lock, files));
    return roots.get(root);
  };
}

/**
 * Returns true if the user's lock is in the project because a variable moved it there. A lock in the home belongs to
 * the user, even if the home is in the project.
 */
function isInProject({ path, projectRoot, home }: LocatedLock, files: Files): boolean {
  const real = realPathIfAny(path, files);
  return real !== undefined && isInside(real, projectRoot) && !isInside(home ?? "", projectRoot);
}

/**
 * Returns why a key in the user's own lock is not valid. It may name any directory, but only in the form that
 * Skillwright writes.
 */
function userProblem(key: string): KeyProblem | undefined {
  const absolute = key.startsWith("~/") ? key.slice(1) : key;
  const plain = absolute.startsWith("/") && absolute.length > 1 && posix.normalize(absolute) === absolute;
  return plain && !absolute.endsWith("/") && !key.includes("\0") ? undefined : { why: "is not an absolute path" };
}

function nameProblem(key: string, names: Map<string, string>): string | undefined {
  if (checkPath(key, INSTALL_LIMITS) !== undefined) return "is not a plain relative path";
  if (posix.basename(key).startsWith(".")) return "is a hidden directory";
  const folded = foldPath(key);
  const twin = names.get(folded);
  if (twin !== undefined) return `differs from \`${showPath(twin)}\` only in case or Unicode form`;
  names.set(folded, key);
  return undefined;
}

const OUTSIDE = "is not directly in a skill root of this project";

/** The skill root that directly contains a key, and the root's parent directories in the project. */
interface InRoot {
  readonly root: string;
  readonly above: readonly string[];
}

function rootIn(key: string): InRoot | undefined {
  const root = parentPath(key);
  const known = PROJECT_SKILL_ROOTS.find((each) => root === each || root.endsWith(`/${each}`));
  if (known === undefined) return undefined;
  const above = root.slice(0, -known.length).split("/").slice(0, -1);
  return above.some((part) => /^[.~]|^node_modules$/.test(part)) ? undefined : { root, above };
}

function rootProblem({ root, above }: InRoot, { base, home }: LocatedLock, files: Files): KeyProblem | undefined {
  // Rejects skill roots that belong to the user. A project in a subdirectory of the home is an ordinary project.
  if (home !== undefined && isInside(home, base) && isInside([base, ...above].join("/"), home))
    return { why: "is in a skill root of your own" };
  try {
    if (resolveExisting(`${base}/${root}`, files) !== `${base}/${root}`)
      return { why: "leads through a symlink", isHeld: true };
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return { why: `cannot be reached (${code})`, isHeld: true };
  }
  const nested = above.some((_, at) => files.exists(`${[base, ...above.slice(0, at + 1)].join("/")}/.git`));
  return nested ? { why: "is in another repository" } : undefined;
}

// Maximum diagnostics about rejected keys. With more diagnostics, the user would not see the first ones.
const MAX_SHOWN = 20;

/**
 * Returns one diagnostic for each rejected key. If there are too many, the last diagnostic says how many were left out.
 */
export function refusedKeyFindings(
  refused: readonly RefusedKey<unknown>[],
  lock: LocatedLock,
  files: Files,
): Diagnostic[] {
  if (refused.length === 0) return [];
  const text = textOf(lock.path, files);
  const shown = refused.slice(0, MAX_SHOWN).map(({ key, why, isHeld }) =>
    diagnostic("SK506", {
      path: lock.path,
      at: spanOf(key, lock.path, text),
      message: `the entry \`${showPath(key)}\` of the lock ${isHeld ? "only withholds changed files" : "is ignored"}: it ${why}`,
      help: isHeld ? HELD_HELP : HELP[lock.of],
    }),
  );
  const left = refused.length - shown.length;
  if (left > 0)
    shown.push(
      diagnostic("SK506", {
        path: lock.path,
        message: `${left} more entries of the lock are ignored for such reasons`,
        help: HELP[lock.of],
      }),
    );
  return shown;
}

const HELP = {
  project:
    "remove the entry, and find out who wrote it; to install a skill in another directory, use `skillwright add SOURCE --to DIR`",
  user: "remove the entry, or write its directory as an absolute path or with `~/`",
} as const;

const HELD_HELP = "replace the symlink by a real directory; or remove the entry, and find out who wrote it";

function spanOf(key: string, path: string, text: string): Span | undefined {
  const quoted = JSON.stringify(key);
  // Searches for the key as plain text, because a key can be too long for a regular expression.
  let at = text.indexOf(quoted);
  while (at !== -1 && !AFTER_KEY.test(text.slice(at + quoted.length, at + quoted.length + MAX_LINE)))
    at = text.indexOf(quoted, at + quoted.length);
  if (at === -1) return undefined;
  const span = spanAt(path, text, at, quoted.length);
  return span.text.length > MAX_LINE ? { ...span, text: "" } : span;
}

const AFTER_KEY = /^\s*:/;
// Maximum characters of a line to search. A lock may be a single line of many megabytes.
const MAX_LINE = 500;
const MAX_BYTES = 64 * 1024 * 1024;

function textOf(path: string, files: Files): string {
  try {
    return Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return "";
  }
}
