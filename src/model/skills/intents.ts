/**
 * What the author of a skill wants of a host, in no host's words: who may invoke it, which tools, how apart, with which model,
 * for which files, with which arguments, hooks and dependencies. Every field is always there; where nothing is wanted it has the
 * value that says so.
 */
import type { ToolDependency } from "./skill.ts";

export interface Intents {
  readonly name: string;
  /** On one line. */
  readonly description: string;
  readonly whenToUse: string | null;
  readonly userInvocable: boolean;
  readonly modelInvocable: boolean;
  /** Used without asking. */
  readonly grantedTools: readonly string[];
  /** Not to be used. */
  readonly removedTools: readonly string[];
  /** Nothing but these; null for no such restriction. */
  readonly onlyTools: readonly string[] | null;
  /** Runs in a subagent, which one, and in the background. */
  readonly fork: boolean;
  readonly agent: string | null;
  readonly background: boolean | null;
  readonly model: string | null;
  readonly effort: string | null;
  /** Only for files that match. */
  readonly paths: readonly string[];
  readonly argumentNames: readonly string[];
  readonly argumentHint: string | null;
  /** What the placeholders in its text stand for, such as `$1: argument 2`. */
  readonly placeholders: readonly string[];
  readonly hooks: Readonly<Record<string, unknown>>;
  /** Variables, MCP servers and whatever else a sidecar lists. */
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

/** Something that a host does not get to know, or takes for something else. */
export interface Loss {
  readonly code: string;
  readonly intent: Intent | "metadata" | "keys";
  /** What was meant, as a clause. */
  readonly meant: string;
  /** As the author has it, and as the host then has it. */
  readonly wanted: unknown;
  readonly kept: unknown;
  /** Somebody could come to harm by it: it has to be accepted by its code. */
  readonly safety: boolean;
  /** Where it is written all the same, and who heeds it there. */
  readonly written?: string;
}
