/**
 * Conductor: what policies and `permission.skill` have to say when a skill is loaded in a session. The policy counts as it is
 * now, and with the bytes as they are now; a host's own permissions as they are when the session begins.
 */
import { environmentOf, type LoadOptions } from "../../catalog/load/load.ts";
import { policySubjects } from "../../catalog/withhold/policy-skills.ts";
import type { SettingsFile } from "../../hosts/views/host-view.ts";
import type { SessionControl } from "../../model/conversation/control.ts";
import type { Actor, Judge } from "../../model/conversation/offer.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { DECISIONS, type Decision } from "../../model/rules/decision.ts";
import type { PolicyDecision, PolicyFile, SkillPermissions } from "../../model/rules/policy.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { decidePermission, decidePolicy } from "../../trust/policy/decide-policy.ts";
import type { Gate } from "../conversation/gate.ts";
import type { SkillSupply } from "../conversation/supply.ts";
import { loadGate } from "../permit/load-gate.ts";
import { PATIENCE_MS } from "../permit/open-guard.ts";

export interface Loadable {
  readonly options: LoadOptions;
  readonly profile: HostProfile;
  /** Skills and policies as they are now. */
  readonly supply: Pick<SkillSupply, "snapshot" | "policy">;
}

/** [B54] What is said to a skill that is handed out outside of any session. */
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

/** [B54] [B60] Of an agent that was sent by others: what none of them objects to. It comes last. */
export async function loadRights(
  loadable: Loadable,
  { prompter, promptTimeoutMs = PATIENCE_MS, access }: SessionControl,
  agents: readonly (string | undefined)[],
): Promise<LoadRights> {
  const { supply } = loadable;
  const hosts = await hostPermissions(loadable);
  const all = (): readonly PolicyFile[] => [...supply.policy, ...hosts];
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

async function judgeNow(skill: Skill, { options, supply }: Loadable): Promise<PolicyDecision> {
  const { policy, snapshot } = supply;
  const { files = nodeFiles } = options;
  const ground = { environment: environmentOf(options), files, projectRoot: snapshot.projectRoot };
  const subjectOf = await policySubjects(ground, policy);
  return decidePolicy(policy, subjectOf(skill), "load");
}

/**
 * [B61] Who may load which skill, as the host itself keeps it. [T9] In a folder that is not trusted, the user's own files are
 * a second list, and the stricter list wins: the project's files can forbid there, and allow nothing.
 */
export async function hostPermissions({ profile, options, supply }: Loadable): Promise<readonly PolicyFile[]> {
  if (profile.permissions?.skills !== "opencode" || options.ambient === false) return [];
  const [{ openMachine }, { opencodePermissions }] = await Promise.all([
    import("../../hosts/views/machine.ts"),
    import("../../hosts/views/habits/opencode-permissions.ts"),
  ]);
  const { cwd, trusted } = supply.snapshot;
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
