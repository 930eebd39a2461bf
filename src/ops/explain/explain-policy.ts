/**
 * Lists the policy files and their rules, and shows which rule applies to a skill. The decision is computed as for a
 * load.
 */
import { type LoadOptions, prepareLoad } from "../../catalog/load/load.ts";
import { loadWithServers } from "../../catalog/servers/load-with-servers.ts";
import { isSelectedBy } from "../../catalog/snapshot/build-snapshot.ts";
import { policySubjects } from "../../catalog/withhold/open-policy.ts";
import { findPolicy, policyPaths } from "../../catalog/withhold/withhold-skills.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Decision } from "../../model/rules/decision.ts";
import {
  type EffectiveMode,
  POLICY_LAYERS,
  type PolicyDecision,
  type PolicyFile,
  type PolicyLayer,
} from "../../model/rules/policy.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { type Snapshot, skillsOfEveryOutcome } from "../../model/skills/snapshot.ts";
import { hostPermissions } from "../../session/permit/open-load-gate.ts";
import { decidePermission, decidePolicy, permissionMode } from "../../trust/policy/decide-policy.ts";

/** All policy files that apply to one directory. */
export interface PolicyOverview {
  readonly files: readonly PolicyFile[];
  /** Paths of policy files that do not exist, but would apply. */
  readonly missing: readonly { readonly layer: PolicyLayer; readonly path: string }[];
  /** How policies treat the permissions that skills request. */
  readonly permissions: EffectiveMode;
  readonly diagnostics: readonly Diagnostic[];
}

export interface PolicyExplanation {
  readonly skill: Skill;
  /** The known facts that a rule can test. */
  readonly facts: {
    readonly scope: string;
    readonly origin?: string;
    readonly digest?: string;
    readonly publisher?: string;
  };
  readonly load: PolicyDecision;
  readonly install: PolicyDecision;
  /** The decision of `permission.skill` for the model. */
  readonly permission: { readonly decision: Decision; readonly from: string };
}

export async function readPolicies(options: LoadOptions = {}): Promise<PolicyOverview> {
  const context = await prepareLoad(options);
  const policy = await findPolicy(context);
  const places = policyPaths(context);
  const files = policy?.files ?? [];
  return {
    files,
    missing: POLICY_LAYERS.filter((layer) => !files.some((file) => file.layer === layer)).map((layer) => ({
      layer,
      path: places[layer],
    })),
    permissions: permissionMode(files),
    diagnostics: policy?.diagnostics ?? [],
  };
}

/**
 * Explains the policy decision for every skill that `asked` selects, whatever the skill's outcome is. Returns an empty
 * list if no skill matches.
 */
export async function explainPolicy(
  asked: string,
  options: LoadOptions & { readonly agent?: string } = {},
): Promise<readonly PolicyExplanation[]> {
  const { agent, ...load } = options;
  const { snapshot, policy, profile } = await loadWithServers(load);
  const permissions = [...policy, ...(await hostPermissions({ options: load, profile, snapshot, policy }))];
  const { environment, files } = await prepareLoad(load);
  const subjectOf = await policySubjects({ environment, files, projectRoot: snapshot.projectRoot }, policy);
  return found(asked, snapshot).map((skill) => {
    const subject = subjectOf(skill);
    const digest = subject.digest();
    const publisher = subject.publisher();
    return {
      skill,
      facts: {
        scope: subject.scope,
        ...(subject.origin === undefined ? {} : { origin: subject.origin }),
        ...(digest === undefined ? {} : { digest }),
        ...(publisher === undefined ? {} : { publisher }),
      },
      load: decidePolicy(policy, subject, "load"),
      install: decidePolicy(policy, subject, "install"),
      permission: decidePermission(permissions, skill.name, agent),
    };
  });
}

function found(asked: string, snapshot: Snapshot): readonly Skill[] {
  return skillsOfEveryOutcome(snapshot).filter((skill) => isSelectedBy(asked, skill));
}
