/** The types for access to skills. The catalog, tools, search, slash commands and mentions share them. */

import type { Decision } from "../rules/decision.ts";
import type { Loaded } from "../skills/snapshot.ts";

/** The parties that request a skill: the user, the model by itself, or an active skill. */
export const ACTORS = ["user", "model", "skill"] as const;
/** The party that requests a skill: the user, the model, or another skill. */
export type Actor = (typeof ACTORS)[number];

/**
 * The skills that an agent is restricted to: names, patterns, ids or paths. If `strict` is not set, an empty list means
 * all skills.
 */
export interface AgentScope {
  readonly skills: readonly string[];
  /** True if an empty list means no skills. */
  readonly strict?: boolean;
  /**
   * The decision of `permission.skill` about a name. Denied skills are not listed. The decision does not apply to the
   * user.
   */
  readonly permission?: (name: string) => Decision;
  /** True if `permission` also decides about skills that the host's settings turn off. */
  readonly switchedByPermission?: boolean;
  /** The scope of the parent agent. A skill must be in both scopes. */
  readonly within?: AgentScope;
}

/** The actor that requests skills, and its context. */
export interface SkillRequester {
  readonly actor: Actor;
  readonly scope?: AgentScope;
  /** Files that the agent works on, absolute or relative to the project root, for skills with `paths`. */
  readonly files?: readonly string[];
  /**
   * True if the caller asks the user for missing variables before it gives a skill. A skill that lacks only variables
   * can then be requested.
   */
  readonly asksForVariables?: boolean;
  /** True if the skill is only shown for review and not given to a model. */
  readonly preview?: boolean;
}

/** An available skill and the address that activates it. */
export interface OfferedSkill {
  /** The skill's name. If several skills have this name, `name@scope` or the id. */
  readonly address: string;
  readonly loaded: Loaded;
}

/** Decides by policies, and by asking the user, whether a skill that the actor can access may be given to the model. */
export type PermissionCheck = (found: OfferedSkill) => Promise<Refusal | undefined>;

/** The reason why an actor does not get a skill, and how to fix that. */
export interface Refusal {
  readonly code: string;
  /** The name, id or path by which the actor requested the skill. */
  readonly asked: string;
  /** Why the actor does not get the skill, as one lowercase clause. */
  readonly reason: string;
  readonly help?: string;
  /** Addresses of skills that the actor may have meant. */
  readonly candidates: readonly string[];
}
