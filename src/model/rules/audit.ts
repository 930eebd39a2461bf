/** The results of an audit: findings, and the capabilities of a skill. */
import type { Manifest } from "../skills/skill.ts";

/** The severities of findings, most severe first. `block` prevents an install; all other severities are advice. */
export const FINDING_SEVERITIES = ["block", "high", "medium", "low", "info"] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** The highest severity of findings that `--yes` may accept. `--yes` never accepts `block` findings. */
export const YES_LIMITS = ["none", "info", "low", "medium", "high"] as const;
export type YesLimit = (typeof YES_LIMITS)[number];

/** One finding of an audit, with its place and its evidence. */
export interface Finding {
  readonly code: string;
  readonly severity: FindingSeverity;
  readonly message: string;
  /** The path relative to the skill's directory; missing if the finding is about the whole bundle. */
  readonly path?: string;
  /** Line number, starting at 1; missing if the finding has no position in a text. */
  readonly line?: number;
  readonly column?: number;
  /** A short excerpt of the file as one line without invisible characters. */
  readonly evidence?: string;
  /** Set if a limit or an unreadable file made the audit incomplete. Such an audit never passes. */
  readonly unread?: true;
  /** The risk: what a skill could do with the text or file that was found. */
  readonly why: string;
  readonly help: string;
}

/** A script and its language. */
export interface ScriptFile {
  readonly path: string;
  readonly language: string;
}

/**
 * The capabilities that a skill has or requests, as found in its files. Users decide on them, and updates are compared
 * by them. Every list is sorted, has no duplicates, and is safe to print.
 */
export interface Capabilities {
  /** Tools that the skill wants to use without asking, as written in `allowed-tools`. */
  readonly tools: readonly string[];
  readonly scripts: readonly ScriptFile[];
  /** Host names and addresses in the skill's files. */
  readonly hosts: readonly string[];
  /** Hook events in the skill's frontmatter and files, each with its command. */
  readonly hooks: readonly string[];
  /** Commands that a host would run while it prepares the text: !`…`. */
  readonly shell: readonly string[];
  /** Environment variables that look like secrets, and files that contain secrets. */
  readonly secrets: readonly string[];
  /** Paths outside of the skill's directory that its files mention. */
  readonly outside: readonly string[];
  /** Files with machine code. */
  readonly binaries: readonly string[];
}

/** A command that a host runs automatically on an event. */
export interface NamedHook {
  /** The file of the bundle; missing if the hook is in the skill's frontmatter. */
  readonly path?: string;
  readonly event: string;
  readonly command: string;
}

/** A finding that a user has reviewed and hidden. */
export interface Suppression {
  readonly code: string;
  /** `skill-directory/path/of/file`, or only the directory; `*` and `?` are wildcards. */
  readonly path: string;
  readonly reason: string;
  /** Digest of the whole skill. A `block` finding is hidden only for these exact bytes. */
  readonly digest?: string;
}

export interface SuppressedFinding {
  readonly finding: Finding;
  readonly reason: string;
}

/** The audit result of a skill. */
export interface AuditResult {
  /** The skill's own description and manifest, if they could be read without a full parse. */
  readonly said?: { readonly description: string; readonly manifest: Manifest };
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  readonly capabilities: Capabilities;
}

/** The audit result of one skill on disk. */
export interface AuditedSkill extends Omit<AuditResult, "said"> {
  /** The name of the skill's directory. */
  readonly name: string;
  readonly directory: string;
  /** Other directories with the same name and bytes, sorted. Their findings are not repeated. */
  readonly copies: readonly string[];
  /** `sha256:…` of the directory; missing if it contains something that cannot be hashed. */
  readonly digest?: string;
  readonly files: number;
  /** The hooks of the skill, with one entry for each command. `capabilities.hooks` has the same entries as text. */
  readonly hooks: readonly NamedHook[];
}
