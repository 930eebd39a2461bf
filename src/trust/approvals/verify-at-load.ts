/**
 * Checks whether skills still have the approved bytes. It compares found skills with the locks and the approvals. For
 * each skill it returns the approval that applies, or why the skill is withheld. It is loaded only if there is a lock
 * or an approval.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { ApplicableApproval, ApprovedFiles } from "../../model/rules/approval.ts";
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

/** The result for a skill. If no lock or approval covers the skill, both fields are undefined. */
export interface LoadVerdict {
  readonly approved?: ApplicableApproval;
  readonly withheld?: Withheld;
}

export interface Verifier {
  readonly diagnostics: readonly Diagnostic[];
  verdictOn(skill: Skill): LoadVerdict;
  /**
   * Returns why a skill without approval may not use the name of an approved skill. Call it only after every skill has
   * a verdict, because the names of approved skills are not complete before.
   */
  takeoverBy(skill: Skill): Withheld | undefined;
}

/** Opens the verifier. If a lock and the user's approval differ, the approval takes precedence. */
export function openVerifier(
  statePaths: StatePaths,
  files: Files,
  interrupted: ReadonlyMap<string, ApprovedFiles> = new Map(),
): Verifier {
  const diagnostics: Diagnostic[] = [];
  const stamps = readStampsOrNone(statePaths, files);
  const expected = new Map<string, Expected>();
  const damaged: { readonly covers: Says["covers"]; readonly withheld: Withheld }[] = [];
  for (const source of sourcesOf(statePaths, files)) {
    const { lock, byUser, covers } = source;
    // A project's lock applies to the project's own skills, and to skills at the paths that the lock covers. If the
    // project has a symlink to one of the user's skills, that skill still belongs to the user.
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
  // Adds approvals that an interrupted installation has not written yet. The user gave these approvals before the
  // interruption.
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
      // If a lock or approval file cannot be read, every skill to which it could apply may be withheld.
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
  /** Returns the list of approved files. It is read on demand, because listings do not need it. */
  readonly files: () => ApprovedFiles["files"];
}

/** A lock or approval file. It contains a digest for each directory. */
interface Says {
  readonly path: string;
  /** Set if the file is a lock. The keys of a lock must be resolved, but approvals have absolute directories. */
  readonly lock?: LocatedLock;
  readonly byUser: boolean;
  /** Returns true if the file can apply to a directory. */
  readonly covers: (directory: string) => boolean;
  readonly digests: () => ReadonlyMap<string, string>;
  readonly read: () => ReadonlyMap<string, ApprovedFiles>;
}

/** Returns the lock and approval files. The last file has the highest precedence. */
function sourcesOf(statePaths: StatePaths, files: Files): readonly Says[] {
  const { approvals, userLock, projectRoot } = statePaths;
  return [
    lockAt(projectLockOf(statePaths), (directory) => isInside(directory, projectRoot), files),
    // If the user's lock is in the project, it is ignored, because the project could have written it.
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
  readonly files: (key: string, digest: string) => ApprovedFiles["files"];
}

/**
 * Reads the digests of a file. If the file has not changed, the cached digests are used. Throws SK504 if the file is
 * damaged.
 */
function readSaid(says: Says, known: StampedLock["digests"] | undefined): Read {
  let all: ReadonlyMap<string, ApprovedFiles> | undefined;
  return {
    digests: known ? Object.entries(known) : says.digests(),
    files(key, digest) {
      // The caller is about to use bytes of the skill. If the list of files cannot be read, every file is treated as
      // not approved.
      all ??= unlessDamaged(says.read, new Map<string, ApprovedFiles>());
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

/** Reads the cache of stamps. An unreadable cache is treated as empty. */
function readStampsOrNone({ stamps }: StatePaths, files: Files): Stamps {
  return unlessDamaged<Stamps>(() => readStamps(stamps, files), { directories: new Map(), locks: new Map() });
}

type WhyChanged = (directory: string, digest: string) => string | undefined;

interface Ground {
  readonly expected: ReadonlyMap<string, Expected>;
  /** Returns the approved or locked directory that equals the given directory or contains it. */
  readonly homeOf: (directory: string) => Home | undefined;
  readonly whyChanged: WhyChanged;
}

interface Home {
  /** The approved directory. */
  readonly path: string;
  /** Path from the approved directory to the skill's directory: "", or a path such as `sub/`. */
  readonly prefix: string;
}

/** Checks a skill by the path at which it was found, and by its real path. */
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
  // The user has approved the skill to which a symlink leads. A lock for the symlink's path cannot withdraw this
  // approval.
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
 * Returns a function that finds the approved directory of a skill. Skills inside of an approved directory belong to it.
 * If a root is replaced by a symlink, its approvals stay valid.
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

/** Returns the approved paths that are symlinks now. The keys are their real paths. */
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
  /**
   * Returns the approved directories with the name of this skill. They must have the same owner as the skill: the
   * project or the user.
   */
  of(skill: Skill): readonly string[];
}

/**
 * Collects the names of approved skills, separately for the project and the user. An approval in a project therefore
 * does not reserve a name among the user's skills.
 */
function lockedNames(expected: ReadonlyMap<string, Expected>, { projectRoot, home, store }: StatePaths): LockedNames {
  const zones = { project: new Map<string, Set<string>>(), user: new Map<string, Set<string>>() };
  const data = parentPath(store);
  const isProjects = (path: string): boolean =>
    isInside(path, projectRoot) && !(isInside(home, projectRoot) && isInside(path, home));
  const add = (name: string, directory: string): void => {
    // Names of plugins and pulled skills are not reserved. These skills have the lowest precedence, so other skills may
    // use the same names.
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
 * Returns why a skill may not use the name of an approved skill. Only a skill with the same bytes may use it; any other
 * skill must be approved first.
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
 * Returns a function that compares a directory with an approved digest. For unchanged files it returns undefined,
 * otherwise a clause about the difference. The clause is empty if only bytes differ.
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
