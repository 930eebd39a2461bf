import type { Origin } from "../skills/origin.ts";
import type { Scope } from "../skills/root.ts";
import { DECISIONS, type Decision } from "./decision.ts";

/** What may be installed and loaded, as files of an administrator, a user and a project say: the nouns. */

/** Who wrote a policy file; the first has the most authority. */
export const POLICY_LAYERS = ["admin", "user", "project"] as const;
export type PolicyLayer = (typeof POLICY_LAYERS)[number];

/** What is decided about. */
export const POLICY_MOMENTS = ["install", "load"] as const;
export type PolicyMoment = (typeof POLICY_MOMENTS)[number];

/** What becomes of the permission profiles of skills. */
export const PERMISSION_MODES = ["ask", "strict", "trusted-sources"] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** What policies together say about profiles. */
export interface ModeSaid {
  readonly mode: PermissionMode;
  /** The file and line, or `default`. */
  readonly from: string;
  /** With `trusted-sources`: who wants these to be asked for all the same. */
  readonly asks?: string;
}

/** All that a rule can ask about a skill. What is not known is undefined, and matches nothing. */
export interface PolicySubject {
  /** Whether a pattern of names, an id, a path or `name@scope` means it. */
  readonly isNamed: (pattern: string) => boolean;
  readonly scope: Scope;
  /** As one would write it to get the same again. */
  readonly origin?: string | undefined;
  /** Whether the user stands behind that origin; what a project's lock claims can forbid a skill, and never let it in. */
  readonly originProven?: boolean;
  readonly digest: () => string | undefined;
  /** Who signed it, as far as that is proven: a name, a blank, and the fingerprint of the key. */
  readonly publisher: () => string | undefined;
}

/** Each a list of which one must fit; all that are there must. */
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
  /** In its author's words. */
  readonly reason?: string;
  /** The file and line where it stands. */
  readonly from: string;
}

/** `permission.skill`, as OpenCode has it: of the patterns that fit a name the last decides. */
export interface SkillPermissions {
  readonly rules: readonly { readonly pattern: string; readonly decision: Decision; readonly from: string }[];
  /** On top of these, by the name of an agent. */
  readonly agents: Readonly<Record<string, SkillPermissions["rules"]>>;
}

/** One file. */
export interface PolicyFile {
  readonly layer: PolicyLayer;
  readonly path: string;
  /** Why nothing of it counts; a file that cannot be read denies everything. */
  readonly unused?: string;
  readonly default?: { readonly decision: Decision; readonly from: string };
  readonly permissions?: { readonly mode: PermissionMode; readonly from: string };
  readonly rules: readonly PolicyRule[];
  readonly skill: SkillPermissions;
}

/** What all files together say about a skill. */
export interface PolicyDecision {
  readonly decision: Decision;
  /** One lower-case clause. */
  readonly reason: string;
  /** The file and line, or `default`. */
  readonly from: string;
  /** Every rule that fits, in the order of the files, the deciding one among them. */
  readonly matched: readonly PolicyRule[];
}

/** A skill before it is installed, with the facts that a policy can match. */
export interface ToJudge {
  readonly name: string;
  readonly directory: string;
  readonly origin: Origin;
  readonly digest: string;
  /** The proven signer. */
  readonly signer: string | undefined;
}

export const POLICY_KEYS: readonly string[] = ["default", "permissions", "rules", "permission", "agent"];
export const CONDITIONS: readonly string[] = ["skill", "scope", "origin", "digest", "publisher"];
export const RULE_KEYS: readonly string[] = [...DECISIONS, "unless", "for", "reason"];

/** Rules of one file. */
export const MAX_RULES = 2000;
export const MAX_POLICY_BYTES = 1_000_000;
