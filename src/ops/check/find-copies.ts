/**
 * Finds skills whose whole directories are identical, including their names. One skill of such a group is checked, and
 * the other skills are its copies.
 */
import { dirname } from "node:path";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import { compareText } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { digestDirectory } from "../../trust/bundle/digest.ts";

/** A skill file, and the skill files of its copies. */
export interface SkillCopies {
  readonly path: string;
  /** Paths of the copies, sorted. There is at least one. */
  readonly copies: readonly string[];
}

export function findCopies(paths: readonly string[], files: Files): SkillCopies[] {
  const alike = groupBy(paths, (path) => `${sizeOf(path, files)} ${path.split("/").slice(-2).join("/")}`);
  const equal = alike.flatMap((group) =>
    group.length > 1 ? groupBy(group, (path) => skillDigestOf(path, files)) : [],
  );
  return equal
    .filter((group) => group.length > 1)
    .map((group) => {
      const [path = "", ...copies] = group.sort(compareByHiddenDirectories);
      return { path, copies: copies.sort(compareText) };
    })
    .sort((a, b) => compareText(a.path, b.path));
}

/** Groups paths by a key. Leaves out paths without a key. */
function groupBy(paths: readonly string[], keyOf: (path: string) => string | undefined): string[][] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(path);
    const group = key === undefined ? undefined : groups.get(key);
    if (group) group.push(path);
    else if (key !== undefined) groups.set(key, [path]);
  }
  return [...groups.values()];
}

/**
 * Compares paths for sorting. A path without hidden directories comes first, because it is more likely the author's
 * own.
 */
export function compareByHiddenDirectories(a: string, b: string): number {
  return Number(a.includes("/.")) - Number(b.includes("/.")) || compareText(a, b);
}

function sizeOf(path: string, files: Files): number {
  try {
    return files.lstat(path).size;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return -1;
  }
}

/**
 * Returns the digest of a skill's directory. Returns undefined if there is no digest, for example because of a symlink.
 * Such a skill has no copies.
 */
export function skillDigestOf(path: string, files: Files): string | undefined {
  try {
    return digestDirectory(dirname(path), files);
  } catch (error) {
    if (error instanceof OperationError || systemCode(error) !== "") return undefined;
    throw error;
  }
}

/**
 * Reports a finding only once if copies share it, and names the paths of all copies. Drops findings that compare a
 * skill with its own copy.
 */
export function mergeCopies(diagnostics: readonly Diagnostic[], all: readonly SkillCopies[]): Diagnostic[] {
  if (all.length === 0) return [...diagnostics];
  const originals = new Map(all.flatMap(({ path, copies }) => copies.map((copy) => [dirname(copy), dirname(path)])));
  const merged = new Map<string, [Diagnostic, ...Diagnostic[]]>();
  for (const each of diagnostics) {
    const path = each.path === undefined ? undefined : originalOf(each.path, originals);
    const related = each.related?.map((one) => ({ ...one, path: originalOf(one.path, originals) }));
    if (related?.some((one, at) => one.path === path && each.related?.[at]?.path !== each.path)) continue;
    const key = JSON.stringify([each.code, each.host, each.message, path, each.at?.line, each.at?.column, related]);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, [each]);
    else if (each.path === path) known.unshift(each);
    else known.push(each);
  }
  return [...merged.values()].map(([finding, ...others]) => {
    const paths = new Set(others.flatMap(({ path = "" }) => (path === finding.path ? [] : [path])));
    return paths.size === 0 ? finding : { ...finding, copies: [...paths].sort(compareText) };
  });
}

/** Maps a path in a copy to the same path in its original. Returns any other path unchanged. */
function originalOf(path: string, originals: ReadonlyMap<string, string>): string {
  for (let at = path.length; at > 0; at = path.lastIndexOf("/", at - 1)) {
    const original = originals.get(path.slice(0, at));
    if (original !== undefined) return original + path.slice(at);
  }
  return path;
}
