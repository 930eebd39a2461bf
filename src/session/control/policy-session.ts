/**
 * Conductor: what policies and `permission.skill` have to say when a skill is loaded in a session. The policy counts as it is
 * now, and with the bytes as they are now; a host's own permissions as they are when the session begins.
 */
import { environmentOf } from "../../catalog/load/load.ts";
import type { OpenCatalog } from "../../catalog/open-catalog.ts";
import type { SettingsFile } from "../../hosts/views/host-view.ts";
import { PROMPT_TIMEOUT_MS, type SessionControl } from "../../model/conversation/control.ts";
import type { Actor, Judge } from "../../model/conversation/offer.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { DECISIONS, type Decision } from "../../model/rules/decision.ts";
import type { PolicyDecision, PolicyFile, SkillPermissions } from "../../model/rules/policy.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { decidePermission, decidePolicy, NO_POLICY } from "../../trust/policy/decide-policy.ts";
import type { Gate } from "../conversation/gate.ts";
import { loadGate } from "../permit/load-gate.ts";

/** A catalog, for its skills and policies as they are now. */
export type Loadable = Pick<OpenCatalog, "options" | "profile" | "snapshot" | "policy">;

/** Judges a skill that is activated outside of any session. */
export async function judgeAlone(
  loadable: Loadable,
  { asked, actor }: { readonly asked: string; readonly actor: Actor },
  control: SessionControl,
): Promise<Judge> {
  const { gate } = await loadRights(loadable, control, [undefined]);
  return async (found) => gate.reach?.(found, { asked, actor, given: false, emit: () => undefined });
}

export interface LoadRights {
  readonly gate: Gate;
  /** What `permission.skill` says to the session's agent about a name, where it says anything. */
  readonly permission?: (name: string) => Decision;
}

/** For a subagent: only the rights that no parent objects to. This comes last. */
export async function loadRights(
  loadable: Loadable,
  { prompter, promptTimeoutMs = PROMPT_TIMEOUT_MS, access }: SessionControl,
  agents: readonly (string | undefined)[],
): Promise<LoadRights> {
  const hosts = await hostPermissions(loadable);
  const all = (): readonly PolicyFile[] => [...loadable.policy, ...hosts];
  const permission = (name: string) => mostCareful(agents.map((agent) => decidePermission(all(), name, agent)));
  const gate = loadGate({
    judge: (skill) => judgeNow(skill, loadable),
    permission,
    agent: agents.at(-1),
    prompter,
    promptTimeoutMs,
    full: access === "full",
  });
  return { gate, ...(all().some(speaksOfSkills) ? { permission: (name) => permission(name).decision } : {}) };
}

type Permission = ReturnType<typeof decidePermission>;

function mostCareful(said: readonly Permission[]): Permission {
  const [worst = { decision: "allow", from: "default" } as const] = DECISIONS.toReversed().flatMap((decision) =>
    said.filter((each) => each.decision === decision),
  );
  return worst;
}

function speaksOfSkills({ skill }: PolicyFile): boolean {
  return skill.rules.length + Object.keys(skill.agents).length > 0;
}

async function judgeNow(skill: Skill, { options, policy, snapshot }: Loadable): Promise<PolicyDecision> {
  if (policy.length === 0) return NO_POLICY;
  const { files = nodeFiles } = options;
  const { policySubjects } = await import("../../catalog/withhold/policy-skills.ts");
  const ground = { environment: environmentOf(options), files, projectRoot: snapshot.projectRoot };
  const subjectOf = await policySubjects(ground, policy);
  return decidePolicy(policy, subjectOf(skill), "load");
}

/**
 * Who may load which skill, as the host itself keeps it. In a folder that is not trusted, the user's own files are
 * a second list, and the stricter list wins: the project's files can forbid there, and allow nothing.
 */
export async function hostPermissions({ profile, options, snapshot }: Loadable): Promise<readonly PolicyFile[]> {
  if (profile.permissions?.skills !== "opencode" || options.ambient === false) return [];
  const [{ openMachine }, { opencodePermissions }] = await Promise.all([
    import("../../hosts/views/machine.ts"),
    import("../../hosts/views/habits/opencode-permissions.ts"),
  ]);
  const { cwd, trusted } = snapshot;
  const { files = nodeFiles } = options;
  const machine = openMachine({ environment: environmentOf(options), files, cwd, extra: [], added: [] });
  const honours = ({ namedBy }: SettingsFile): boolean => namedBy === "user" || namedBy === "admin";
  const lists = trusted ? [machine] : [machine, { ...machine, honours }];
  return lists.map((each) => permissionFile(opencodePermissions(each), profile));
}

function permissionFile({ rules, agents }: SkillPermissions, profile: HostProfile): PolicyFile {
  const named = (all: SkillPermissions["rules"]) =>
    all.map((rule) => ({ ...rule, from: `${profile.title}: ${rule.from}` }));
  const byAgent = Object.entries(agents).map(([agent, all]) => [agent, named(all)] as const);
  const skill = { rules: named(rules), agents: Object.fromEntries(byAgent) };
  return { layer: "user", path: profile.title, rules: [], skill };
}
