/** Checks the paths of one command line on the disk: links followed, `..` resolved, patterns expanded, from every directory that it can be in. */
import { basename, join } from "node:path";
import { systemCode } from "../../../model/errors.ts";
import { hasProtectedName as isProtectedName } from "../../../model/rules/protected-names.ts";
import { holdsSecrets } from "../../../model/rules/secret-files.ts";
import { matchWildcards } from "../../../model/text/match-wildcards.ts";
import type { Listing } from "../../../platform/files/files.ts";
import type { Access, LinePaths } from "../shell/line-paths.ts";
import { type DirectoryNames, namesOfDirectory } from "./directory-names.ts";
import { realTarget } from "./real-target.ts";
import { enclosesProtected, isWithin, type Surroundings } from "./surroundings.ts";

/** Files that a pattern may match, and entries below a directory that is read as a whole. */
const MAX_MATCHES = 2000;
const MAX_BELOW = 20_000;
/** Directories that a line may be in after its `cd` commands. */
const MAX_DIRECTORIES = 8;

export interface MayUse {
  /** True if a rule covers reading or writing a file. */
  read(target: string): boolean;
  write(target: string): boolean;
}

/** A path, and where it leads. */
export interface Place {
  readonly path: string;
  readonly target: string;
  /** True if nothing is there, so that the disk need not be asked. */
  readonly isMissing: boolean;
}

export class RealLinePaths implements LinePaths {
  /** True if the answer depended on more than the names in the directory of the session. */
  hasLooked = false;
  areUncertain = false;
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

  whyPathAsks(path: string, access: Access): string | undefined {
    this.wereChecked = true;
    if (this.areUncertain) return UNCERTAIN;
    for (const place of this.#places(path)) {
      const reason = place === undefined ? UNRESOLVED(path) : this.#whyPlaceAsks(place, access);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  #whyPlaceAsks(place: Place, access: Access): string | undefined {
    const { path, target } = place;
    // A redirection reads what a rule for reading covers, or what any program may read.
    if (access === "input") return this.#may.read(target) ? undefined : whyPlaceAsks(place, "read", this.#around);
    if (access !== "output") return whyPlaceAsks(place, access, this.#around);
    const reason = whyPlaceAsks(place, "write", this.#around);
    return reason ?? (this.#may.write(target) ? undefined : `no rule covers writing \`${path}\``);
  }

  isBelow(path: string, directory: string): boolean {
    // A rule means the directory of the session, also behind a `cd`.
    const base = realTarget(directory, this.#around);
    return this.#places(path).every(
      (place) => base !== undefined && place !== undefined && isWithin(place.target, base),
    );
  }

  /** True if writing to a path could change a protected place; `below`: everything below it, too. */
  isProtected(path: string, below: boolean): boolean {
    if (path.startsWith("~")) return path === "~" || isProtectedName(path.slice(1), "");
    const around = this.#around;
    return this.#places(path).some((place) => {
      if (place === undefined) return false;
      const { target } = place;
      return around.isProtected(target) || isShared(place, around) || (below && enclosesProtected(target, around));
    });
  }

  /** `cd` adds directories: it can fail, and it can be in a part that does not run. */
  enter(path: string): string | undefined {
    const places = this.#places(path);
    const reason = this.whyPathAsks(path, "look");
    if (reason !== undefined) return reason;
    const all = new Set([...this.#directories, ...places.flatMap((place) => place?.target ?? [])]);
    if (all.size > MAX_DIRECTORIES) return "the line changes its directory too often";
    this.#directories = [...all];
    return undefined;
  }

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

const UNRESOLVED = (path: string): string => `\`${path}\` leads to a place that cannot be determined`;
const UNCERTAIN = "an earlier command of the line can change where the paths lead";
export const PROTECTED = "it could change the settings of agents, skills or git";

/** A name in the current directory, without a way to another one. */
function isBare(path: string): boolean {
  return /^(?!\.{1,2}$)[^/\\~\0-\x1f\x7f][^/\\\0-\x1f\x7f]*$/.test(path);
}

function whyPlaceAsks(place: Place, access: Access, around: Surroundings): string | undefined {
  const { path, target } = place;
  const isActive = around.active.some((each) => isWithin(target, each));
  if (!isWithin(target, around.projectRoot) && !(isActive && READS.has(access)))
    return `\`${path}\` is outside of the project`;
  if (NAMES.has(access) && /\/-/.test(target.slice(around.projectRoot.length))) return OPTION(path);
  switch (access) {
    case "look":
      return undefined;
    case "touch":
      if (isSecret(target, around)) return SECRET(path);
      return isShared(place, around) || (around.isProtected(target) && !isActive) ? PROTECTED : undefined;
    case "read":
    case "input":
      return whyReadingAsks(place, around, EVERYTHING);
    case "visible":
      return whyReadingAsks(place, around, VISIBLE);
    case "add":
      // Git leaves ignored files out of a directory, so only a file that is named is a secret.
      return isSecret(target, around) ? SECRET(path) : repositoryBelow(place, around);
    case "copy":
      if (hasProtectedName(path, around)) return PROTECTED;
      if (basename(path).startsWith("-")) return OPTION(path);
      return whyReadingAsks(place, around, EVERYTHING) ?? protectedBelow(place, around) ?? optionBelow(place, around);
    case "script":
      if (isSecret(target, around)) return SECRET(path);
      return kindAt(place, around) === "file" ? undefined : `\`${path}\` is not a file in the project or the skill`;
    case "create":
      return around.isProtected(target) ? PROTECTED : undefined;
    case "write":
    case "output":
      return whyWritingAsks(place, around);
    case "place":
      return whyWritingAsks(place, around) ?? whyLinksAsk(place, around, NONE);
    case "into":
      return whyPlaceAsks(place, "tree", around) ?? whyLinksAsk(place, around, ALL);
    case "destination":
      // A new name can put a whole directory in the place of a protected one.
      return whyPlaceAsks(place, kindAt(place, around) === "directory" ? "write" : "tree", around);
    case "move":
      // A secret is not recognised by its new name.
      if (hasProtectedName(path, around)) return PROTECTED;
      return whyReadingAsks(place, around, EVERYTHING) ?? whyPlaceAsks(place, "tree", around);
    case "tree":
      if (enclosesProtected(target, around)) return PROTECTED;
      return whyWritingAsks(place, around) ?? protectedBelow(place, around);
  }
}

const READS: ReadonlySet<Access> = new Set(["look", "read", "input", "copy", "touch", "script"]);
/** Accesses that make a new name. */
const NAMES: ReadonlySet<Access> = new Set(["create", "write", "output", "place", "destination", "into"]);
/** A later `*` would make an option of the name. */
const OPTION = (path: string): string => `\`${path}\` makes a name that looks like an option`;
const SECRET = (path: string): string => `\`${path}\` can hold secrets`;

/** A copy keeps its name, so that `evil/.mcp.json` becomes `.mcp.json` in another directory. */
function hasProtectedName(path: string, { projectRoot, isProtected }: Surroundings): boolean {
  return isProtected(join(projectRoot, basename(path)));
}

/** Entries that count in a walk; the others are not entered either. */
type Counts = (name: string) => boolean;
export const ALL: Counts = () => true;
export const OWN: Counts = (name) => name !== "node_modules";
const NONE: Counts = () => false;
const EVERYTHING: ReadFiles = { counts: ALL, isRead: ALL };
const VISIBLE: ReadFiles = { counts: (name) => !name.startsWith("."), isRead: ALL };

/** The files below a directory that are read. */
export interface ReadFiles {
  readonly counts: Counts;
  /** True for the names of files whose content is read. */
  readonly isRead: Counts;
}

export function whyReadingAsks(place: Place, around: Surroundings, read: ReadFiles): string | undefined {
  const { path, target } = place;
  if (isSecret(target, around)) return SECRET(path);
  if (place.isMissing) return undefined;
  if (isShared(place, around)) return `\`${path}\` has another name, which can be a secret`;
  return walk(place, around, read.counts, (at, name, isLink) => {
    const isSecretDirectory = holdsSecrets(`${name}/x`);
    if (isSecretDirectory || (holdsSecrets(name) && read.isRead(name)))
      return `\`${path}\` contains \`${name}\`, which can hold secrets`;
    const leads = isLink ? realTarget(join(at, name), around) : at;
    return leads === undefined || !isWithin(leads, around.projectRoot)
      ? `\`${path}\` contains \`${name}\`, which leads out of the project`
      : undefined;
  });
}

/** A directory that is copied, moved, filled or removed takes the settings in it along. */
function protectedBelow(place: Place, around: Surroundings): string | undefined {
  const { projectRoot } = around;
  return walk(place, around, OWN, (at, name) =>
    around.isProtected(join(projectRoot, at.slice(place.target.length), name)) ? PROTECTED : undefined,
  );
}

function optionBelow(place: Place, around: Surroundings): string | undefined {
  return walk(place, around, OWN, (_, name) => (name.startsWith("-") ? OPTION(`${place.path}/${name}`) : undefined));
}

/** A copy with the name of a link in its directory is written to where the link leads. `enters`: the directories below, too. */
function whyLinksAsk(place: Place, around: Surroundings, enters: Counts): string | undefined {
  const find: Find = (at, name, isLink) => {
    // No copy gets a protected name.
    if (!isLink || around.isProtected(join(at, name))) return undefined;
    const leads = realTarget(join(at, name), around);
    const isSafe = leads !== undefined && isWithin(leads, around.projectRoot) && !around.isProtected(leads);
    return isSafe ? undefined : `\`${place.path}\` contains \`${name}\`, a link to another place`;
  };
  return walk(place, around, ALL, find, enters);
}

/** Git runs programs that the settings of a repository inside of another one name. */
function repositoryBelow(place: Place, around: Surroundings): string | undefined {
  return walk(place, around, OWN, (at, name) =>
    name === ".git" && at !== around.projectRoot ? `\`${place.path}\` contains another repository` : undefined,
  );
}

/** The names above the project say nothing about a file in it. */
function isSecret(target: string, { projectRoot, active }: Surroundings): boolean {
  const base = isWithin(target, projectRoot) ? projectRoot : active.find((each) => isWithin(target, each));
  return holdsSecrets(base === undefined ? target : target.slice(base.length));
}

/** A hard link is another name of the same file, which can be in a protected place. */
function whyWritingAsks(place: Place, around: Surroundings): string | undefined {
  return around.isProtected(place.target) || isShared(place, around) ? PROTECTED : undefined;
}

function isShared({ target, isMissing }: Place, around: Surroundings): boolean {
  return !isMissing && hasOtherNames(target, around);
}

export function hasOtherNames(target: string, { files }: Pick<Surroundings, "files">): boolean {
  try {
    const { kind, links } = files.lstat(target);
    return kind === "file" && links > 1;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}

function kindAt({ target, isMissing }: Place, { files }: Surroundings): string | undefined {
  if (isMissing) return undefined;
  try {
    return files.stat(target).kind;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

type Find = (at: string, name: string, isLink: boolean) => string | undefined;

/** Goes through everything below a place if that is a directory, without following links. */
function walk(place: Place, around: Surroundings, counts: Counts, find: Find, enters = counts): string | undefined {
  const { path, target } = place;
  const pending = kindAt(place, around) === "directory" ? [target] : [];
  let seen = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const listing = listAt(at, around);
    if (listing === undefined) continue;
    const links = new Set(listing.links);
    for (const name of namesIn(listing).filter(counts)) {
      if (++seen > MAX_BELOW) return `\`${path}\` has too many files to be judged`;
      const reason = find(at, name, links.has(name));
      if (reason !== undefined) return reason;
    }
    for (const name of listing.directories) if (enters(name) && name !== ".git") pending.push(join(at, name));
  }
  return undefined;
}

function expandIn(glob: string, directory: string, around: Surroundings): readonly string[] | undefined {
  let found: string[] = [glob.startsWith("/") ? "/" : ""];
  for (const segment of glob.split("/").filter((each) => each !== "")) {
    if (!/[*?]/.test(segment)) found = found.map((base) => base + segment);
    else
      found = found.flatMap((base) => {
        const listing = listAt(join(base.startsWith("/") ? "" : directory, base), around);
        const names = listing === undefined ? [] : namesIn(listing);
        return names.filter((name) => isMatch(segment, name)).map((name) => base + name);
      });
    if (found.length > MAX_MATCHES) return undefined;
    found = found.map((each) => `${each}/`);
  }
  return found.map((each) => each.slice(0, -1)).filter((each) => exists(each, directory, around));
}

function isMatch(pattern: string, name: string): boolean {
  return (!name.startsWith(".") || pattern.startsWith(".")) && matchWildcards(pattern, name);
}

/** A pattern matches links that lead nowhere, too. */
function exists(path: string, directory: string, { files }: Surroundings): boolean {
  try {
    files.lstat(path.startsWith("/") ? path : join(directory, path));
    return true;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}

function namesIn({ files, directories, links, others }: Listing): readonly string[] {
  return [...files, ...directories, ...links, ...others];
}

function listAt(path: string, { files }: Surroundings): Listing | undefined {
  try {
    return files.readDirectory(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}
