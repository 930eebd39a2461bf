/** Which directories of a tree are its skills, by where they stand and by what the tree declares. */
import { baseName } from "../model/text.ts";
import type { TreeEntry } from "./tree.ts";

// Packages that a project uses are not what it offers.
const FOREIGN = "node_modules";

/** [I21] Directories with a SKILL.md that lie in no other such directory, sorted. */
export function skillDirectories(entries: readonly TreeEntry[]): string[] {
  const heads = new Set<string>();
  for (const { path, kind } of entries) {
    if (kind === "file" && baseName(path).toLowerCase() === "skill.md" && !isForeign(path)) heads.add(parentOf(path));
  }
  return [...heads].filter((head) => !hasHeadAbove(head, heads)).sort();
}

/** [I21] The skills that a tree offers: at its top, else in the usual and declared places, else wherever they are. */
export function offeredDirectories(directories: readonly string[], declared: readonly string[]): string[] {
  const inPlace = directories
    .map((path) => ({ path, rank: rankOf(path, declared) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1));
  return inPlace.length > 0 ? inPlace.map(({ path }) => path) : [...directories];
}

/** Where people put skills, most public first; `.NAME/skills` is where some host looks for its own. */
const PLACES: readonly RegExp[] = [/^skills$/, /^\.agents\/skills$/, /^\.claude\/skills$/, /^\.[^/]+\/skills$/];

function rankOf(path: string, declared: readonly string[]): number {
  if (path === "") return -1;
  if (declared.some((place) => isWithin(path, place))) return 0;
  const parts = path.split("/");
  const rank = PLACES.findIndex((place) => place.test(parts[0] as string) || place.test(parts.slice(0, 2).join("/")));
  return rank === -1 ? Number.POSITIVE_INFINITY : rank + 1;
}

/** Whether a skill could have stood at this path, so that somebody should know why none does. */
export function couldBeSkill(path: string, declared: readonly string[]): boolean {
  return rankOf(path, declared) < Number.POSITIVE_INFINITY && path.split("/").length <= 3;
}

export function isWithin(path: string, place: string): boolean {
  return place === "" || path === place || path.startsWith(`${place}/`);
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The nearest of `heads` that a path lies in. */
export function headOf(path: string, heads: ReadonlySet<string>): string | undefined {
  for (let slash = path.lastIndexOf("/"); slash !== -1; slash = path.lastIndexOf("/", slash - 1)) {
    if (heads.has(path.slice(0, slash))) return path.slice(0, slash);
    if (slash === 0) break;
  }
  return heads.has("") ? "" : undefined;
}

function hasHeadAbove(head: string, heads: ReadonlySet<string>): boolean {
  return head !== "" && headOf(head, heads) !== undefined;
}

function isForeign(path: string): boolean {
  return path.startsWith(`${FOREIGN}/`) || path.includes(`/${FOREIGN}/`);
}
