/**
 * Checks whether skills are still as approved. It takes the locks, the approvals and the found skills, and returns for
 * each the approval that applies, or why it is withheld. It is loaded only if there is a lock or an approval.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { ApplicableApproval, Approved } from "../../model/rules/approval.ts";
import { directoryOfSkill, type Skill } from "../../model/skills/skill.ts";
import type { Withheld } from "../../model/skills/snapshot.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { baseName, nameKey, parentPath } from "../../model/text/text.ts";
import { type Files, isLink, realPathIfAny } from "../../platform/files/files.ts";
import { digestDirectory } from "../bundle/digest.ts";
import { type LocatedLock, projectLockOf, refusedKeyFindings, resolveKeys, userLockOf } from "../locks/lock-keys.ts";
import { readLock, readLockDigests } from "../locks/skills-lock.ts";
import { looksSame, readStamps, type StampedLock, type Stamps, stampedDigests } from "../locks/stamps.ts";
import type { StatePaths } from "../locks/state-paths.ts";
import { readApprovalDigests, readApprovals } from "./approvals.ts";

/** The result for a skill. A skill without a lock or approval has neither field. */
export interface LoadVerdict {
  readonly approved?: ApplicableApproval;
  readonly withheld?: Withheld;
}

export interface Verifier {
  readonly diagnostics: readonly Diagnostic[];
  verdictOn(skill: Skill): LoadVerdict;
  /**
   * Returns why an unapproved skill may not use the name of an approved one. Call it after all skills have a verdict,
   * because only then all names are known.
   */
  takeoverBy(skill: Skill): Withheld | undefined;
}

/** An approval of the user takes precedence over a lock. */
export function openVerifier(
  statePaths: StatePaths,
  files: Files,
  interrupted: ReadonlyMap<string, Approved> = new Map(),
): Verifier {
  const diagnostics: Diagnostic[] = [];
  const stamps = readStampsOrNone(statePaths, files);
  const expected = new Map<string, Expected>();
  const damaged: { readonly covers: Says["covers"]; readonly withheld: Withheld }[] = [];
  for (const source of sourcesOf(statePaths, files)) {
    const { lock, byUser, covers } = source;
    // A project's lock applies to the project's own skills and to the paths that it covers. A symlink of the project to
    // the user's skills does not make them the project's.
    const isAbout = (skill: Skill): boolean =>
      lock?.of !== "project" || skill.scope === "repo" || pathsOfSkill(skill).some(covers);
    try {
      const said = readSaid(source, stampedDigests(source.path, stamps, files));
      const { held, refused } = lock
        ? resolveKeys(said.digests, lock, files)
        : { held: [...said.digests].map(([key, value]) => ({ key, directory: key, value })), refused: [] };
      if (lock) diagnostics.push(...refusedKeyFindings(refused, lock, files));
      for (const { key, directory, value } of held)
        expected.set(directory, { digest: value, byUser, isAbout, files: () => said.files(key, value) });
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      const { message, hint: help = "" } = error;
      diagnostics.push(diagnostic("SK504", { path: source.path, message, help }));
      damaged.push({ covers, withheld: { code: "SK504", reason: `${message}; it may withhold this skill`, help } });
    }
  }
  // Adds directories that the user approved before an installation was interrupted. Their approvals are not written
  // yet.
  for (const [directory, { digest, files: approved }] of isUsers(statePaths.journal, statePaths, files)
    ? interrupted
    : [])
    expected.set(directory, { digest, byUser: true, isAbout: () => true, files: () => approved });
  const whyChanged = changeFinder(stamps, files);
  const homeOf = homeFinder(expected, files);
  const names = lockedNames(expected, statePaths);
  return {
    diagnostics,
    verdictOn(skill) {
      // A lock or approval file that cannot be read may withhold any skill that it covers.
      const isLocal = skill.root.source === undefined;
      const unsure = damaged.find(({ covers }) => isLocal && pathsOfSkill(skill).some(covers));
      if (unsure) return { withheld: unsure.withheld };
      const verdict = verifySkill(skill, { expected, homeOf, whyChanged });
      if (verdict.home !== undefined) names.add(skill.name, verdict.home);
      return verdict;
    },
    takeoverBy: (skill) => takeoverBy(skill, { expected, names, files, whyChanged }),
  };
}

interface Expected {
  readonly digest: string;
  readonly byUser: boolean;
  /** Returns true if this entry of a lock or approval file may apply to the skill. */
  readonly isAbout: (skill: Skill) => boolean;
  /** Returns the list of approved files. The list is read on demand, because a listing does not need it. */
  readonly files: () => Approved["files"];
}

/** A lock or approval file that assigns digests to directories. */
interface Says {
  readonly path: string;
  /** Set for a lock, whose keys must be resolved. Approvals have absolute directories. */
  readonly lock?: LocatedLock;
  readonly byUser: boolean;
  /** Returns true if the file can apply to a directory. */
  readonly covers: (directory: string) => boolean;
  readonly digests: () => ReadonlyMap<string, string>;
  readonly read: () => ReadonlyMap<string, Approved>;
}

/** Returns the lock and approval files, lowest precedence first. */
function sourcesOf(statePaths: StatePaths, files: Files): readonly Says[] {
  const { approvals, userLock, projectRoot } = statePaths;
  return [
    lockAt(projectLockOf(statePaths), (directory) => isInside(directory, projectRoot), files),
    // The user's lock has no effect if it is in the project, because the project could have written it.
    lockAt(userLockOf(statePaths), () => isUsers(userLock, statePaths, files), files),
    ...(isUsers(approvals, statePaths, files) ? [approvalsAt(approvals, files)] : []),
  ];
}

function lockAt(lock: LocatedLock, covers: Says["covers"], files: Files): Says {
  const { path } = lock;
  return {
    path,
    lock,
    covers,
    byUser: false,
    digests: () => readLockDigests(path, files),
    read: () => readLock(path, files),
  };
}

function approvalsAt(path: string, files: Files): Says {
  return {
    path,
    covers: () => true,
    byUser: true,
    digests: () => readApprovalDigests(path, files),
    read: () => readApprovals(path, files),
  };
}

/** Returns false if the project could have written the file. */
function isUsers(path: string, { projectRoot, home }: StatePaths, files: Files): boolean {
  return home === projectRoot || !isInside(realPathIfAny(path, files) ?? path, projectRoot);
}

interface Read {
  readonly digests: Iterable<readonly [key: string, digest: string]>;
  readonly files: (key: string, digest: string) => Approved["files"];
}

/** Uses the cached digests if the file has not changed; otherwise reads it. Throws SK504 if it is damaged. */
function readSaid(says: Says, known: StampedLock["digests"] | undefined): Read {
  let all: ReadonlyMap<string, Approved> | undefined;
  return {
    digests: known ? Object.entries(known) : says.digests(),
    files(key, digest) {
      // A caller of `files` is about to give out bytes. If there is no file list, no file is approved.
      all ??= unlessDamaged(says.read, new Map<string, Approved>());
      const approved = all.get(key);
      return approved?.digest === digest ? approved.files : {};
    },
  };
}

function unlessDamaged<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return otherwise;
  }
}

/** An unreadable cache is ignored. */
function readStampsOrNone({ stamps }: StatePaths, files: Files): Stamps {
  return unlessDamaged<Stamps>(() => readStamps(stamps, files), { directories: new Map(), locks: new Map() });
}

type WhyChanged = (directory: string, digest: string) => string | undefined;

interface Ground {
  readonly expected: ReadonlyMap<string, Expected>;
  /** Returns the approved or locked directory that contains a directory. */
  readonly homeOf: (directory: string) => Home | undefined;
  readonly whyChanged: WhyChanged;
}

interface Home {
  /** The approved directory. */
  readonly path: string;
  /** Path from the approved directory to the skill's directory: "" or `sub/`. */
  readonly prefix: string;
}

/** Checks a skill by the path where it was found, and by its real path. */
function verifySkill(skill: Skill, { expected, homeOf, whyChanged }: Ground): LoadVerdict & { readonly home?: string } {
  if (skill.root.source !== undefined) return {};
  const verdicts = pathsOfSkill(skill).flatMap((place) => {
    const home = homeOf(place);
    if (home === undefined) return [];
    const found = expected.get(home.path) as Expected;
    if (!found.isAbout(skill)) return [];
    return [{ home, found, why: whyChanged(home.path, found.digest) }];
  });
  const [first, second] = verdicts;
  if (first === undefined) return {};
  // If the user approved the target of a symlink, a lock alone cannot withdraw that approval.
  const byUser = second?.found.byUser === true && !first.found.byUser && second.why === undefined;
  const { home, found, why } = byUser && first.why !== undefined ? second : first;
  const approved = heldTo(found, home.prefix);
  return { home: home.path, approved, ...(why === undefined ? {} : { withheld: changed(why, skill.name) }) };
}

/** Returns the directory where the skill was found, and its real directory. */
function pathsOfSkill(skill: Skill): readonly string[] {
  return [skill.directory, directoryOfSkill(skill)];
}

function changed(why: string, name: string): Withheld {
  return {
    code: "SK503",
    reason: `it has changed since it was approved${why}`,
    help: why.endsWith(SYMLINK)
      ? "remove the symlink, then run `skillwright install` or `skillwright update --rollback`"
      : `review the changes, then approve it again: \`skillwright approve ${name}\``,
  };
}

function heldTo({ digest, byUser, files }: Expected, prefix: string): ApplicableApproval {
  return {
    digest,
    prefix,
    byUser,
    get files() {
      return files();
    },
  };
}

/**
 * Returns a function that finds the approved directory of a skill. A skill inside an approved directory is part of it.
 * A root that became a symlink keeps its approvals.
 */
function homeFinder(expected: ReadonlyMap<string, Expected>, files: Files): Ground["homeOf"] {
  const links = [...expected.keys()].filter((each) => isLink(each, files));
  const moved = movedPaths(new Set([...expected.keys()].map(parentPath)), files);
  const linked = movedPaths(links, files);
  return (directory) => {
    for (let at = directory; at !== ""; at = parentPath(at)) {
      const root = moved.size === 0 ? undefined : moved.get(parentPath(at));
      const instead = linked.get(at) ?? (root === undefined ? at : root + at.slice(parentPath(at).length));
      const path = expected.has(at) ? at : instead;
      if (expected.has(path)) return { path, prefix: directory === at ? "" : `${directory.slice(at.length + 1)}/` };
    }
    return undefined;
  };
}

/** Returns the paths that became symlinks, by their real paths. */
function movedPaths(paths: Iterable<string>, files: Files): ReadonlyMap<string, string> {
  const moved = new Map<string, string>();
  for (const path of paths) {
    const real = realPathIfAny(path, files);
    if (real !== undefined && real !== path) moved.set(real, path);
  }
  return moved;
}

interface LockedNames {
  add(name: string, directory: string): void;
  /** Returns the approved directories with this name, in the project or among the user's skills. */
  of(skill: Skill): readonly string[];
}

/**
 * Collects the names of approved skills, separately for the project and the user. A project cannot take names from the
 * user's skills.
 */
function lockedNames(expected: ReadonlyMap<string, Expected>, { projectRoot, home, store }: StatePaths): LockedNames {
  const zones = { project: new Map<string, Set<string>>(), user: new Map<string, Set<string>>() };
  const data = parentPath(store);
  const isProjects = (path: string): boolean =>
    isInside(path, projectRoot) && !(isInside(home, projectRoot) && isInside(path, home));
  const add = (name: string, directory: string): void => {
    // Plugins and pulled skills have the lowest precedence, so others may use their names.
    if (isInside(directory, data)) return;
    const zone = zones[isProjects(directory) ? "project" : "user"];
    const key = nameKey(name);
    zone.set(key, (zone.get(key) ?? new Set()).add(directory));
  };
  for (const directory of expected.keys()) add(baseName(directory), directory);
  return {
    add,
    of({ name, scope }) {
      const zone = scope === "repo" ? zones.project : scope === "user" ? zones.user : undefined;
      return [...(zone?.get(nameKey(name)) ?? [])];
    },
  };
}

interface NameGround {
  readonly expected: ReadonlyMap<string, Expected>;
  readonly names: LockedNames;
  readonly files: Files;
  readonly whyChanged: WhyChanged;
}

/**
 * Returns why a skill may not use the name of an approved skill. A skill with equal bytes may use it; any other must be
 * approved first.
 */
function takeoverBy(skill: Skill, { expected, names, whyChanged }: NameGround): Withheld | undefined {
  const locked = skill.root.source === undefined ? names.of(skill) : [];
  const directory = directoryOfSkill(skill);
  const isCopy = (each: string): boolean => whyChanged(directory, expected.get(each)?.digest ?? "") === undefined;
  const [first] = locked;
  if (first === undefined || locked.some(isCopy)) return undefined;
  return {
    code: "SK507",
    reason: `\`${skill.name}\` is the name of the locked skill in \`${first}\`, and this is another directory`,
    help: `rename or remove this skill; to use it, run \`skillwright approve ${directory}\``,
  };
}

/**
 * Returns a function that compares a directory with an approved digest. It returns undefined for unchanged files;
 * otherwise a clause, which is empty if there is no more to say than different bytes.
 */
function changeFinder(stamps: Stamps, files: Files): WhyChanged {
  const answers = new Map<string, string | undefined>();
  return (directory, digest) => {
    const key = `${digest} ${directory}`;
    if (!answers.has(key)) answers.set(key, whyChanged(directory, digest, stamps, files));
    return answers.get(key);
  };
}

const SYMLINK = " leads through a symlink";

function whyChanged(directory: string, digest: string, stamps: Stamps, files: Files): string | undefined {
  const known = stamps.directories.get(directory);
  if (known?.digest === digest && looksSame(directory, known, files)) return undefined;
  const real = realPathIfAny(directory, files) ?? directory;
  const symlink = real === directory ? "" : `: \`${directory}\`${SYMLINK}`;
  try {
    return digestDirectory(directory, files) === digest ? undefined : symlink;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return symlink || `: ${error.message}`;
  }
}
