/** An agent as its AGENT.md describes it: who it is, which model it speaks with, and which tools and skills it has. */
import type { Scope } from "./root.ts";

/** An agent as its `AGENT.md` defines it. */
export interface AgentDefinition {
  /** The name of its directory: what `--agent` says. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** Of the user's providers; the address and the key of one never stand in a definition. */
  readonly provider?: string;
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Names of tools; undefined means all. */
  readonly tools?: readonly string[];
  /** All skills, none, or those that these names and patterns match. */
  readonly allowSkills: boolean | readonly string[];
  /** Given whole at the beginning. */
  readonly skills: readonly string[];
  /** The body: the system prompt. */
  readonly prompt: string;
  /** Undefined for the agents that are built in. */
  readonly path?: string;
  readonly scope?: Scope;
}
