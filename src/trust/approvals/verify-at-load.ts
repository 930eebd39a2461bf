/**
 * Is a skill still what was approved? In: what locks and approvals say, and the skills that were found. Out: for each the
 * bytes that it is held to, or why it is withheld. Loaded only where there is a lock or an approval, so that a machine
 * without any pays nothing.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { Approved, HeldTo } from "../../model/rules/approval.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Withheld } from "../../model/skills/snapshot.ts";
import { type Files, realPathIfAny } from "../../platform/files/files.ts";
import { digestDirectory } from "../bundle/digest.ts";
import { readApprovalDigests, readApprovals } from "./approvals.ts";
import { directoryOfSkill } from "./directory-of-skill.ts";
import { type LockPlace, projectLockOf, refusedKeyFindings, resolveKeys, userLockOf } from "./lock-keys.ts";
import type { Places } from "./places.ts";
import { readLock, readLockDigests } from "./skills-lock.ts";
import { digestsOf, looksSame, readStamps, type StampedLock, type Stamps } from "./stamps.ts";
import { isWithin } from "./trust-store.ts";

export interface Verdict {
  readonly approved?: HeldTo;
  readonly withheld?: Withheld;
}

export interface Verifier {
  readonly diagnostics: readonly Diagnostic[];
  verdictOn(skill: Skill): Verdict;
}

/** [Y6] What the user approved comes before what a lock says; a lock counts where there is no approval. */
export function openVerifier(places: Places, files: Files): Verifier {
  const diagnostics: Diagnostic[] = [];
  const stamps = readStampsOrNone(places, files);
  const expected = new Map<string, Expected>();
  for (const source of sourcesOf(places, files)) {
    const said = readSaid(source, digestsOf(source.path, stamps, files), diagnostics);
    const { lock, byUser } = source;
    const { found, refused } = lock
      ? resolveKeys(said.digests, lock, files)
      : { found: [...said.digests].map(([key, value]) => ({ key, directory: key, value })), refused: [] };
    if (lock) diagnostics.push(...refusedKeyFindings(refused, lock, files));
    for (const { key, directory, value } of found)
      expected.set(directory, { digest: value, byUser, files: () => said.files(key, value) });
  }
  const whyChanged = changeJudge(stamps, files);
  return { diagnostics, verdictOn: (skill) => judge(skill, expected, whyChanged) };
}

interface Expected {
  readonly digest: string;
  readonly byUser: boolean;
  /** Read when they are needed: a listing needs none. */
  readonly files: () => Approved["files"];
}

/** Something that says which digest a directory is to have. */
interface Says {
  readonly path: string;
  /** Present if it is a lock, whose keys have to be resolved; approvals have absolute directories. */
  readonly lock?: LockPlace;
  readonly byUser: boolean;
  readonly digests: () => ReadonlyMap<string, string>;
  readonly read: () => ReadonlyMap<string, Approved>;
}

/** What comes later counts before what came earlier. */
function sourcesOf(places: Places, files: Files): readonly Says[] {
  return [
    lockAt(projectLockOf(places), files),
    lockAt(userLockOf(places), files),
    ...(areBelieved(places, files) ? [approvalsAt(places.approvals, files)] : []),
  ];
}

function lockAt(lock: LockPlace, files: Files): Says {
  const { path } = lock;
  return {
    path,
    lock,
    byUser: false,
    digests: () => readLockDigests(path, files),
    read: () => readLock(path, files),
  };
}

function approvalsAt(path: string, files: Files): Says {
  return {
    path,
    byUser: true,
    digests: () => readApprovalDigests(path, files),
    read: () => readApprovals(path, files),
  };
}

/** [Y7] Approvals that the project itself could have written approve nothing. */
function areBelieved({ approvals, projectRoot, home }: Places, files: Files): boolean {
  const real = realPathIfAny(approvals, files);
  return real !== undefined && (home === projectRoot || !isWithin(real, projectRoot));
}

interface Read {
  readonly digests: Iterable<readonly [key: string, digest: string]>;
  readonly files: (key: string, digest: string) => Approved["files"];
}

/** From what is known of the file where it has not changed, else from the file. Damaged, it is said once and counts for nothing. */
function readSaid(says: Says, known: StampedLock["digests"] | undefined, diagnostics: Diagnostic[]): Read {
  let all: ReadonlyMap<string, Approved> | undefined;
  return {
    digests: known ? Object.entries(known) : attempt(says.digests, new Map(), diagnostics),
    files(key, digest) {
      // Whoever asks is about to hand out bytes: without a list none of them is approved.
      all ??= attempt(says.read, new Map<string, Approved>(), []);
      const approved = all.get(key);
      return approved?.digest === digest ? approved.files : {};
    },
  };
}

function attempt<T>(ask: () => T, otherwise: T, diagnostics: Diagnostic[]): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    diagnostics.push(diagnostic("SK504", { message: error.message, help: error.hint }));
    return otherwise;
  }
}

/** A cache that cannot be read is no news to anybody. */
function readStampsOrNone({ stamps }: Places, files: Files): Stamps {
  return attempt<Stamps>(() => readStamps(stamps, files), { directories: new Map(), locks: new Map() }, []);
}

type Judge = (directory: string, digest: string) => string | undefined;

function judge(skill: Skill, expected: ReadonlyMap<string, Expected>, whyChanged: Judge): Verdict {
  const directory = directoryOfSkill(skill);
  const home = skill.root.source === undefined ? nearestExpected(directory, expected) : undefined;
  const found = home === undefined ? undefined : expected.get(home);
  if (home === undefined || found === undefined) return {};
  const held = heldTo(found, directory === home ? "" : `${directory.slice(home.length + 1)}/`);
  const why = whyChanged(home, found.digest);
  if (why === undefined) return { approved: held };
  return {
    approved: held,
    withheld: {
      code: "SK503",
      reason: `it has changed since it was approved${why}`,
      help: `see what changed, and say yes to it again: \`skillwright approve ${skill.name}\``,
    },
  };
}

function heldTo({ digest, byUser, files }: Expected, prefix: string): HeldTo {
  return {
    digest,
    prefix,
    byUser,
    get files() {
      return files();
    },
  };
}

/** A skill inside another is part of what was approved there. */
function nearestExpected(directory: string, expected: ReadonlyMap<string, Expected>): string | undefined {
  for (let at = directory; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) if (expected.has(at)) return at;
  return undefined;
}

/** Gives undefined for what is as it was; otherwise a clause, empty where other bytes are all there is to say. */
function changeJudge(stamps: Stamps, files: Files): Judge {
  const answers = new Map<string, string | undefined>();
  return (directory, digest) => {
    if (!answers.has(directory)) answers.set(directory, whyChanged(directory, digest, stamps, files));
    return answers.get(directory);
  };
}

function whyChanged(directory: string, digest: string, stamps: Stamps, files: Files): string | undefined {
  const known = stamps.directories.get(directory);
  if (known?.digest === digest && looksSame(directory, known, files)) return undefined;
  try {
    return digestDirectory(directory, files) === digest ? undefined : "";
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return `: ${error.message}`;
  }
}
