/**
 * Decides which loaded skills are withheld, and why. Each reason can only withhold a skill; no reason makes a withheld
 * skill available.
 */
import type { Interruption } from "../../install/journal/interruption.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { POLICY_LAYERS, type PolicyLayer } from "../../model/rules/policy.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Loaded, Withheld } from "../../model/skills/snapshot.ts";
import { type Environment, platformDirectories } from "../../platform/environment.ts";
import { entryExists, type Files } from "../../platform/files/files.ts";
import type { Verifier } from "../../trust/approvals/verify-at-load.ts";
import { whyUntrusted } from "../../trust/folders/vouch-for-root.ts";
import { statePathsOf } from "../../trust/locks/state-paths.ts";
import type { OpenPolicy, PolicyContext } from "./open-policy.ts";

export interface WithholdReasons {
  /** The reason why every skill is withheld. */
  readonly all: Withheld | undefined;
  /** Skills whose bytes differ from the approved bytes. */
  readonly changed: ReadonlyMap<Skill, Withheld>;
  /** Skills that their source withholds. */
  readonly bySource: ReadonlyMap<Skill, Withheld>;
  readonly policy: OpenPolicy | undefined;
}

/**
 * Returns the first reason in this order: damaged configuration, changed bytes, the source, an untrusted folder, a
 * policy.
 */
export function whyWithheld(skill: Skill, { all, changed, bySource, policy }: WithholdReasons): Withheld | undefined {
  return all ?? changed.get(skill) ?? bySource.get(skill) ?? whyUntrusted(skill) ?? policy?.withheld(skill);
}

/**
 * Withholds a skill of another host's view. Whether the skill's folder is trusted is decided separately, by `loadHost`.
 */
export function withholdLoaded(
  loaded: Loaded,
  { all, verifier, policy }: Pick<WithholdReasons, "all" | "policy"> & { readonly verifier: Verifier | undefined },
): Loaded {
  const held = withholdByPolicy(verifier ? verifyLoaded(loaded, verifier) : loaded, policy);
  return all ? { ...held, withheld: all } : held;
}

/** Codes that every command reports: unreadable files that withhold skills, and interrupted installations. */
const DAMAGE: ReadonlySet<string> = new Set(["SK030", "SK420", "SK421", "SK504", "SK530", "SK663", "SK668"]);

/**
 * Reports damaged files. If a configuration is damaged, it returns the reason why every skill is withheld, because the
 * configuration could disable any skill.
 */
export function reportDamage(
  diagnostics: readonly Diagnostic[],
  onDamage: ((findings: readonly Diagnostic[]) => void) | undefined,
): Withheld | undefined {
  const damage = diagnostics.filter(({ code }) => DAMAGE.has(code));
  if (damage.length > 0) onDamage?.(damage);
  const settings = damage.find(({ code }) => code === "SK030");
  if (settings === undefined) return undefined;
  const { path = settings.at?.path, message, help } = settings;
  const reason = path === undefined ? message : `\`${path}\`: ${message}`;
  return { code: "SK030", reason, ...(help === undefined ? {} : { help }) };
}

interface Where {
  readonly environment: Environment;
  readonly projectRoot: string;
  readonly files: Files;
}

export async function findVerifier(
  { environment, projectRoot, files }: Where,
  interruption: Interruption | undefined,
): Promise<Verifier | undefined> {
  const statePaths = statePathsOf(environment, projectRoot);
  const approved = interruption?.approved ?? new Map();
  const isKnown = [statePaths.projectLock, statePaths.userLock, statePaths.approvals].some((path) =>
    entryExists(path, files),
  );
  if (!isKnown && approved.size === 0) return undefined;
  return (await import("../../trust/approvals/verify-at-load.ts")).openVerifier(statePaths, files, approved);
}

/** Reads the journal of an interrupted installation. The next command that installs completes it. */
export async function findInterruption({ environment, projectRoot, files }: Where): Promise<Interruption | undefined> {
  const statePaths = statePathsOf(environment, projectRoot);
  if (!files.exists(statePaths.journal)) return undefined;
  return (await import("../../install/journal/interruption.ts")).readInterruption(statePaths, files);
}

interface Held {
  readonly skills: readonly Skill[];
  /** Skills that do not match their approval, with the reason. */
  readonly changed: ReadonlyMap<Skill, Withheld>;
}

export function verifySkills(skills: readonly Skill[], verifier: Verifier | undefined): Held {
  const changed = new Map<Skill, Withheld>();
  if (verifier === undefined) return { skills, changed };
  const held = skills.map((skill) => {
    const { approved, withheld } = verifier.verdictOn(skill);
    const each = approved ? { ...skill, approved } : skill;
    if (withheld) changed.set(each, withheld);
    return each;
  });
  for (const skill of held) {
    const withheld = skill.approved || changed.has(skill) ? undefined : verifier.takeoverBy(skill);
    if (withheld) changed.set(skill, withheld);
  }
  return { skills: held, changed };
}

/**
 * Checks a skill of a host's view against its approval, and withholds the skill if it has changed since the approval.
 */
function verifyLoaded(loaded: Loaded, verifier: Verifier): Loaded {
  const { approved, withheld } = verifier.verdictOn(loaded.skill);
  if (approved === undefined) {
    const taken = withheld ?? verifier.takeoverBy(loaded.skill);
    return taken ? { ...loaded, withheld: taken } : loaded;
  }
  return { ...loaded, skill: { ...loaded.skill, approved }, ...(withheld ? { withheld } : {}) };
}

/** Returns the paths of policy files. They are beside the configuration files. */
export function policyPaths({
  environment,
  projectRoot,
}: Omit<PolicyContext, "files">): Readonly<Record<PolicyLayer, string>> {
  const { admin, config } = platformDirectories(environment);
  return {
    admin: `${admin}/policy.yaml`,
    user: `${config}/policy.yaml`,
    project: `${projectRoot}/.skillwright/policy.yaml`,
  };
}

/** Opens the policies that apply here; undefined if there are none. A project's own policy needs a trusted folder. */
export async function findPolicy(
  ground: PolicyContext & { readonly trusted: boolean },
): Promise<OpenPolicy | undefined> {
  const statePaths = policyPaths(ground);
  const there = POLICY_LAYERS.filter((layer) => entryExists(statePaths[layer], ground.files));
  if (there.length === 0) return undefined;
  const { openPolicy } = await import("./open-policy.ts");
  return openPolicy(
    there.map((layer) => ({ layer, path: statePaths[layer], trusted: layer !== "project" || ground.trusted })),
    ground,
  );
}

/** Withholds a skill of a host's view if a policy denies it. */
function withholdByPolicy(loaded: Loaded, policy: OpenPolicy | undefined): Loaded {
  const withheld = policy?.withheld(loaded.skill);
  return withheld === undefined ? loaded : { ...loaded, withheld };
}
