/**
 * Is a skill still what was approved? In: what locks and approvals say, and the skills that were found. Out: for each the
 * bytes that it is held to, or why it is withheld. Loaded only where there is a lock or an approval, so that a machine
 * without any pays nothing.
 */
import { digestDirectory } from "../catalog/digest.ts";
import { diagnostic } from "../diagnostics/diagnostic.ts";
import type { Approved, HeldTo } from "../model/approval.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { OperationError } from "../model/errors.ts";
import type { Skill } from "../model/skill.ts";
import type { Withheld } from "../model/snapshot.ts";
import type { Files } from "../platform/files.ts";
import { type Approvals, readApprovals } from "./approvals.ts";
import { directoryOfSkill } from "./directory-of-skill.ts";
import { directoryOf, type Places } from "./places.ts";
import { type Lock, readLock } from "./skills-lock.ts";
import { looksSame, readStamps, type Stamps } from "./stamps.ts";
import { isWithin } from "./trust-store.ts";

export interface Verdict {
  readonly approved?: HeldTo;
  readonly withheld?: Withheld;
  /** The user approved exactly these bytes, so the folder need not be trusted. */
  readonly byUser?: boolean;
}

export interface Verifier {
  readonly diagnostics: readonly Diagnostic[];
  verdictOn(skill: Skill): Verdict;
}

/** [Y6] What the user approved comes before what a lock says; a lock counts where there is no approval. */
export function openVerifier(places: Places, files: Files): Verifier {
  const diagnostics: Diagnostic[] = [];
  const read = <T>(ask: () => T, otherwise: T): T => attempt(ask, otherwise, diagnostics);
  const expected = new Map<string, Expected>();
  const stamps = readStampsOrNone(places, files);
  const add = (lock: Lock, base: string): void => {
    for (const [key, entry] of lock) expected.set(directoryOf(key, base), { approved: entry, byUser: false });
  };
  add(
    read(() => readLock(places.projectLock, files), new Map()),
    places.projectRoot,
  );
  add(
    read(() => readLock(places.userLock, files), new Map()),
    places.home,
  );
  for (const [directory, approved] of read(() => believed(places, files), new Map()))
    expected.set(directory, { approved, byUser: true });
  const whyChanged = changeJudge(stamps, files);
  return { diagnostics, verdictOn: (skill) => judge(skill, expected, whyChanged) };
}

interface Expected {
  readonly approved: Approved;
  readonly byUser: boolean;
}

/** [Y7] Approvals that the project itself could have written approve nothing. */
function believed({ approvals, projectRoot, home }: Places, files: Files): Approvals {
  if (!files.exists(approvals)) return new Map();
  const inside = home !== projectRoot && isWithin(files.realPath(approvals), projectRoot);
  return inside ? new Map() : readApprovals(approvals, files);
}

/** Damaged files are said once, and then count for nothing. */
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
  return attempt<Stamps>(() => readStamps(stamps, files), new Map(), []);
}

type Judge = (directory: string, digest: string) => string | undefined;

function judge(skill: Skill, expected: ReadonlyMap<string, Expected>, whyChanged: Judge): Verdict {
  const directory = directoryOfSkill(skill);
  const home = skill.root.source === undefined ? nearestExpected(directory, expected) : undefined;
  const found = home === undefined ? undefined : expected.get(home);
  if (home === undefined || found === undefined) return {};
  const { approved, byUser } = found;
  const held = { ...approved, prefix: directory === home ? "" : `${directory.slice(home.length + 1)}/` };
  const why = whyChanged(home, approved.digest);
  if (why === undefined) return { approved: held, byUser };
  return {
    approved: held,
    withheld: {
      code: "SK503",
      reason: `it has changed since it was approved${why}`,
      help: `see what changed, and say yes to it again: \`skillwright approve ${skill.name}\``,
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
  const known = stamps.get(directory);
  if (known?.digest === digest && looksSame(directory, known, files)) return undefined;
  try {
    return digestDirectory(directory, files) === digest ? undefined : "";
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return `: ${error.message}`;
  }
}
