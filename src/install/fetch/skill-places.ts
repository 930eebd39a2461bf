/** Which directories of a tree are its skills, by where they stand and by what the tree declares. */
import { baseName } from "../../model/text/text.ts";
import type { TreeEntry } from "./tree.ts";

// Packages that a project uses are not what it offers.
const FOREIGN = "node_modules";

/** [I21] Directories with a SKILL.md that lie in no other such directory, sorted. */
export function skillDirectories(entries: readonly TreeEntry[]): string[] {
  const heads = new Set<string>();
  for (const { path, kind } of entries) {
    if (kind === "file" && isSkillFile(path) && !isForeign(path)) heads.add(parentOf(path));
  }
  return [...heads].filter((head) => !hasHeadAbove(head, heads)).sort();
}

/** Other spellings are found by some hosts, and get their finding where the skill is read. */
export function isSkillFile(path: string): boolean {
  return baseName(path).toLowerCase() === "skill.md";
}

/** [I21] The skills that a tree offers: at its top, else in the usual and declared places, else wherever they are. */
export function offeredDirectories(directories: readonly string[], declared: readonly string[]): string[] {
  const placed = placedDirectories(directories, declared);
  return placed.length > 0 ? placed : [...directories];
}

/** Those at the top and in the usual and declared places, in the order of who keeps a name. */
export function placedDirectories(directories: readonly string[], declared: readonly string[]): string[] {
  return directories
    .map((path) => ({ path, rank: rankOf(path, declared) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** Where hosts look for their own. */
const HOSTS: readonly RegExp[] = [/^\.agents\/skills$/, /^\.claude\/skills$/, /^\.[^/]+\/skills$/];

/** Most public first: `skills`, what the place declares, then what it keeps for its own hosts. */
function rankOf(path: string, declared: readonly string[]): number {
  if (path === "") return 0;
  if (isWithin(path, "skills")) return 1;
  if (declared.some((place) => isWithin(path, place))) return 2;
  const place = path.split("/", 2).join("/");
  const rank = HOSTS.findIndex((host) => host.test(place));
  return rank === -1 ? Number.POSITIVE_INFINITY : rank + 3;
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
