/**
 * Reads a directory that the user names as a source tree: its skills, its locks, and everything that made the search
 * incomplete. It reads no skill file.
 */
import { systemCode } from "../../../model/errors.ts";
import { hasProtectedName } from "../../../model/rules/protected-names.ts";
import { isSkillFile } from "../../../model/skills/skill.ts";
import { baseName, compareText } from "../../../model/text/text.ts";
import type { Files } from "../../../platform/files/files.ts";
import { skillsIn, type TreeSkill } from "../find-skills.ts";
import {
  entryPath,
  isGitDirectoryName,
  isSearched,
  type TreeWalk,
  unsearchedDirectories,
  type WalkOptions,
  walkTree,
} from "./walk-tree.ts";

export interface SourceTree {
  /** A real, absolute path. */
  readonly root: string;
  /** The skills, sorted by path. */
  readonly skills: readonly TreeSkill[];
  /** Absolute paths of `skills.lock` files. */
  readonly locks: readonly string[];
  readonly links: readonly OutwardLink[];
  /** Nested repositories, relative to the root. */
  readonly repositories: readonly string[];
  /**
   * Directories below the root that contain settings of agents, as relative paths. A directory contains such settings
   * if it has a repository, `.claude`, `opencode.json` or `.npmrc`.
   */
  readonly configured: readonly string[];
  /**
   * JSON files in directories named `hooks`, as relative paths. Plugins have such files. Hooks inside skills are left
   * out.
   */
  readonly hooks: readonly string[];
  readonly walked: TreeWalk;
}

/** A symlink that leads to a directory with skills outside of the search. The search does not follow it. */
export interface OutwardLink {
  /** Absolute path of the symlink. */
  readonly path: string;
  readonly target: string;
  readonly skills: number;
  /** False if a limit or an unreadable directory ended the count. */
  readonly isCounted: boolean;
}

/** Reads a source tree. `others` are the real root paths of the other trees in the same search. */
export function readSourceTree(root: string, options: WalkOptions, others: readonly string[] = []): SourceTree {
  const entries: { path: string; kind: TreeSkill["kind"] }[] = [];
  const locks: string[] = [];
  const links: string[] = [];
  const repositories: string[] = [];
  const configured: string[] = [];
  const hooks: string[] = [];
  const walked = walkTree(root, options, ({ path, listing, inSkill }) => {
    const at = (name: string): string => (path === "" ? name : `${path}/${name}`);
    const note = (names: readonly string[], kind: TreeSkill["kind"]): void => {
      for (const name of names) if (isSkillFile(name)) entries.push({ path: at(name), kind });
    };
    note(listing.files, "file");
    note(listing.links, "link");
    note(listing.others, "special");
    if (!inSkill) note(listing.directories, "special");
    if (listing.files.includes(LOCK)) locks.push(entryPath(root, at(LOCK)));
    const names = [...listing.directories, ...listing.files, ...listing.links];
    if (path !== "" && names.some(isGitDirectoryName)) repositories.push(path);
    if (path !== "" && names.some(isSetting)) configured.push(path);
    if (!inSkill && baseName(path) === "hooks")
      hooks.push(...listing.files.filter((name) => name.endsWith(".json")).map(at));
    if (!inSkill) links.push(...listing.links.filter((name) => !isSkillFile(name)).map(at));
  });
  const outward = outwardLinks({ root, others, links }, walked, options);
  return { root, skills: skillsIn(entries), locks, links: outward, repositories, configured, hooks, walked };
}

const LOCK = "skills.lock";

/** Returns true for the name of an agent's settings. Instructions such as `AGENTS.md` are not settings. */
function isSetting(name: string): boolean {
  return hasProtectedName(name, "") && !name.endsWith(".md") && name !== LOCK;
}

interface Linking {
  readonly root: string;
  readonly others: readonly string[];
  /** Symlinks, relative to the root. */
  readonly links: readonly string[];
}

/** Counts the skills behind each symlink, within the remaining limits of the walk. */
function outwardLinks({ root, others, links }: Linking, walked: TreeWalk, options: WalkOptions): OutwardLink[] {
  const closed = unsearchedDirectories(options);
  const found = new Map<string, OutwardLink>();
  let { directories, entries } = walked;
  for (const link of links) {
    const path = entryPath(root, link);
    const target = directoryBehind(path, options.files);
    const isReached = (directory: string): boolean =>
      [root, ...others].some((each) => isSearched(directory, each, closed));
    if (target === undefined || found.has(target) || isReached(target)) continue;
    const { maxDirectories, maxEntries } = options.limits;
    const limits = { maxDirectories: maxDirectories - directories, maxEntries: maxEntries - entries };
    const files: { path: string; kind: TreeSkill["kind"] }[] = [];
    const behind = walkTree(target, { ...options, starts: [""], limits }, ({ path: at, listing }) => {
      for (const name of [...listing.files, ...listing.links])
        if (isSkillFile(name)) files.push({ path: at === "" ? name : `${at}/${name}`, kind: "file" });
    });
    directories += behind.directories;
    entries += behind.entries;
    const skills = skillsIn(files).filter(({ directory }) => !isReached(entryPath(target, directory))).length;
    const isCounted = behind.limit === undefined && behind.unreadable.length === 0;
    found.set(target, { path, target, skills, isCounted });
  }
  return [...found.values()]
    .filter(({ skills, isCounted }) => skills > 0 || !isCounted)
    .sort((a, b) => compareText(a.path, b.path));
}

function directoryBehind(path: string, files: Files): string | undefined {
  try {
    const target = files.realPath(path);
    return files.stat(target).kind === "directory" ? target : undefined;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}
