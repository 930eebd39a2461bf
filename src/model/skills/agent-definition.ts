/** The type of an AGENT.md: an agent's identity, model, tools and skills. */
import type { Scope } from "./root.ts";

/** An agent as its `AGENT.md` defines it. */
export interface AgentDefinition {
  /** The name of the agent's directory, which `--agent` expects. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** The name of a provider that the user has configured. A definition never has a provider's address or key. */
  readonly provider?: string;
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** Names of tools; undefined means all tools. */
  readonly tools?: readonly string[];
  /** True for all skills, false for none; otherwise a list of names and patterns. */
  readonly allowSkills: boolean | readonly string[];
  /** Skills that the agent receives in full at the start. */
  readonly skills: readonly string[];
  /** The body, used as the system prompt. */
  readonly prompt: string;
  /** The path of the AGENT.md; undefined for built-in agents. */
  readonly path?: string;
  readonly scope?: Scope;
}
