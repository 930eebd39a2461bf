/** Who may have which skill: the nouns that catalog, tool, search, slash and mention share. */

import type { Decision } from "../rules/decision.ts";
import type { Loaded } from "../skills/snapshot.ts";

/** Who asks: a person, the model on its own account, or a skill that is active. */
export const ACTORS = ["user", "model", "skill"] as const;
/** The party that asks for a skill: the user, the model, or another skill. */
export type Actor = (typeof ACTORS)[number];

/** The skills that an agent is restricted to: names, patterns, ids or paths. Empty means all of them, unless it is strict. */
export interface AgentScope {
  readonly skills: readonly string[];
  /** These and no other: none at all where the list is empty. */
  readonly strict?: boolean;
  /** What `permission.skill` says to it; what is denied is not even listed. The user is free. */
  readonly permission?: (name: string) => Decision;
  /** Of what the host's own settings switch off, `permission` says whether that holds for this agent. */
  readonly switchedByPermission?: boolean;
  /** One that it is held to besides: of an agent that another has sent. */
  readonly within?: AgentScope;
}

/** For whom, and under which circumstances. */
export interface Asking {
  readonly actor: Actor;
  readonly scope?: AgentScope;
  /** Files that are being worked on, absolute or from the project root: what a skill's `paths` wait for. */
  readonly files?: readonly string[];
  /** Variables are asked for before a skill is given: one that lacks nothing else can be had. */
  readonly asksForVariables?: boolean;
  /** Nobody gets it by that: who is to trust it looks at it. */
  readonly preview?: boolean;
}

/** A skill that may be used, under the address by which it is called. */
export interface Offered {
  /** The name; where several skills have it, `name@scope`, or the id. */
  readonly address: string;
  readonly loaded: Loaded;
}

/** Whether a skill that was found may be handed out, by what is more than access: policies, and persons that they ask. */
export type Judge = (found: Offered) => Promise<Refusal | undefined>;

/** Why an actor does not get a skill, and what to do about it. */
export interface Refusal {
  readonly code: string;
  /** As it was asked for. */
  readonly asked: string;
  /** One lower-case clause. */
  readonly reason: string;
  readonly help?: string;
  /** How to address what was perhaps meant. */
  readonly candidates: readonly string[];
}
