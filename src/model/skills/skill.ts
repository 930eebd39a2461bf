import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { HeldTo } from "../rules/approval.ts";
import type { Root, Scope } from "./root.ts";

declare const brand: unique symbol;
/** `scope:root-label/relative-path`: addresses exactly one file, whatever its name says. */
export type SkillId = string & { readonly [brand]: "SkillId" };

/** What the frontmatter says, typed; only what is present. `metadata` and unknown keys pass through unchanged. */
export interface Manifest {
  license?: string;
  compatibility?: string;
  metadata?: Readonly<Record<string, unknown>>;
  allowedTools?: readonly string[];
  disallowedTools?: readonly string[];
  whenToUse?: string;
  argumentHint?: string;
  arguments?: readonly string[];
  disableModelInvocation?: boolean;
  userInvocable?: boolean;
  model?: string;
  effort?: string;
  context?: string;
  agent?: string;
  background?: boolean;
  hooks?: Readonly<Record<string, unknown>>;
  paths?: readonly string[];
  shell?: string;
  triggers?: readonly string[];
  eligibility?: EligibilityRules;
  commands?: readonly SkillCommandSpec[];
  /** Keys that are neither the specification's nor a known host's, as written. */
  extra?: Readonly<Record<string, unknown>>;
}

/** What must be true of a machine before a skill is of any use on it. */
export interface EligibilityRules {
  os?: readonly string[];
  requiredBins?: readonly string[];
  anyBins?: readonly string[];
  requiredEnv?: readonly string[];
  requiredConfig?: readonly string[];
  requiredSkills?: readonly string[];
  conflicts?: readonly string[];
}

/** A command that a skill exposes. */
export interface SkillCommandSpec {
  readonly name: string;
  readonly description: string;
  readonly args: readonly CommandArg[];
}

export const ARGUMENT_TYPES = ["string", "number", "integer", "boolean"] as const;
export type ArgumentType = (typeof ARGUMENT_TYPES)[number];

/** A value of an argument, as its type says. */
export type ArgumentValue = string | number | boolean;

export interface CommandArg {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  /** A string unless it is said. */
  readonly type?: ArgumentType;
  /** What counts where nothing is given. */
  readonly default?: ArgumentValue;
  /** The only values that are taken. */
  readonly choices?: readonly ArgumentValue[];
}

/** `agents/skillwright.yaml` over `agents/openai.yaml`, field by field. */
export interface Sidecar {
  readonly interface?: SkillInterface;
  readonly dependencies?: { readonly tools: readonly ToolDependency[] };
  readonly policy?: { readonly allowImplicitInvocation?: boolean };
  readonly permissions?: Readonly<Record<string, unknown>>;
  /** The files that were read, in order of authority. */
  readonly files: readonly string[];
}

export interface SkillInterface {
  displayName?: string;
  shortDescription?: string;
  iconSmall?: string;
  iconLarge?: string;
  brandColor?: string;
  defaultPrompt?: string;
}

/** A tool that a skill needs (`env_var`, `mcp`); kinds we do not know are kept as they are. */
export interface ToolDependency {
  readonly type: string;
  readonly value: string;
  readonly [key: string]: unknown;
}

/** A parsed SKILL.md: its metadata and where its body begins. The body itself is not kept. */
export interface Skill {
  readonly id: SkillId;
  /** As shown and addressed; carries the plugin's namespace. */
  readonly name: string;
  /** The host's own id, if calls use it instead of the name. */
  readonly hostId?: string;
  /** One line, control characters removed. */
  readonly description: string;
  readonly path: string;
  readonly directory: string;
  /** Where a link leads, when the skill was found through one. */
  readonly realPath?: string;
  readonly root: Root;
  readonly scope: Scope;
  readonly manifest: Manifest;
  readonly sidecar?: Sidecar;
  /** What its directory is held to, where it is locked or approved. */
  readonly approved?: HeldTo;
  /** The text between the fences, line ends as `\n`; positions are found in it when a diagnostic needs one. */
  readonly header: string;
  /** The line on which the header begins. */
  readonly headerLine: number;
  /** Byte at which the body begins in the file. */
  readonly bodyOffset: number;
}

/** Returns the word by which a skill is called: the host's id, or the name. */
export function calledName({ name, hostId }: Pick<Skill, "name" | "hostId">): string {
  return hostId ?? name;
}

/** A file that was found but cannot be a skill. */
export interface Rejected {
  readonly path: string;
  readonly root: Root;
  readonly id: SkillId;
  /** What it would probably have been called. */
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The real one: approvals are of places, whatever links lead there. */
export function directoryOfSkill({ directory, realPath }: Pick<Skill, "directory" | "realPath">): string {
  return realPath === undefined ? directory : realPath.slice(0, realPath.lastIndexOf("/"));
}

/** The sidecars of a skill, in order of authority, from its directory; a host may have others. */
export const SIDECAR_FILES: readonly string[] = ["agents/skillwright.yaml", "agents/openai.yaml"];

export const MAX_SIDECAR_BYTES = 65_536;

const SKILL_FILE = "skill.md";

/** Returns true if a file is called `SKILL.md`, in any case. Some hosts find other spellings, and the reader reports them. */
export function isSkillFile(path: string): boolean {
  const start = path.length - SKILL_FILE.length;
  return (start === 0 || path[start - 1] === "/") && path.slice(start).toLowerCase() === SKILL_FILE;
}
