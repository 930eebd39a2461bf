/**
 * The checks that a path must pass before it is used. `shell/word-kinds.json` lists the checks for each kind of word.
 */
import { basename, join } from "node:path";
import { undefinedIfRefused } from "../../../model/errors.ts";
import { holdsSecrets } from "../../../model/rules/holds-secrets.ts";
import { hasProtectedName } from "../../../model/rules/protected-names.ts";
import type { Listing } from "../../../platform/files/files.ts";
import { realCallTarget } from "./real-call-target.ts";
import { enclosesProtected, isWithin, type Surroundings } from "./surroundings.ts";

/** A path and its real target. */
export interface CheckedPath {
  readonly path: string;
  readonly target: string;
  /** True if nothing exists at the path. The checks then need no disk access. */
  readonly isMissing: boolean;
}

/** Returns the reason why a path may not be used; undefined if it may. */
type Check = (place: CheckedPath, around: Surroundings) => string | undefined;

/** Returns true for names that a directory walk includes or enters. */
type Counts = (name: string) => boolean;
const ALL: Counts = () => true;
const OWN: Counts = (name) => name !== "node_modules";
const NONE: Counts = () => false;
const VISIBLE: Counts = (name) => !name.startsWith(".");

/** Selects the files below a directory that a command reads. */
export interface ReadFiles {
  readonly counts: Counts;
  /** Returns true for the names of files whose content the command reads. */
  readonly isRead: Counts;
  /** True if the command reads only the names of symlinks, and does not follow them. */
  readonly keepsLinks?: true;
}

/** The user's own files. Directories of packages are skipped. */
export const OWN_FILES: ReadFiles = { counts: OWN, isRead: ALL };

/** Files that git tracks. Git stores a symlink as text and does not follow it. */
const TRACKED_FILES: ReadFiles = { ...OWN_FILES, keepsLinks: true };

export const PROTECTED_REASON = "it could change the settings of agents, skills or git";
/**
 * The reason to refuse a new name that starts with `-`. If a later command uses `*`, its program would read the name as
 * an option.
 */
const OPTION = (path: string): string => `\`${path}\` creates a name that looks like an option`;
const OTHER_NAME = (path: string): string => `\`${path}\` is a hard link, and another name of the file can be a secret`;
const SECRET = (path: string): string => `\`${path}\` can hold secrets`;

const isActive = ({ target }: CheckedPath, { active }: Surroundings): boolean =>
  active.some((each) => isWithin(target, each));

const inProject: Check = ({ path, target }, { projectRoot }) =>
  isWithin(target, projectRoot) ? undefined : `\`${path}\` is outside of the project`;

/** Checks only the part of the path below the project or skill. The names above that part say nothing about the file. */
const noSecret: Check = ({ path, target }, { projectRoot, active }) => {
  const base = isWithin(target, projectRoot) ? projectRoot : active.find((each) => isWithin(target, each));
  return holdsSecrets(target.slice(base?.length ?? 0)) ? SECRET(path) : undefined;
};

const unprotected: Check = ({ target }, { isProtected }) => (isProtected(target) ? PROTECTED_REASON : undefined);
/** Refuses hard links. Such a file has another name, which can be in a protected place. */
const unshared: Check = (place, around) => (isShared(place, around) ? PROTECTED_REASON : undefined);
const enclosesNothing: Check = ({ target }, around) =>
  enclosesProtected(target, around) ? PROTECTED_REASON : undefined;
/**
 * Refuses a path with a protected file name. A copy keeps the file name, so copying `evil/.mcp.json` creates a
 * protected `.mcp.json` elsewhere.
 */
const keepsName: Check = ({ path }, { projectRoot, isProtected }) =>
  isProtected(join(projectRoot, basename(path))) ? PROTECTED_REASON : undefined;
/**
 * Refuses a directory that contains settings, because copying, moving, filling or removing the directory also affects
 * the settings.
 */
const noSettingsBelow = below(({ at, name }, { target }, { projectRoot, isProtected }) =>
  isProtected(join(projectRoot, at.slice(target.length), name)) ? PROTECTED_REASON : undefined,
);

/**
 * Returns true for a path such as `.agents/../x`. A program that creates missing directories would also create
 * `.agents`.
 */
export function createsMore(path: string): boolean {
  return /(?:^|[/\\])(?!\.{1,2}[/\\])[^/\\]+[/\\]+(?:\.[/\\]+)*\.\.(?:[/\\]|$)/.test(path);
}

export const PATH_CHECKS = {
  inProject,
  /** Allows paths in the project and in directories of active skills. */
  readable: (place, around) => (isActive(place, around) ? undefined : inProject(place, around)),
  /** Allows paths in the project at which a file may be created. A name that starts with `-` is refused. */
  named: (place, around) => {
    const isOption = place.target.includes("/-", around.projectRoot.length);
    return inProject(place, around) ?? (isOption ? OPTION(place.path) : undefined);
  },
  createsNothingElse: ({ path }) =>
    createsMore(path) ? `\`${path}\` names another directory, which it may create` : undefined,
  noSecret,
  /**
   * Checks `COMMIT:FILE`. The part after `:` is a file of the commit, or a pattern such as `*.env`. A commit can
   * contain any file of the project.
   */
  noSecretInCommit: (place, around) => {
    const { path } = place;
    if (holdsSecrets(path.replaceAll(/^.*:|[*?[\]]/g, ""))) return SECRET(path);
    const inner = path.includes(":") ? path.replace(/^.*:\/*/, "") || "." : undefined;
    const target = inner === undefined ? undefined : realCallTarget(inner, around);
    const inCommit = target && whyReadingAsks({ path, target, isMissing: false }, around, TRACKED_FILES);
    return inCommit ?? whyReadingAsks(place, around, TRACKED_FILES);
  },
  isFile: (place, around) =>
    kindAt(place, around) === "file" ? undefined : `\`${place.path}\` is not a file in the project or the skill`,
  /** Refuses hard links. A shell that runs a file which is not a script prints the file's lines in error messages. */
  hasOneName: (place, around) => (isShared(place, around) ? OTHER_NAME(place.path) : undefined),
  unprotected,
  unprotectedUnlessActive: (place, around) => (isActive(place, around) ? undefined : unprotected(place, around)),
  unprotectedName: ({ path }) => (hasProtectedName(path, "") ? PROTECTED_REASON : undefined),
  unshared,
  enclosesNothing,
  keepsName,
  keepsPlainName: (place, around) =>
    basename(place.path).startsWith("-") ? OPTION(place.path) : keepsName(place, around),
  noSecretsBelow: (place, around) => whyReadingAsks(place, around, { counts: ALL, isRead: ALL }),
  noOwnSecretsBelow: (place, around) => whyReadingAsks(place, around, OWN_FILES),
  noVisibleSecretsBelow: (place, around) => whyReadingAsks(place, around, { counts: VISIBLE, isRead: ALL }),
  noSettingsBelow,
  noOptionsBelow: below(({ name }, { path }) => (name.startsWith("-") ? OPTION(`${path}/${name}`) : undefined)),
  /** Refuses directories with nested repositories, because git runs programs that their settings name. */
  noRepositoriesBelow: below(({ at, name }, { path }, { projectRoot }) =>
    name === ".git" && at !== projectRoot ? `\`${path}\` contains another repository` : undefined,
  ),
  /**
   * Refuses symlinks in the target directory. A file that is copied onto a symlink of the same name changes the
   * symlink's target.
   */
  noLinksInside: below(whyLinkAsks, ALL, NONE),
  noLinksBelow: below(whyLinkAsks, ALL),
  /**
   * Checks the target of a move. If it is an existing directory, the moved entry is put into it. Otherwise the moved
   * entry replaces the target.
   */
  replacesNoSettings: (place, around) =>
    kindAt(place, around) === "directory"
      ? undefined
      : (enclosesNothing(place, around) ?? noSettingsBelow(place, around)),
} as const satisfies Readonly<Record<string, Check>>;

export type PathCheck = keyof typeof PATH_CHECKS;

export function whyPathAsks(
  place: CheckedPath,
  checks: readonly PathCheck[],
  around: Surroundings,
): string | undefined {
  return firstReason(checks, (check) => PATH_CHECKS[check](place, around));
}

/** Calls `find` for each item, and returns the first reason that it finds. */
export function firstReason<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const reason = find(item);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

export function whyReadingAsks(place: CheckedPath, around: Surroundings, read: ReadFiles): string | undefined {
  const { path, target, isMissing } = place;
  const secret = noSecret(place, around);
  if (secret !== undefined || isMissing) return secret;
  if (isShared(place, around)) return OTHER_NAME(path);
  const find: Find = ({ at, name, isLink }) => {
    if (holdsSecrets(`${name}/x`) || (holdsSecrets(name) && read.isRead(name)))
      return `\`${path}\` contains \`${name}\`, which can hold secrets`;
    // Package managers link the files of packages to a store.
    if (!isLink && read.isRead(name) && !at.includes("/node_modules") && hasOtherNames(join(at, name), around))
      return OTHER_NAME(`${path}/${name}`);
    if (isLink && read.keepsLinks) return undefined;
    const leads = isLink ? realCallTarget(join(at, name), around) : at;
    const isInside = leads !== undefined && [around.projectRoot, target].some((each) => isWithin(leads, each));
    return isInside ? undefined : `\`${path}\` contains \`${name}\`, which leads out of the project`;
  };
  return below(find, read.counts)(place, around);
}

/**
 * Returns the reason if an entry is a symlink to another place. Protected names are not checked here, because other
 * checks such as `noSettingsBelow` do that.
 */
function whyLinkAsks({ at, name, isLink }: Entry, { path }: CheckedPath, around: Surroundings): string | undefined {
  if (!isLink || around.isProtected(join(at, name))) return undefined;
  const leads = realCallTarget(join(at, name), around);
  const isSafe = leads !== undefined && isWithin(leads, around.projectRoot) && !around.isProtected(leads);
  return isSafe ? undefined : `\`${path}\` contains \`${name}\`, a link to another place`;
}

export function isShared({ target, isMissing }: CheckedPath, around: Surroundings): boolean {
  return !isMissing && hasOtherNames(target, around);
}

export function hasOtherNames(target: string, { files }: Pick<Surroundings, "files">): boolean {
  const found = undefinedIfRefused(() => files.lstat(target));
  return found?.kind === "file" && found.links > 1;
}

/** Returns true for a regular file that has no other hard link. */
export function isSoleFile(target: string, { files }: Pick<Surroundings, "files">): boolean {
  const found = undefinedIfRefused(() => files.lstat(target));
  return found?.kind === "file" && found.links <= 1;
}

function kindAt({ target, isMissing }: CheckedPath, { files }: Surroundings): string | undefined {
  return isMissing ? undefined : undefinedIfRefused(() => files.stat(target).kind);
}

interface Entry {
  readonly at: string;
  readonly name: string;
  readonly isLink: boolean;
}

type Find = (entry: Entry, place: CheckedPath, around: Surroundings) => string | undefined;

/** Maximum number of entries below a directory to check, if a command uses the whole directory. */
const MAX_BELOW = 20_000;

/** Returns a check of everything below a path. It applies only if the path is a directory, and follows no symlinks. */
function below(find: Find, counts: Counts = OWN, enters: Counts = counts): Check {
  return (place, around) => {
    const pending = kindAt(place, around) === "directory" ? [place.target] : [];
    let seen = 0;
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const listing = listAt(at, around);
      const links = new Set(listing?.links);
      const names = entryNames(listing).filter(counts);
      seen += names.length;
      if (seen > MAX_BELOW) return `\`${place.path}\` has too many files to be judged`;
      const directory = at;
      const whyEntryAsks = (name: string): string | undefined =>
        find({ at: directory, name, isLink: links.has(name) }, place, around);
      const reason = firstReason(names, whyEntryAsks);
      if (reason !== undefined) return reason;
      for (const name of listing?.directories ?? []) if (enters(name) && name !== ".git") pending.push(join(at, name));
    }
    return undefined;
  };
}

export function listAt(path: string, { files }: Surroundings): Listing | undefined {
  return undefinedIfRefused(() => files.readDirectory(path));
}

export function entryNames(listing: Listing | undefined): readonly string[] {
  return listing ? [listing.files, listing.directories, listing.links, listing.others].flat() : [];
}
