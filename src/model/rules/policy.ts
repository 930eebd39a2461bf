import type { Origin } from "../skills/origin.ts";
import type { Scope } from "../skills/root.ts";
import { DECISIONS, type Decision } from "./decision.ts";

/** The types for policy files of administrators, users and projects: which skills may be installed and loaded. */

/** The authors of policy files, highest authority first. */
export const POLICY_LAYERS = ["admin", "user", "project"] as const;
export type PolicyLayer = (typeof POLICY_LAYERS)[number];

/** The actions that a policy decides about. */
export const POLICY_MOMENTS = ["install", "load"] as const;
export type PolicyMoment = (typeof POLICY_MOMENTS)[number];

/** How permission profiles of skills are handled. */
export const PERMISSION_MODES = ["ask", "strict", "trusted-sources"] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** The permission mode that results from all policies. */
export interface EffectiveMode {
  readonly mode: PermissionMode;
  /** The file and line of the policy that sets the mode, or `default`. */
  readonly from: string;
  /** The policy rule that still requires a question to the user, if the mode is `trusted-sources`. */
  readonly asks?: string;
}

/** The facts about a skill that a rule can match. Unknown facts are undefined and match nothing. */
export interface PolicySubject {
  /** Returns true if a name pattern, an id, a path or `name@scope` matches the skill. */
  readonly isNamed: (pattern: string) => boolean;
  readonly scope: Scope;
  /** The source as a user would write it to install the skill again. */
  readonly origin?: string | undefined;
  /** True if the user's own records confirm the origin. A project's lock alone can deny a skill, never allow it. */
  readonly originProven?: boolean;
  readonly digest: () => string | undefined;
  /** Returns the verified signer: a name, a space, and the fingerprint of the key. */
  readonly publisher: () => string | undefined;
}

/**
 * The conditions of a rule, which must all match. Each condition is a list, and it matches if one of its entries
 * matches.
 */
export interface PolicyCondition {
  readonly skill?: readonly string[];
  readonly scope?: readonly string[];
  readonly origin?: readonly string[];
  readonly digest?: readonly string[];
  readonly publisher?: readonly string[];
}

export interface PolicyRule {
  readonly decision: Decision;
  readonly when: PolicyCondition;
  readonly unless?: PolicyCondition;
  readonly moments: readonly PolicyMoment[];
  /** The reason in the author's words. */
  readonly reason?: string;
  /** The file and line of the rule. */
  readonly from: string;
}

/** `permission.skill` as in OpenCode: the last pattern that matches a name wins. */
export interface SkillPermissions {
  readonly rules: readonly { readonly pattern: string; readonly decision: Decision; readonly from: string }[];
  /** Additional rules by the name of an agent. */
  readonly agents: Readonly<Record<string, SkillPermissions["rules"]>>;
}

/** One policy file. */
export interface PolicyFile {
  readonly layer: PolicyLayer;
  readonly path: string;
  /** The reason why the file cannot be used. An unreadable file denies everything. */
  readonly unused?: string;
  readonly default?: { readonly decision: Decision; readonly from: string };
  readonly permissions?: { readonly mode: PermissionMode; readonly from: string };
  readonly rules: readonly PolicyRule[];
  readonly skill: SkillPermissions;
}

/** The decision of all policy files about a skill. */
export interface PolicyDecision {
  readonly decision: Decision;
  /** The reason for the decision, as one lowercase clause. */
  readonly reason: string;
  /** The file and line of the deciding rule, or `default`. */
  readonly from: string;
  /** Every matching rule in file order, including the deciding one. */
  readonly matched: readonly PolicyRule[];
}

/** A skill before its install, with the facts that a policy can match. */
export interface SubjectFacts {
  readonly name: string;
  readonly directory: string;
  readonly origin: Origin;
  readonly digest: string;
  /** The signer whose signature was verified. */
  readonly signer: string | undefined;
}

export const POLICY_KEYS: readonly string[] = ["default", "permissions", "rules", "permission", "agent"];
export const POLICY_CONDITIONS: readonly string[] = ["skill", "scope", "origin", "digest", "publisher"];
export const POLICY_RULE_KEYS: readonly string[] = [...DECISIONS, "unless", "for", "reason"];

/** Maximum number of rules in one policy file. */
export const MAX_POLICY_RULES = 2000;
export const MAX_POLICY_BYTES = 1_000_000;
