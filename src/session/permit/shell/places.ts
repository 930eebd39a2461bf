/** The ways in which a command may use a place on the disk, each with the checks that prove it harmless. */
import { basename, join } from "node:path";
import { unlessRefused } from "../../../model/errors.ts";
import { holdsSecrets } from "../../../model/rules/secret-files.ts";
import type { Listing } from "../../../platform/files/files.ts";
import { realTarget } from "../rules/real-target.ts";
import { enclosesProtected, isWithin, type Surroundings } from "../rules/surroundings.ts";

/** A path, and where it leads. */
export interface Place {
  readonly path: string;
  readonly target: string;
  /** True if nothing is there, so that the disk need not be asked. */
  readonly isMissing: boolean;
}

/** Returns the reason why a place may not be used. */
type Check = (place: Place, around: Surroundings) => string | undefined;

/** True for the entries that a walk looks at; it does not enter the others. */
type Counts = (name: string) => boolean;
const ALL: Counts = () => true;
const OWN: Counts = (name) => name !== "node_modules";
const NONE: Counts = () => false;

/** The files below a directory that are read. */
export interface ReadFiles {
  readonly counts: Counts;
  /** True for the names of files whose content is read. */
  readonly isRead: Counts;
}

/** Packages are not the user's own files. */
export const OWN_FILES: ReadFiles = { counts: OWN, isRead: ALL };
const readAll: Check = (place, around) => whyReadingAsks(place, around, { counts: ALL, isRead: ALL });
const readVisible: Check = (place, around) =>
  whyReadingAsks(place, around, { counts: (name) => !name.startsWith("."), isRead: ALL });
const keepTree: readonly Check[] = [encloseNothing, keepSettings, keepSettingsBelow];

const ACCESS = {
  /** Looks at a name or metadata. */
  look: [stayReadable],
  /** Reads a file, or everything below a directory. */
  read: [stayReadable, readAll],
  /** The same without hidden files. */
  visible: [stayInProject, readVisible],
  /** Records files in git, which leaves ignored files out of a directory. So only a file that is named can be a secret. */
  add: [stayInProject, avoidSecret, avoidRepositories],
  /** Runs the code in a file. */
  script: [stayReadable, avoidSecret, requireFile],
  /** May read or write. */
  touch: [stayReadable, avoidSecret, keepOtherSettings],
  /** Makes a new file or directory. */
  create: [stayNamed, avoidProtected],
  /** Replaces a file. */
  write: [stayNamed, keepSettings],
  /** Changes everything below a directory. */
  tree: [stayInProject, ...keepTree],
  /** Puts many files below a directory, through links in it. */
  into: [stayNamed, ...keepTree, (place, around) => whyLinksAsk(place, around, ALL)],
  /** Puts the path under the same name into another directory. */
  copy: [stayReadable, keepName, avoidOption, readAll, keepSettingsBelow, avoidOptionsBelow],
  /** The same. A secret would not be recognised by its new name. */
  move: [stayInProject, keepName, readAll, ...keepTree],
  /** The directory or the new name of a copy, which is written through links. */
  place: [stayNamed, keepSettings, (place, around) => whyLinksAsk(place, around, NONE)],
  /** The same for a move, which replaces links. A new name can put a whole directory in the place of a protected one. */
  destination: [
    stayNamed,
    (place, around) => {
      const checks = kindAt(place, around) === "directory" ? [keepSettings] : keepTree;
      return firstReason(checks, (check) => check(place, around));
    },
  ],
} as const satisfies Readonly<Record<string, readonly Check[]>>;

export type Access = keyof typeof ACCESS;

export function whyPlaceAsks(place: Place, access: Access, around: Surroundings): string | undefined {
  const checks: readonly Check[] = ACCESS[access];
  return firstReason(checks, (check) => check(place, around));
}

/** The first reason that a function finds for an item. */
export function firstReason<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const reason = find(item);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

export const PROTECTED = "it could change the settings of agents, skills or git";
/** A later `*` would make an option of the name. */
const OPTION = (path: string): string => `\`${path}\` makes a name that looks like an option`;

function stayInProject({ path, target }: Place, { projectRoot }: Surroundings): string | undefined {
  return isWithin(target, projectRoot) ? undefined : `\`${path}\` is outside of the project`;
}

function stayReadable(place: Place, around: Surroundings): string | undefined {
  return isActive(place, around) ? undefined : stayInProject(place, around);
}

function isActive({ target }: Place, { active }: Surroundings): boolean {
  return active.some((each) => isWithin(target, each));
}

/** For accesses that make a name. */
function stayNamed(place: Place, around: Surroundings): string | undefined {
  const isOption = place.target.includes("/-", around.projectRoot.length);
  return stayInProject(place, around) ?? (isOption ? OPTION(place.path) : undefined);
}

/** The names above the project say nothing about a file in it. */
function avoidSecret({ path, target }: Place, { projectRoot, active }: Surroundings): string | undefined {
  const base = isWithin(target, projectRoot) ? projectRoot : active.find((each) => isWithin(target, each));
  return holdsSecrets(target.slice(base?.length ?? 0)) ? `\`${path}\` can hold secrets` : undefined;
}

function requireFile(place: Place, around: Surroundings): string | undefined {
  return kindAt(place, around) === "file" ? undefined : `\`${place.path}\` is not a file in the project or the skill`;
}

function avoidProtected({ target }: Place, { isProtected }: Surroundings): string | undefined {
  return isProtected(target) ? PROTECTED : undefined;
}

/** A hard link is another name of the same file, which can be in a protected place. */
function keepSettings(place: Place, around: Surroundings): string | undefined {
  return avoidProtected(place, around) ?? (isShared(place, around) ? PROTECTED : undefined);
}

function keepOtherSettings(place: Place, around: Surroundings): string | undefined {
  if (isShared(place, around)) return PROTECTED;
  return isActive(place, around) ? undefined : avoidProtected(place, around);
}

function encloseNothing({ target }: Place, around: Surroundings): string | undefined {
  return enclosesProtected(target, around) ? PROTECTED : undefined;
}

/** A copy keeps its name, so that `evil/.mcp.json` becomes `.mcp.json` in another directory. */
function keepName({ path }: Place, { projectRoot, isProtected }: Surroundings): string | undefined {
  return isProtected(join(projectRoot, basename(path))) ? PROTECTED : undefined;
}

function avoidOption({ path }: Place): string | undefined {
  return basename(path).startsWith("-") ? OPTION(path) : undefined;
}

export function whyReadingAsks(place: Place, around: Surroundings, read: ReadFiles): string | undefined {
  const { path } = place;
  const secret = avoidSecret(place, around);
  if (secret !== undefined || place.isMissing) return secret;
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
function keepSettingsBelow(place: Place, around: Surroundings): string | undefined {
  const { projectRoot, isProtected } = around;
  return walk(place, around, OWN, (at, name) =>
    isProtected(join(projectRoot, at.slice(place.target.length), name)) ? PROTECTED : undefined,
  );
}

function avoidOptionsBelow(place: Place, around: Surroundings): string | undefined {
  return walk(place, around, OWN, (_, name) => (name.startsWith("-") ? OPTION(`${place.path}/${name}`) : undefined));
}

/** Git runs programs that the settings of a repository inside of another one name. */
function avoidRepositories(place: Place, around: Surroundings): string | undefined {
  return walk(place, around, OWN, (at, name) =>
    name === ".git" && at !== around.projectRoot ? `\`${place.path}\` contains another repository` : undefined,
  );
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

export function isShared({ target, isMissing }: Place, around: Surroundings): boolean {
  return !isMissing && hasOtherNames(target, around);
}

export function hasOtherNames(target: string, { files }: Pick<Surroundings, "files">): boolean {
  const found = unlessRefused(() => files.lstat(target));
  return found?.kind === "file" && found.links > 1;
}

function kindAt({ target, isMissing }: Place, { files }: Surroundings): string | undefined {
  return isMissing ? undefined : unlessRefused(() => files.stat(target).kind);
}

type Find = (at: string, name: string, isLink: boolean) => string | undefined;

/** Entries below a directory that is used as a whole. */
const MAX_BELOW = 20_000;

/** Goes through everything below a place if that is a directory, without following links. */
function walk(place: Place, around: Surroundings, counts: Counts, find: Find, enters = counts): string | undefined {
  const pending = kindAt(place, around) === "directory" ? [place.target] : [];
  let seen = 0;
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const listing = listAt(at, around);
    const links = new Set(listing?.links);
    const names = namesIn(listing).filter(counts);
    seen += names.length;
    if (seen > MAX_BELOW) return `\`${place.path}\` has too many files to be judged`;
    const reason = firstReason(names, (name) => find(at as string, name, links.has(name)));
    if (reason !== undefined) return reason;
    for (const name of listing?.directories ?? []) if (enters(name) && name !== ".git") pending.push(join(at, name));
  }
  return undefined;
}

export function listAt(path: string, { files }: Surroundings): Listing | undefined {
  return unlessRefused(() => files.readDirectory(path));
}

export function namesIn(listing: Listing | undefined): readonly string[] {
  return listing ? [listing.files, listing.directories, listing.links, listing.others].flat() : [];
}
