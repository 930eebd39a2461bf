/**
 * Applies policy files to found skills, and to skills before they are installed. Facts about a skill (locks, digests,
 * signatures) are read only if a rule needs them.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { PolicyDecision, PolicyFile, PolicySubject, SubjectFacts } from "../../model/rules/policy.ts";
import type { Origin } from "../../model/skills/origin.ts";
import type { Scope } from "../../model/skills/root.ts";
import { directoryOfSkill, type Skill } from "../../model/skills/skill.ts";
import type { Withheld } from "../../model/skills/snapshot.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { matchWildcards } from "../../model/text/matching/match-wildcards.ts";
import { nameKey } from "../../model/text/text.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files/files.ts";
import { digestDirectory } from "../../trust/bundle/digest.ts";
import { type LocatedLock, projectLockOf, resolveKeys, userLockOf } from "../../trust/locks/lock-keys.ts";
import { readLock } from "../../trust/locks/skills-lock.ts";
import { statePathsOf } from "../../trust/locks/state-paths.ts";
import { decidePolicy } from "../../trust/policy/decide-policy.ts";
import { loadPolicy, type PolicyPath } from "../../trust/policy/load-policy.ts";
import { isSelectedBy } from "../snapshot/build-snapshot.ts";

export interface PolicyContext {
  readonly environment: Environment;
  readonly projectRoot: string;
  readonly files: Files;
}

export interface OpenPolicy {
  readonly files: readonly PolicyFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** Returns why a skill is not offered, if a policy denies it. */
  readonly withheld: (skill: Skill) => Withheld | undefined;
  /** Ids of checked skills for which a policy requires a question to the user. */
  readonly asked: ReadonlySet<string>;
  /** Returns the decision about a skill before its install. */
  readonly decideInstall: (skill: SubjectFacts) => PolicyDecision;
}

export async function openPolicy(statePaths: readonly PolicyPath[], ground: PolicyContext): Promise<OpenPolicy> {
  const loaded = loadPolicy(statePaths, ground.files);
  const subjectOf = await policySubjects(ground, loaded.files);
  const asked = new Set<string>();
  return {
    ...loaded,
    asked,
    withheld: (skill) => {
      const decided = decidePolicy(loaded.files, subjectOf(skill), "load");
      if (decided.decision === "ask") asked.add(skill.id);
      return withholding(decided);
    },
    decideInstall: (skill) => decidePolicy(loaded.files, installSubject(skill, ground), "install"),
  };
}

function withholding({ decision, reason, from }: PolicyDecision): Withheld | undefined {
  if (decision !== "deny") return undefined;
  return {
    code: "SK413",
    reason: `${reason} (${from})`,
    help: "`skillwright explain --policy` shows every matching rule",
  };
}

/** Returns the facts of found skills, which rules can match. */
export async function policySubjects(
  ground: PolicyContext,
  files: readonly PolicyFile[],
): Promise<(skill: Skill) => PolicySubject> {
  const originOf = originsIn(ground);
  const signerOf = await signersFor(ground, files);
  return (skill) => {
    const directory = skill.root.source === undefined ? directoryOfSkill(skill) : undefined;
    const known = directory === undefined ? undefined : originOf(directory);
    return {
      isNamed: (pattern) => isSelectedBy(pattern, skill),
      scope: skill.scope,
      origin: known?.origin.source,
      originProven: known?.byUser === true || skill.approved?.byUser === true,
      publisher: () => (directory === undefined ? undefined : signerOf(directory)),
      digest: () => (directory === undefined ? undefined : digestOf(directory, ground.files)),
    };
  };
}

/** Returns the facts of a skill before its installation. The installer knows the skill's origin. */
function installSubject(
  { name, directory, origin, digest, signer }: SubjectFacts,
  { environment, projectRoot }: PolicyContext,
): PolicySubject {
  const { plugins } = statePathsOf(environment, projectRoot);
  const scope: Scope = isInside(directory, plugins) ? "plugin" : isInside(directory, projectRoot) ? "repo" : "user";
  return {
    isNamed: (pattern) =>
      pattern === directory ||
      nameKey(pattern) === nameKey(`${name}@${scope}`) ||
      (!pattern.includes("/") && matchWildcards(nameKey(pattern), nameKey(name))),
    scope,
    origin: origin.source,
    originProven: true,
    publisher: () => signer,
    digest: () => digest,
  };
}

/**
 * Returns the digest of a directory. If the directory cannot be hashed, it returns undefined, and no rule about digests
 * matches the skill.
 */
function digestOf(directory: string, files: Files): string | undefined {
  try {
    return digestDirectory(directory, files);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return undefined;
  }
}

interface KnownOrigin {
  readonly origin: Origin;
  /** True if the origin is from the user's own lock. */
  readonly byUser: boolean;
}

/** Returns a function that finds origins in the locks. The locks are read on the first call. */
function originsIn({ environment, projectRoot, files }: PolicyContext): (directory: string) => KnownOrigin | undefined {
  const statePaths = statePathsOf(environment, projectRoot);
  const read = (lock: LocatedLock): (readonly [string, KnownOrigin])[] =>
    resolveKeys(entriesOf(lock.path, files), lock, files).found.map(({ directory, value: { origin } }) => [
      directory,
      { origin, byUser: lock.of === "user" },
    ]);
  let known: ReadonlyMap<string, KnownOrigin> | undefined;
  return (directory) => {
    known ??= new Map([...read(projectLockOf(statePaths)), ...read(userLockOf(statePaths))]);
    return known.get(directory);
  };
}

/** Errors of a lock are ignored here, because `verify` reports them. */
function entriesOf(path: string, files: Files): (readonly [string, { readonly origin: Origin }])[] {
  try {
    return [...readLock(path, files)];
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return [];
  }
}

/** Returns the verified signers of directories. The verifier is loaded only if a rule names a publisher. */
async function signersFor(
  { environment, projectRoot, files }: PolicyContext,
  policies: readonly PolicyFile[],
): Promise<(directory: string) => string | undefined> {
  const asks = policies.some(({ rules }) => rules.some(({ when, unless }) => when.publisher ?? unless?.publisher));
  if (!asks) return () => undefined;
  const [{ readSigners }, { readDirectoryBundle }, { verifyBundle }, { signerOf }, { INSTALL_LIMITS }] =
    await Promise.all([
      import("../../trust/signatures/check-origin.ts"),
      import("../../trust/bundle/read-directory-bundle.ts"),
      import("../../trust/signatures/verify-signature.ts"),
      import("../../trust/signatures/manifest.ts"),
      import("../../model/skills/bundle.ts"),
    ]);
  const signers = readSigners(statePathsOf(environment, projectRoot), files, Date.now());
  return (directory) => {
    const read = readDirectoryBundle(directory, files, INSTALL_LIMITS);
    return "bundle" in read ? signerOf(verifyBundle(read.bundle, signers)) : undefined;
  };
}
