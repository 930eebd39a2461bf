/** The paths of one command line: links followed, `..` resolved, patterns expanded, from every directory that it can be in. */
import { join } from "node:path";
import { unlessRefused } from "../../../model/errors.ts";
import { hasProtectedName } from "../../../model/rules/protected-names.ts";
import { matchWildcards } from "../../../model/text/match-wildcards.ts";
import { type DirectoryNames, namesOfDirectory } from "../rules/directory-names.ts";
import { realTarget } from "../rules/real-target.ts";
import { enclosesProtected, isWithin, type Surroundings } from "../rules/surroundings.ts";
import { type Access, firstReason, isShared, listAt, namesIn, type Place, whyPlaceAsks } from "./places.ts";

/** Files that a pattern may match. */
const MAX_MATCHES = 2000;
/** Directories that a line may be in after its `cd` commands. */
const MAX_DIRECTORIES = 8;

interface MayUse {
  /** True if a rule covers reading or writing a file. */
  read(target: string): boolean;
  write(target: string): boolean;
}

/** `input`: a redirection reads it; `output`: a reading program or a redirection writes it, so a rule for writing is needed. */
export type LineAccess = Access | "input" | "output";

export class LinePaths {
  /** True if the answer depended on more than the names in the directory of the session. */
  hasLooked = false;
  /** A command of the line may have changed where paths lead. */
  areUncertain = false;
  /** A path of the line was checked. */
  wereChecked = false;
  readonly #around: Surroundings;
  readonly #may: MayUse;
  readonly #names: DirectoryNames;
  #directories: readonly string[];

  constructor(around: Surroundings, may: MayUse) {
    this.#around = around;
    this.#may = may;
    this.#names = namesOfDirectory(around);
    this.#directories = [around.cwd];
  }

  /** The reason why a path may not be used in this way; undefined if it may. */
  whyPathAsks(path: string, access: LineAccess): string | undefined {
    this.wereChecked = true;
    if (this.areUncertain) return "an earlier command of the line can change where the paths lead";
    return firstReason(this.#places(path), (place) =>
      place ? this.#whyPlaceAsks(place, access) : `\`${path}\` leads to a place that cannot be determined`,
    );
  }

  #whyPlaceAsks(place: Place, access: LineAccess): string | undefined {
    const { path, target } = place;
    // A redirection reads what a rule for reading covers, or what any program may read.
    if (access === "input") return this.#may.read(target) ? undefined : whyPlaceAsks(place, "read", this.#around);
    if (access !== "output") return whyPlaceAsks(place, access, this.#around);
    const reason = whyPlaceAsks(place, "write", this.#around);
    return reason ?? (this.#may.write(target) ? undefined : `no rule covers writing \`${path}\``);
  }

  /** True if a path leads to a place below a directory, links followed. */
  isBelow(path: string, directory: string): boolean {
    // A rule means the directory of the session, also behind a `cd`.
    const base = realTarget(directory, this.#around);
    return base !== undefined && this.#places(path).every((place) => place && isWithin(place.target, base));
  }

  /** True if writing to a path could change a protected place; `below`: everything below it, too. */
  isProtected(path: string, below: boolean): boolean {
    if (path.startsWith("~")) return path === "~" || hasProtectedName(path.slice(1), "");
    const around = this.#around;
    return this.#places(path).some((place) => {
      if (place === undefined) return false;
      const { target } = place;
      return around.isProtected(target) || isShared(place, around) || (below && enclosesProtected(target, around));
    });
  }

  /** `cd` adds directories: it can fail, and it can be in a part that does not run. Returns the reason why it may not go there. */
  enter(path: string): string | undefined {
    const places = this.#places(path);
    const reason = this.whyPathAsks(path, "look");
    if (reason !== undefined) return reason;
    const all = new Set([...this.#directories, ...places.flatMap((place) => place?.target ?? [])]);
    if (all.size > MAX_DIRECTORIES) return "the line changes its directory too often";
    this.#directories = [...all];
    return undefined;
  }

  /** The paths that a pattern matches; undefined if there are too many. */
  expand(glob: string): readonly string[] | undefined {
    this.hasLooked = true;
    const found = new Set<string>();
    for (const directory of this.#directories) {
      const names = expandIn(glob, directory, this.#around);
      if (names === undefined) return undefined;
      for (const name of names) found.add(name);
    }
    return found.size > MAX_MATCHES ? undefined : [...found];
  }

  /** The files of a pattern; without a match, the file that it would name in each directory that matches. */
  filesOf(glob: string): readonly string[] | undefined {
    const slash = glob.lastIndexOf("/");
    const matches = this.expand(glob);
    if (matches === undefined || matches.length > 0 || slash === -1) return matches;
    return this.expand(glob.slice(0, slash))?.map((directory) => `${directory}/${glob.slice(slash + 1)}`);
  }

  /** Undefined for a place that cannot be determined. */
  #places(path: string): readonly (Place | undefined)[] {
    if (this.#directories.length === 1 && isBare(path) && !this.#names.has(path))
      return [{ path, target: join(this.#around.cwd, path), isMissing: true }];
    this.hasLooked = true;
    return this.#directories.map((cwd) => {
      const target = realTarget(path, { ...this.#around, cwd });
      return target === undefined ? undefined : { path, target, isMissing: false };
    });
  }
}

/** A name in the current directory, without a way to another one. */
function isBare(path: string): boolean {
  return /^(?!\.{1,2}$)[^/\\~\0-\x1f\x7f][^/\\\0-\x1f\x7f]*$/.test(path);
}

function expandIn(glob: string, directory: string, around: Surroundings): readonly string[] | undefined {
  const at = (path: string): string => (path.startsWith("/") ? path : join(directory, path));
  let found: string[] = [glob.startsWith("/") ? "/" : ""];
  for (const segment of glob.split("/").filter((each) => each !== "")) {
    const isPattern = /[*?]/.test(segment);
    found = found.flatMap((base) => {
      const names = isPattern ? namesIn(listAt(at(base), around)).filter((name) => isMatch(segment, name)) : [segment];
      return names.map((name) => `${base}${name}/`);
    });
    if (found.length > MAX_MATCHES) return undefined;
  }
  // A pattern matches links that lead nowhere, too.
  const exists = (path: string): boolean => unlessRefused(() => around.files.lstat(at(path))) !== undefined;
  return found.map((each) => each.slice(0, -1)).filter(exists);
}

function isMatch(pattern: string, name: string): boolean {
  return (!name.startsWith(".") || pattern.startsWith(".")) && matchWildcards(pattern, name);
}
