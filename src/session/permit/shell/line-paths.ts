/**
 * Resolves the paths of a command line from every directory that it can be in: follows links, resolves `..`, and
 * expands patterns.
 */
import { join } from "node:path";
import { undefinedIfRefused } from "../../../model/errors.ts";
import { hasProtectedName } from "../../../model/rules/protected-names.ts";
import { matchWildcards } from "../../../model/text/matching/match-wildcards.ts";
import { type DirectoryNames, namesOfDirectory } from "../paths/directory-names.ts";
import {
  type CheckedPath,
  entryNames,
  firstReason,
  isShared,
  listAt,
  type PathCheck,
  whyPathAsks,
} from "../paths/path-checks.ts";
import { pathsOfPattern } from "../paths/pattern-paths.ts";
import { realCallTarget } from "../paths/real-call-target.ts";
import { enclosesProtected, isWithin, type Surroundings } from "../paths/surroundings.ts";

/** Maximum files that a pattern may match. */
const MAX_MATCHES = 2000;
/** Maximum directories that a line may be in after its `cd` commands. */
const MAX_DIRECTORIES = 8;
/** A name in the current directory that cannot lead to another directory. */
const BARE = /^(?!\.{1,2}$)[^/\\~\0-\x1f\x7f][^/\\\0-\x1f\x7f]*$/;

/** Returns true if a rule covers reading or writing a file. */
export type IsCovered = (use: "read" | "write", target: string) => boolean;

export class LinePaths {
  /** True if the result depends on more than the names in the session's directory. */
  hasLooked = false;
  /** True if a command of the line may have changed the targets of paths. */
  areUncertain = false;
  /** True if a path of the line was checked. */
  wereChecked = false;
  /**
   * The directories that the line may be in. There can be several, because a `cd` can fail, or be in a part that does
   * not run.
   */
  directories: readonly string[];
  readonly #around: Surroundings;
  readonly #isCovered: IsCovered;
  readonly #names: DirectoryNames;

  constructor(around: Surroundings, isCovered: IsCovered) {
    this.#around = around;
    this.#isCovered = isCovered;
    this.#names = namesOfDirectory(around);
    this.directories = [around.cwd];
  }

  /** Returns the reason why a path may not be used. Returns undefined if all checks accept every possible target. */
  whyPathAsks(path: string, checks: readonly PathCheck[]): string | undefined {
    this.wereChecked = true;
    if (this.areUncertain) return "an earlier command of the line can change where the paths lead";
    return firstReason(this.#places(path), (place) =>
      place ? whyPathAsks(place, checks, this.#around) : `\`${path}\` leads to a place that cannot be determined`,
    );
  }

  /**
   * Returns true if a text certainly names no file, because none of its words is an existing name. This is a fast path.
   */
  namesNothing(text: string): boolean {
    this.wereChecked = true;
    if (this.areUncertain || this.directories.length > 1 || !/^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(text)) return false;
    return !this.#names.filter.hasAnyIn(text, 0) && !this.#names.has(text);
  }

  /** Returns true if the path exists in every directory that the line can be in. */
  exist(path: string): boolean {
    const { files } = this.#around;
    return this.#places(path).every(
      (place) => place && !place.isMissing && undefinedIfRefused(() => files.stamp(place.target)) !== undefined,
    );
  }

  isCovered(path: string, use: "read" | "write"): boolean {
    return this.#places(path).every((place) => place && this.#isCovered(use, place.target));
  }

  /** Returns true if the path's real target is below the directory. */
  isBelow(path: string, directory: string): boolean {
    // A rule always refers to the session's directory, even after a `cd`.
    const base = realCallTarget(directory, this.#around);
    return base !== undefined && this.#places(path).every((place) => place && isWithin(place.target, base));
  }

  /** Returns true if writing to a path could change a protected place; `below` includes everything below the path. */
  isProtected(path: string, below: boolean): boolean {
    if (path.startsWith("~")) return path === "~" || hasProtectedName(path.slice(1), "");
    const around = this.#around;
    return this.#places(path).some((place) => {
      if (place === undefined) return false;
      const { target } = place;
      return around.isProtected(target) || isShared(place, around) || (below && enclosesProtected(target, around));
    });
  }

  /** Adds the directory of a `cd`. Returns false if there are too many directories. */
  enter(path: string): boolean {
    const all = new Set([...this.directories, ...this.#places(path).flatMap((place) => place?.target ?? [])]);
    if (all.size > MAX_DIRECTORIES) return false;
    this.directories = [...all];
    return true;
  }

  /**
   * Returns the paths that a pattern matches. If it matches nothing, returns the paths that it could create. Returns
   * undefined if there are too many paths.
   */
  expand(glob: string): readonly string[] | undefined {
    this.hasLooked = true;
    const found = this.directories.map((directory) => expandIn(glob, directory, this.#around));
    const all = new Set(found.flatMap((names) => names ?? []));
    if (found.includes(undefined) || all.size > MAX_MATCHES) return undefined;
    const slash = glob.lastIndexOf("/");
    if (all.size > 0 || slash < 1) return all.size > 0 ? [...all] : [glob];
    return this.expand(glob.slice(0, slash))?.map((directory) => directory + glob.slice(slash));
  }

  /**
   * Returns the paths that a program finds if it treats the text as a file pattern. Returns undefined if there are too
   * many paths.
   */
  expandText(text: string): readonly string[] | undefined {
    this.hasLooked = true;
    const found = this.directories.map((cwd) => pathsOfPattern(text, { ...this.#around, cwd }));
    return found.includes(undefined) ? undefined : [...new Set(found.flatMap((paths) => paths ?? []))];
  }

  /** Returns the checked path for each directory that the line can be in; undefined for a path that cannot be resolved. */
  #places(path: string): readonly (CheckedPath | undefined)[] {
    if (this.directories.length === 1 && BARE.test(path) && !this.#names.has(path))
      return [{ path, target: join(this.#around.cwd, path), isMissing: true }];
    this.hasLooked = true;
    return this.directories.map((cwd) => {
      const target = realCallTarget(path, { ...this.#around, cwd });
      return target === undefined ? undefined : { path, target, isMissing: false };
    });
  }
}

function expandIn(glob: string, directory: string, around: Surroundings): readonly string[] | undefined {
  // The system resolves `link/..` through the link, so the path is not normalised.
  const at = (path: string): string => (path.startsWith("/") ? path : `${directory}/${path}`);
  // A pattern also matches dangling links.
  const exists = (path: string): boolean => undefinedIfRefused(() => around.files.lstat(at(path))) !== undefined;
  let found: string[] = [glob.startsWith("/") ? "/" : ""];
  for (const segment of glob.split("/").filter((each) => each !== "")) {
    found = found.flatMap((base) => {
      // An earlier command of the line can create the directory before `..`.
      if (segment === ".." && base !== "" && !exists(base.slice(0, -1))) return [base.replace(/[^/]*\/$/, "")];
      const names = /[*?]/.test(segment) ? entryNames(listAt(at(base), around)).filter(isMatch(segment)) : [segment];
      return names.map((name) => `${base}${name}/`);
    });
    if (found.length > MAX_MATCHES) return undefined;
  }
  return found.map((each) => each.slice(0, -1)).filter(exists);
}

function isMatch(pattern: string): (name: string) => boolean {
  return (name) => (!name.startsWith(".") || pattern.startsWith(".")) && matchWildcards(pattern, name);
}
