/**
 * Decides whether an actor may use a skill, and if not, why. The catalog, the tool, search, slash commands and mentions
 * all call this file; no other code decides.
 */
import { isSelectedBy } from "../../catalog/snapshot/build-snapshot.ts";
import type { AgentScope, OfferedSkill, SkillRequester } from "../../model/conversation/offer.ts";
import { type Code, codeKindOf, isCode } from "../../model/diagnostics/catalogue.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";
import { whyUntrusted } from "../../trust/folders/vouch-for-root.ts";
import { addressList } from "./addresses.ts";
import { matchPaths } from "./match-paths.ts";

/** The reason of a refusal, without the requested name. */
export interface RefusalReason {
  readonly code: Code;
  readonly reason: string;
  readonly help?: string;
}

export function whyRefused(loaded: Loaded, asking: SkillRequester): RefusalReason | undefined {
  const { skill } = loaded;
  return (
    untrusted(loaded, asking) ??
    switchedOff(loaded, asking) ??
    outOfScope(skill, asking.scope) ??
    notPermitted(skill, asking) ??
    keptFrom(loaded, asking) ??
    waiting(skill, asking)
  );
}

export const UNTRUSTED_HELP = "review the project's skills, then run `skillwright trust`";

/**
 * Refuses a skill that is withheld from every actor, for example by a policy. A skill that a host's rule hides only
 * from the model is not refused here. Some hosts show a project's skills without a trust check. Skillwright gives these
 * skills to no actor before the project is trusted.
 */
function untrusted({ skill, withheld }: Loaded, { preview }: SkillRequester): RefusalReason | undefined {
  if (preview && (withheld === undefined || withheld.code === "SK501")) return undefined;
  const forAll = withheld !== undefined && !isHostRule(withheld.code) ? withheld : whyUntrusted(skill);
  if (forAll === undefined) return undefined;
  const { code, reason, help = UNTRUSTED_HELP } = forAll;
  return { code: isCode(code) ? code : "SK501", reason, help };
}

/** Refuses a skill that the host's own settings disable, even to the user. */
function switchedOff(loaded: Loaded, asking: SkillRequester): RefusalReason | undefined {
  const { withheld } = loaded;
  if (withheld?.code !== "SK738" || isSwitchedOn(loaded, asking)) return undefined;
  return { code: "SK738", reason: withheld.reason, help: "enable the skill in that configuration" };
}

/**
 * Returns true if this agent's permissions enable the skill. The host's view is computed for the default agent, so
 * other agents need this check.
 */
function isSwitchedOn({ skill, withheld }: Loaded, { scope }: SkillRequester): boolean {
  const byPermission = withheld?.code === "SK738" && scope?.switchedByPermission === true;
  return byPermission && scope.permission?.(skill.name) !== "deny";
}

/**
 * Returns true for the code of a rule by which a host hides a skill from its model. Any other code withholds the skill
 * from every actor.
 */
export function isHostRule(code: string): boolean {
  return isCode(code) && codeKindOf(code) === "host";
}

/**
 * Refuses a skill outside of the agent's scope. A scope without skills allows every skill, unless the scope is strict.
 */
function outOfScope(skill: Skill, scope: AgentScope | undefined): RefusalReason | undefined {
  if (scope === undefined) return undefined;
  const free = scope.skills.length === 0 && !scope.strict;
  if (free || scope.skills.some((pattern) => isSelectedBy(pattern, skill) || isNestedAs(pattern, skill)))
    return outOfScope(skill, scope.within);
  return { code: "SK312", reason: "it is not among the skills of this agent", help: "add it to the agent's `skills`" };
}

/**
 * Returns true if the pattern is the directory of a nested skill. An agent's scope in crabtalk names a nested skill by
 * its directory. The id of such a skill is a path, and a call must not contain a path.
 */
function isNestedAs(pattern: string, { hostId }: Skill): boolean {
  return hostId?.endsWith(`/${pattern}`) === true;
}

function notPermitted({ name }: Skill, { actor, scope }: SkillRequester): RefusalReason | undefined {
  if (actor === "user" || scope?.permission?.(name) !== "deny") return undefined;
  return {
    code: "SK412",
    reason: "`permission.skill` denies it to this agent",
    help: "the user can load it by its name",
  };
}

/**
 * Refuses a skill that its author hides from this actor. A skill that calls another skill has the permissions of the
 * model, not those of the user.
 */
function keptFrom(loaded: Loaded, asking: SkillRequester): RefusalReason | undefined {
  const { skill, withheld } = loaded;
  const { manifest, sidecar } = skill;
  if (asking.actor === "user") {
    if (manifest.userInvocable !== false) return undefined;
    return {
      code: "SK311",
      reason: "`user-invocable: false` lets only the model load it",
      help: "describe the task; the model loads the skill when it fits",
    };
  }
  const byUser = "only the user can load it, by its name";
  if (manifest.disableModelInvocation === true)
    return { code: "SK311", reason: "`disable-model-invocation: true` hides it from the model", help: byUser };
  if (sidecar?.policy?.allowImplicitInvocation === false)
    return { code: "SK311", reason: "`allow_implicit_invocation: false` hides it from the model", help: byUser };
  if (withheld !== undefined && !onlyWaits(skill, withheld.code) && !isSwitchedOn(loaded, asking))
    return { code: "SK311", reason: withheld.reason, help: byUser };
  return undefined;
}

/**
 * Returns true if the host hides the skill only because of its `paths`. The function `waiting` decides about those
 * skills, because it knows the files that the user is working on.
 */
function onlyWaits({ manifest: { paths = [] } }: Skill, code: string): boolean {
  return code === "SK736" && paths.length > 0;
}

/**
 * Refuses a model's request for a skill with `paths`, unless a matching file is in use. The user can always call the
 * skill.
 */
function waiting({ manifest: { paths } }: Skill, { actor, files }: SkillRequester): RefusalReason | undefined {
  if (actor === "user" || paths === undefined || paths.length === 0 || matchPaths(paths, files ?? [])) return undefined;
  return {
    code: "SK313",
    reason: "it becomes available when you work on a file that matches its `paths`",
    help: `work on a file that matches ${paths.map((path) => `\`${path}\``).join(", ")}`,
  };
}

// Returns the skills that an actor may use, in listing order, each with its address.

export function offeredSkills(snapshot: Snapshot, asking: SkillRequester): OfferedSkill[] {
  const addresses = addressList(snapshot);
  const here = relativeToProject(asking, snapshot);
  const list: OfferedSkill[] = [];
  snapshot.skills.forEach((loaded, at) => {
    if (whyRefused(loaded, here) === undefined) list.push({ address: addresses[at] as string, loaded });
  });
  return list;
}

/**
 * Returns the request with file paths relative to the project root, because the patterns in `paths` are relative to it.
 */
export function relativeToProject(
  asking: SkillRequester,
  { projectRoot }: Pick<Snapshot, "projectRoot">,
): SkillRequester {
  if (asking.files === undefined || asking.files.length === 0) return asking;
  const root = projectRoot.endsWith("/") ? projectRoot : `${projectRoot}/`;
  const files = asking.files.map((file) => (file.startsWith(root) ? file.slice(root.length) : file));
  return { ...asking, files };
}
