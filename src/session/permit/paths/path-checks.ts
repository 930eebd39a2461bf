/**
 * The checks that a path must pass before it is used. `shell/word-kinds.json` lists the checks for each kind of word.
 */
import { basename, join } from "node:path";
import { unlessRefused } from "../../../model/errors.ts";
import { holdsSecrets } from "../../../model/rules/holds-secrets.ts";
import { hasProtectedName } from "../../../model/rules/protected-names.ts";
import type { Listing } from "../../../platform/files/files.ts";
import { realCallTarget } from "./real-call-target.ts";
import { enclosesProtected, isWithin, type Surroundings } from "./surroundings.ts";

/** A path and its real target. */
export interface CheckedPath {
  readonly path: string;
  readonly target: string;
  /** True if nothing exists there, which saves a disk access. */
  readonly isMissing: boolean;
}

/** Returns the reason why a place may not be used. */
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
  /** True for the names of files whose content is read. */
  readonly isRead: Counts;
  /** True if only the names of links are read. */
  readonly keepsLinks?: true;
}

/** Skips packages, because they are not the user's own files. */
export const OWN_FILES: ReadFiles = { counts: OWN, isRead: ALL };

/** Git records a link as its name. */
const TRACKED_FILES: ReadFiles = { ...OWN_FILES, keepsLinks: true };

export const PROTECTED_REASON = "it could change the settings of agents, skills or git";
/** The reason against a name that starts with `-`: a program would read it as an option if a later `*` matches it. */
const OPTION = (path: string): string => `\`${path}\` creates a name that looks like an option`;
const OTHER_NAME = (path: string): string => `\`${path}\` is a hard link, and another name of the file can be a secret`;
const SECRET = (path: string): string => `\`${path}\` can hold secrets`;

const isActive = ({ target }: CheckedPath, { active }: Surroundings): boolean =>
  active.some((each) => isWithin(target, each));

const inProject: Check = ({ path, target }, { projectRoot }) =>
  isWithin(target, projectRoot) ? undefined : `\`${path}\` is outside of the project`;

/** Names above the project say nothing about files in it. */
const noSecret: Check = ({ path, target }, { projectRoot, active }) => {
  const base = isWithin(target, projectRoot) ? projectRoot : active.find((each) => isWithin(target, each));
  return holdsSecrets(target.slice(base?.length ?? 0)) ? SECRET(path) : undefined;
};

const unprotected: Check = ({ target }, { isProtected }) => (isProtected(target) ? PROTECTED_REASON : undefined);
/** A hard link is another name of the same file, which can be in a protected place. */
const unshared: Check = (place, around) => (isShared(place, around) ? PROTECTED_REASON : undefined);
const enclosesNothing: Check = ({ target }, around) =>
  enclosesProtected(target, around) ? PROTECTED_REASON : undefined;
/** A copy keeps its name, so copying `evil/.mcp.json` creates `.mcp.json` in another directory. */
const keepsName: Check = ({ path }, { projectRoot, isProtected }) =>
  isProtected(join(projectRoot, basename(path))) ? PROTECTED_REASON : undefined;
/** Copying, moving, filling or removing a directory also affects the settings in it. */
const noSettingsBelow = below(({ at, name }, { target }, { projectRoot, isProtected }) =>
  isProtected(join(projectRoot, at.slice(target.length), name)) ? PROTECTED_REASON : undefined,
);

/** Returns true for `.agents/../x`: a program that creates missing directories creates `.agents`, too. */
export function createsMore(path: string): boolean {
  return /(?:^|[/\\])(?!\.{1,2}[/\\])[^/\\]+[/\\]+(?:\.[/\\]+)*\.\.(?:[/\\]|$)/.test(path);
}

export const PATH_CHECKS = {
  inProject,
  /** Allows places in the project and in directories of active skills. */
  readable: (place, around) => (isActive(place, around) ? undefined : inProject(place, around)),
  /** Allows places in the project whose name can be created. */
  named: (place, around) => {
    const isOption = place.target.includes("/-", around.projectRoot.length);
    return inProject(place, around) ?? (isOption ? OPTION(place.path) : undefined);
  },
  createsNothingElse: ({ path }) =>
    createsMore(path) ? `\`${path}\` names another directory, which it may create` : undefined,
  noSecret,
  /** In `COMMIT:FILE`, the part after `:` is a file of the commit, or a pattern such as `*.env`. A commit has the files of the project. */
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
  /** A shell prints the lines of a file that is not a script. */
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
  /** Git runs programs that the settings of a nested repository name. */
  noRepositoriesBelow: below(({ at, name }, { path }, { projectRoot }) =>
    name === ".git" && at !== projectRoot ? `\`${path}\` contains another repository` : undefined,
  ),
  /** A file that is copied onto a link of the same name is written to the link's target. */
  noLinksInside: below(whyLinkAsks, ALL, NONE),
  noLinksBelow: below(whyLinkAsks, ALL),
  /** A moved entry is put into an existing directory. At any other place, it replaces what is there. */
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

/** Returns the first reason that a function finds for an item. */
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
    if (isLink && read.keepsLinks) return undefined;
    const leads = isLink ? realCallTarget(join(at, name), around) : at;
    const isInside = leads !== undefined && [around.projectRoot, target].some((each) => isWithin(leads, each));
    return isInside ? undefined : `\`${path}\` contains \`${name}\`, which leads out of the project`;
  };
  return below(find, read.counts)(place, around);
}

/**
 * Returns the reason if an entry is a link to another place. Names are checked elsewhere, so a copy never writes
 * through a link with a protected name.
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
  const found = unlessRefused(() => files.lstat(target));
  return found?.kind === "file" && found.links > 1;
}

/** Returns true for a file without another name, which is not a link. */
export function isSoleFile(target: string, { files }: Pick<Surroundings, "files">): boolean {
  const found = unlessRefused(() => files.lstat(target));
  return found?.kind === "file" && found.links <= 1;
}

function kindAt({ target, isMissing }: CheckedPath, { files }: Surroundings): string | undefined {
  return isMissing ? undefined : unlessRefused(() => files.stat(target).kind);
}

interface Entry {
  readonly at: string;
  readonly name: string;
  readonly isLink: boolean;
}

type Find = (entry: Entry, place: CheckedPath, around: Surroundings) => string | undefined;

/** Maximum number of entries below a directory that a command uses as a whole. */
const MAX_BELOW = 20_000;

/** Checks everything below a place if the place is a directory. It follows no links. */
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
  return unlessRefused(() => files.readDirectory(path));
}

export function entryNames(listing: Listing | undefined): readonly string[] {
  return listing ? [listing.files, listing.directories, listing.links, listing.others].flat() : [];
}
