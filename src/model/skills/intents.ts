/**
 * The author's intentions in host-independent terms: who may invoke the skill, tools, isolation, model, files,
 * arguments, hooks and dependencies. Every field is always present; unused ones have a neutral value.
 */
import type { ToolDependency } from "./skill.ts";

export interface Intents {
  readonly name: string;
  /** The description on one line. */
  readonly description: string;
  readonly whenToUse: string | null;
  readonly userInvocable: boolean;
  readonly modelInvocable: boolean;
  /** Tools that the skill may use without asking. */
  readonly grantedTools: readonly string[];
  /** Tools that the skill must not use. */
  readonly removedTools: readonly string[];
  /** The only tools that the skill may use; null means no restriction. */
  readonly onlyTools: readonly string[] | null;
  /**
   * True if the skill runs in a subagent. `agent` names the subagent, and `background` is true if the subagent runs in
   * the background.
   */
  readonly fork: boolean;
  readonly agent: string | null;
  readonly background: boolean | null;
  readonly model: string | null;
  readonly effort: string | null;
  /** Patterns of files that the skill is limited to. */
  readonly paths: readonly string[];
  readonly argumentNames: readonly string[];
  readonly argumentHint: string | null;
  /** The meaning of the skill's placeholders, such as `$1: argument 2`. */
  readonly placeholders: readonly string[];
  readonly hooks: Readonly<Record<string, unknown>>;
  /** Variables, MCP servers and other tools of a sidecar. */
  readonly tools: readonly ToolDependency[];
  readonly platforms: readonly string[];
  readonly programs: readonly string[];
  readonly anyPrograms: readonly string[];
  readonly variables: readonly string[];
  readonly settings: readonly string[];
  readonly requiredSkills: readonly string[];
  readonly conflicts: readonly string[];
}

export type Intent = keyof Intents;

/** An intention that a host does not support or interprets differently. */
export interface Loss {
  readonly code: string;
  readonly intent: Intent | "metadata" | "keys";
  /** The author's intention, as a clause. */
  readonly meant: string;
  /** `wanted` is the value that the author set. `kept` is the value that the host uses. */
  readonly wanted: unknown;
  readonly kept: unknown;
  /** True if the loss could cause harm. The user must accept it by its code. */
  readonly safety: boolean;
  /** The place where the setting is still written, and the hosts that read the setting there. */
  readonly written?: string;
}
