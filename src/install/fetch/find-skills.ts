/** Finds the skill directories of a source tree by their location, and by what the tree's manifests declare. */
import { skillwright } from "../../hosts/profiles/skillwright.ts";
import { isSkillFile } from "../../model/skills/skill.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { baseName, compareText, parentPath } from "../../model/text/text.ts";
import type { TreeEntry } from "./tree.ts";

/** The directory of installed packages. A project does not offer the skills in its packages. */
export const FOREIGN_PACKAGES = "node_modules";

/** A skill file of a source tree, or another kind of entry with that name. */
export interface TreeSkill {
  /** Relative to the tree's root. */
  readonly path: string;
  /** The directory of the file; "" is the root. */
  readonly directory: string;
  /** Kind of the entry. A `link` is not followed, and a `special` file cannot be read. */
  readonly kind: "file" | "link" | "special";
  /** The directory of the nearest skill that contains this file. If it is set, the file is part of that skill. */
  readonly inside?: string;
}

/**
 * Returns one entry for each directory with a SKILL.md in any spelling, sorted by path. No other code decides where a
 * tree has skills.
 */
export function skillsIn(entries: readonly Pick<TreeEntry, "path" | "kind">[]): TreeSkill[] {
  const files = new Map<string, TreeSkill>();
  for (const { path, kind } of entries) {
    if (kind === "repository" || !isSkillFile(path) || isForeign(path)) continue;
    const found = { path, directory: parentPath(path), kind };
    const other = files.get(found.directory);
    if (other === undefined || comparePrecedence(found, other) < 0) files.set(found.directory, found);
  }
  const heads = new Set([...files.values()].filter(({ kind }) => kind === "file").map(({ directory }) => directory));
  return [...files.values()]
    .flatMap((each): TreeSkill[] => {
      const inside = each.directory === "" ? undefined : nearestListedDirectory(each.directory, heads);
      if (inside === undefined) return [each];
      return isResource(each.directory, heads) ? [] : [{ ...each, inside }];
    })
    .sort((a, b) => compareText(a.path, b.path));
}

const KINDS: readonly TreeSkill["kind"][] = ["file", "link", "special"];

/**
 * Compares two entries of one directory. `SKILL.md` takes precedence over other spellings, and a file takes precedence
 * over other kinds of entries.
 */
export function comparePrecedence(a: Pick<TreeSkill, "path" | "kind">, b: Pick<TreeSkill, "path" | "kind">): number {
  const isOther = ({ path }: Pick<TreeSkill, "path">): number => (baseName(path) === "SKILL.md" ? 0 : 1);
  return isOther(a) - isOther(b) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compareText(a.path, b.path);
}

/** Returns true if a directory is a resource of a skill that contains it. */
function isResource(directory: string, heads: ReadonlySet<string>): boolean {
  const resources = skillwright.engine?.resourceDirectories ?? [];
  const parts = directory.split("/");
  return parts.some((part, at) => resources.includes(part) && heads.has(parts.slice(0, at).join("/")));
}

/** Returns the directories of readable skills outside of other skills, sorted. */
export function treeSkillDirectories(entries: readonly Pick<TreeEntry, "path" | "kind">[]): string[] {
  return skillsIn(entries)
    .filter(({ kind, inside }) => kind === "file" && inside === undefined)
    .map(({ directory }) => directory)
    .sort();
}

/**
 * Returns the skills that a tree offers: the skill at its top; otherwise those in the usual and declared directories;
 * otherwise all skills.
 */
export function offeredDirectories(directories: readonly string[], declared: readonly string[]): string[] {
  const placed = listUsualDirectories(directories, declared);
  return placed.length > 0 ? placed : [...directories];
}

/** Returns the skills at the top, in the usual directories and in the declared directories, in order of precedence. */
export function listUsualDirectories(directories: readonly string[], declared: readonly string[]): string[] {
  return directories
    .map((path) => ({ path, rank: rankOf(path, declared) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** The skill directories of hosts. */
const HOSTS: readonly RegExp[] = [/^\.agents\/skills$/, /^\.claude\/skills$/, /^\.[^/]+\/skills$/];

/** Ranks a path: `skills` first, then declared directories, then directories of hosts. */
function rankOf(path: string, declared: readonly string[]): number {
  if (path === "") return 0;
  if (isInside(path, "skills")) return 1;
  if (declared.some((place) => isInside(path, place))) return 2;
  const place = path.split("/", 2).join("/");
  const rank = HOSTS.findIndex((host) => host.test(place));
  return rank === -1 ? Number.POSITIVE_INFINITY : rank + 3;
}

/** Returns true if a skill could be at this path. A missing skill is then reported. */
export function couldBeSkill(path: string, declared: readonly string[]): boolean {
  return rankOf(path, declared) < Number.POSITIVE_INFINITY && path.split("/").length <= 3;
}

/** Returns the nearest of the directories `heads` that contains a path. */
export function nearestListedDirectory(path: string, heads: ReadonlySet<string>): string | undefined {
  for (let slash = path.lastIndexOf("/"); slash !== -1; slash = path.lastIndexOf("/", slash - 1)) {
    if (heads.has(path.slice(0, slash))) return path.slice(0, slash);
    if (slash === 0) break;
  }
  return heads.has("") ? "" : undefined;
}

function isForeign(path: string): boolean {
  return path.startsWith(`${FOREIGN_PACKAGES}/`) || path.includes(`/${FOREIGN_PACKAGES}/`);
}
