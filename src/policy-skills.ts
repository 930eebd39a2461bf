/**
 * Conductor: the policy of one machine and project, and what it says about skills that were found. Where nobody wrote a
 * policy, nothing of it is even loaded. It withholds; it never lets in what something else keeps out.
 */
import { addresses } from "./catalog/build-snapshot.ts";
import { digestDirectory } from "./catalog/digest.ts";
import type { Diagnostic } from "./model/diagnostic.ts";
import { OperationError } from "./model/errors.ts";
import type { Origin } from "./model/origin.ts";
import { POLICY_LAYERS, type PolicyDecision, type PolicyFile, type PolicyLayer, type PolicySubject } from "./model/policy.ts";
import type { Skill } from "./model/skill.ts";
import type { Loaded, Withheld } from "./model/snapshot.ts";
import { type Environment, platformDirectories } from "./platform/environment.ts";
import type { Files } from "./platform/files.ts";
import { directoryOfSkill } from "./trust/directory-of-skill.ts";
import { directoryOf, placesOf } from "./trust/places.ts";
import { readLock } from "./trust/skills-lock.ts";

export interface PolicyGround {
  readonly environment: Environment;
  readonly projectRoot: string;
  readonly trusted: boolean;
  readonly files: Files;
}

export interface Policy {
  readonly files: readonly PolicyFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** What the files say about a skill that was found, at the moment of its loading. */
  judge(skill: Skill): PolicyDecision;
  /** Why a skill is not offered, where that is so. */
  withheld(skill: Skill): Withheld | undefined;
}

/** Where policies stand: beside the configuration files. */
export function policyPlaces({ environment, projectRoot }: Pick<PolicyGround, "environment" | "projectRoot">): Readonly<Record<PolicyLayer, string>> {
  const { admin, config } = platformDirectories(environment);
  return {
    admin: `${admin}/policy.yaml`,
    user: `${config}/policy.yaml`,
    project: `${projectRoot}/.skillwright/policy.yaml`,
  };
}

/** [B52] undefined where there is none. */
export async function policyFor(ground: PolicyGround): Promise<Policy | undefined> {
  const { files, trusted } = ground;
  const places = policyPlaces(ground);
  const there = POLICY_LAYERS.filter((layer) => files.exists(places[layer]));
  if (there.length === 0) return undefined;
  const [{ loadPolicy }, { decidePolicy }] = await Promise.all([
    import("./policy/load-policy.ts"),
    import("./policy/decide-policy.ts"),
  ]);
  const loaded = loadPolicy(
    there.map((layer) => ({ layer, path: places[layer], trusted: layer !== "project" || trusted })),
    files,
  );
  const originOf = originsIn(ground);
  const judge = (skill: Skill): PolicyDecision => decidePolicy(loaded.files, subjectOf(skill, originOf, files), "load");
  return { ...loaded, judge, withheld: (skill) => withholding(judge(skill)) };
}

/** [B53] */
export function holdToPolicy(loaded: Loaded, policy: Policy | undefined): Loaded {
  const withheld = loaded.withheld ?? policy?.withheld(loaded.skill);
  return withheld === loaded.withheld || withheld === undefined ? loaded : { ...loaded, withheld };
}

function withholding({ decision, reason, from }: PolicyDecision): Withheld | undefined {
  if (decision !== "deny") return undefined;
  return { code: "SK413", reason: `${reason} (${from})`, help: "`skillwright policy explain` shows every rule that fits" };
}

function subjectOf(skill: Skill, originOf: (directory: string) => Origin | undefined, files: Files): PolicySubject {
  const inSource = skill.root.source !== undefined;
  const directory = directoryOfSkill(skill);
  const origin = inSource ? undefined : originOf(directory);
  return {
    isNamed: (pattern) => addresses(pattern, skill),
    scope: skill.scope,
    origin: origin?.source,
    publisher: origin?.signer,
    digest: () => (inSource ? undefined : digestOf(directory, files)),
  };
}

/** A directory that cannot be hashed has no digest that a rule could name. */
function digestOf(directory: string, files: Files): string | undefined {
  try {
    return digestDirectory(directory, files);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return undefined;
  }
}

/** From the locks, which are read when the first rule asks for it. */
function originsIn({ environment, projectRoot, files }: PolicyGround): (directory: string) => Origin | undefined {
  let known: Map<string, Origin> | undefined;
  return (directory) => {
    if (known === undefined) {
      const { projectLock, userLock, home } = placesOf(environment, projectRoot);
      known = new Map();
      for (const [path, base] of [
        [projectLock, projectRoot],
        [userLock, home],
      ] as const)
        for (const [key, { origin }] of entriesOf(path, files)) known.set(directoryOf(key, base), origin);
    }
    return known.get(directory);
  };
}

/** What is wrong with a lock is said where it is verified. */
function entriesOf(path: string, files: Files): Iterable<readonly [string, { readonly origin: Origin }]> {
  try {
    return readLock(path, files);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return [];
  }
}
