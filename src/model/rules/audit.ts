/** What an audit says of a bundle: findings, and what the skill could do. */
import type { Manifest } from "../skills/skill.ts";

/** From what nobody may install to what is only worth knowing. `block` is structural; the others are advice. */
export const FINDING_SEVERITIES = ["block", "high", "medium", "low", "info"] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** How grave a finding `--yes` may let in at most; what blocks, never. */
export const YES_LIMITS = ["none", "info", "low", "medium", "high"] as const;
export type YesLimit = (typeof YES_LIMITS)[number];

/** One thing that an audit found, with the place and the text that show it. */
export interface Finding {
  readonly code: string;
  readonly severity: FindingSeverity;
  readonly message: string;
  /** From the skill's directory; absent where it is about the whole bundle. */
  readonly path?: string;
  /** From 1; absent where a place in the text makes no sense. */
  readonly line?: number;
  readonly column?: number;
  /** A short piece of the file, made harmless: one line, nothing invisible left in it. */
  readonly evidence?: string;
  /** Set if a limit or an unreadable file kept the audit from seeing everything: such an audit never passes. */
  readonly unread?: true;
  /** What a skill could do with this. */
  readonly why: string;
  readonly help: string;
}

/** A script and what it is written in. */
export interface ScriptFile {
  readonly path: string;
  readonly language: string;
}

/**
 * What a skill could do, or asks for, as its files say it: the part of an audit that a person decides on, and that is
 * compared when the skill changes. Every list is sorted, without duplicates, and harmless to print.
 */
export interface Capabilities {
  /** Tools that it wants to use without asking, as `allowed-tools` writes them. */
  readonly tools: readonly string[];
  readonly scripts: readonly ScriptFile[];
  /** Host names and addresses that occur in its files. */
  readonly hosts: readonly string[];
  /** Events for which its frontmatter, or a file of the bundle, declares hooks, each with the command that it runs. */
  readonly hooks: readonly string[];
  /** Commands that a host would run while it prepares the text: !`…`. */
  readonly shell: readonly string[];
  /** Environment variables that look like secrets, and files that hold some. */
  readonly secrets: readonly string[];
  /** Paths outside of its own directory that its files speak of. */
  readonly outside: readonly string[];
  /** Files of machine code. */
  readonly binaries: readonly string[];
}

/** A command that a host runs by itself when something happens. */
export interface NamedHook {
  /** The file of the bundle; absent for the frontmatter of the skill. */
  readonly path?: string;
  readonly event: string;
  readonly command: string;
}

/** A finding that somebody has looked at and does not want to see again. */
export interface Suppression {
  readonly code: string;
  /** `skill-directory/path/of/file`, or only the directory; `*` and `?` as wildcards. */
  readonly path: string;
  readonly reason: string;
  /** Of the whole skill: what blocks is only left out for these exact bytes. */
  readonly digest?: string;
}

export interface Suppressed {
  readonly finding: Finding;
  readonly reason: string;
}

/** What an audit says of a skill. */
export interface Audited {
  /** What the skill says of itself, where that was plain to see; whoever wants it otherwise has to look. */
  readonly said?: { readonly description: string; readonly manifest: Manifest };
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Suppressed[];
  readonly capabilities: Capabilities;
}

/** What an audit says of one skill on disk. */
export interface AuditedSkill extends Omit<Audited, "said"> {
  /** The name of its directory. */
  readonly name: string;
  readonly directory: string;
  /** Other directories of the same name with the same bytes, for which nothing is repeated; sorted. */
  readonly copies: readonly string[];
  /** `sha256:…` of the directory; absent where something in it cannot be part of a digest. */
  readonly digest?: string;
  readonly files: number;
  /** One entry for each command; `capabilities.hooks` has the same as lines. */
  readonly hooks: readonly NamedHook[];
}
