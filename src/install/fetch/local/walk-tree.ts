/**
 * Walks through a local source tree: breadth first, at any depth, including hidden directories. It never follows
 * symlinks, and never enters `.git`, `node_modules`, or our own store and caches. It stops at named limits and reports
 * everything that it could not see.
 */
import { systemCode } from "../../../model/errors.ts";
import type { Limits } from "../../../model/limits.ts";
import { isSkillFile } from "../../../model/skills/skill.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { cacheDirectory, type Environment } from "../../../platform/environment.ts";
import { type Files, type Listing, realPathIfAny } from "../../../platform/files/files.ts";
import { statePathsOf } from "../../../trust/locks/state-paths.ts";
import { comparePrecedence, FOREIGN_PACKAGES, type TreeSkill } from "../find-skills.ts";

export type TreeLimits = Pick<Limits, "maxDirectories" | "maxEntries">;

export interface WalkOptions {
  readonly files: Files;
  readonly environment: Environment;
  readonly limits: TreeLimits;
  /** Directories with which the walk starts, relative to the root (default: the root itself). */
  readonly starts?: readonly string[];
  /** True if the caller needs all files of skills. Packages inside a skill's directory are then included. */
  readonly wholeSkills?: boolean;
  /** Called before each directory. It can throw to stop the walk. */
  readonly onStep?: () => void;
}

export interface VisitedDirectory {
  /** Path of the directory relative to the root, with `/`; "" is the root. */
  readonly path: string;
  readonly listing: Listing;
  /** True if the directory is a skill or inside a skill. */
  readonly inSkill: boolean;
}

/** The extent of a walk, and why it was incomplete. */
export interface TreeWalk {
  /** Number of directories and entries that were read. */
  readonly directories: number;
  readonly entries: number;
  /** Unreadable directories, as relative paths with the system's error code. */
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
  readonly limit?: {
    readonly name: "max_directories" | "max_entries";
    readonly value: number;
    /**
     * Number of known directories that were not entered. Their subdirectories are unknown, so they are not included.
     */
    readonly left: number;
  };
}

/** Walks through a tree and calls `visit` for each directory. `root` must be a real path. */
export function walkTree(root: string, options: WalkOptions, visit: (directory: VisitedDirectory) => void): TreeWalk {
  const { files, limits, starts = [""], wholeSkills = false } = options;
  const closed = unsearchedDirectories(options);
  const pending = starts.map((path) => ({ path, inSkill: false }));
  const unreadable: { path: string; code: string }[] = [];
  let entries = 0;
  for (let at = 0; at < pending.length; at++) {
    const name = at >= limits.maxDirectories ? "max_directories" : entries >= limits.maxEntries ? "max_entries" : "";
    if (name !== "") {
      const value = name === "max_directories" ? limits.maxDirectories : limits.maxEntries;
      return { directories: at, entries, unreadable, limit: { name, value, left: pending.length - at } };
    }
    options.onStep?.();
    const next = pending[at] as { path: string; inSkill: boolean };
    const listing = readListing(entryPath(root, next.path), files);
    if ("code" in listing) {
      unreadable.push({ path: next.path, code: listing.code });
      continue;
    }
    entries += listing.files.length + listing.directories.length + listing.links.length + listing.others.length;
    const inSkill = next.inSkill || skillFileOfTree(listing)?.kind === "file";
    visit({ path: next.path, listing, inSkill });
    for (const each of listing.directories) {
      const path = next.path === "" ? each : `${next.path}/${each}`;
      const isForeign = each === FOREIGN_PACKAGES && !(inSkill && wholeSkills);
      if (isEntered(each, inSkill) && !isForeign && !closed.has(entryPath(root, path))) pending.push({ path, inSkill });
    }
  }
  return { directories: pending.length, entries, unreadable };
}

/**
 * Returns the entry with the name of a skill file. It is a file, or a link or special entry because of which the
 * directory is not a skill.
 */
function skillFileOfTree({ files, links, others, directories }: Listing): Pick<TreeSkill, "path" | "kind"> | undefined {
  const named = (names: readonly string[], kind: TreeSkill["kind"]): Pick<TreeSkill, "path" | "kind">[] =>
    names.filter(isSkillFile).map((path) => ({ path, kind }));
  const found = [...named(files, "file"), ...named(links, "link"), ...named([...others, ...directories], "special")];
  return found.sort(comparePrecedence)[0];
}

/** Returns the path of an entry in a directory. The directory may be `/`. */
export function entryPath(directory: string, path: string): string {
  if (path === "") return directory;
  return directory.endsWith("/") ? directory + path : `${directory}/${path}`;
}

/** Returns true if the walk of a tree enters this real directory. The directory must not be inside a skill. */
export function isSearched(directory: string, root: string, closed: ReadonlySet<string>): boolean {
  if (!isInside(directory, root)) return false;
  const parts = directory.slice(entryPath(root, "x").length - 1).split("/");
  return (
    directory === root ||
    (parts.every((part) => part !== FOREIGN_PACKAGES && isEntered(part, false)) &&
      ![...closed].some((each) => isInside(directory, each)))
  );
}

/**
 * Returns true if the walk enters a directory of this name. Outside of a skill, a directory called SKILL.md is a broken
 * skill file. In a skill, it is an ordinary directory.
 */
function isEntered(name: string, inSkill: boolean): boolean {
  return !isGitDirectoryName(name) && (inSkill || !isSkillFile(name));
}

/** Returns true for git's own files. */
export function isGitDirectoryName(name: string): boolean {
  return name.toLowerCase() === ".git";
}

function readListing(path: string, files: Files): Listing | { readonly code: string } {
  try {
    return files.readDirectory(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return { code };
  }
}

/**
 * Returns the real paths of Skillwright's store, temporary files and caches. They contain copies of skills and are
 * never a source.
 */
export function unsearchedDirectories({ environment, files }: WalkOptions): ReadonlySet<string> {
  const { store, temporary } = statePathsOf(environment, "");
  const own = [store, temporary, cacheDirectory(environment)];
  return new Set(own.flatMap((path) => realPathIfAny(path, files) ?? []));
}
