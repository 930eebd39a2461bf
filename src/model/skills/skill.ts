import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ApplicableApproval } from "../rules/approval.ts";
import { parentPath } from "../text/text.ts";
import type { Root, Scope } from "./root.ts";

declare const brand: unique symbol;
/** `scope:root-label/relative-path`: identifies exactly one file, independent of the skill's name. */
export type SkillId = string & { readonly [brand]: "SkillId" };

/** The typed frontmatter. It has only the keys that are in the file. `metadata` and unknown keys are unchanged. */
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
  /** Keys that neither the specification nor a known host defines, with unchanged values. */
  extra?: Readonly<Record<string, unknown>>;
}

/** Requirements that a machine must meet for a skill. */
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

/** The value of a typed argument. */
export type ArgumentValue = string | number | boolean;

export interface CommandArg {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  /** The type of the value (default: `string`). */
  readonly type?: ArgumentType;
  /** The value if the argument is missing. */
  readonly default?: ArgumentValue;
  /** The accepted values; undefined means any value. */
  readonly choices?: readonly ArgumentValue[];
}

/** The settings of `agents/skillwright.yaml`, then of `agents/openai.yaml`, merged by field. */
export interface Sidecar {
  readonly interface?: SkillInterface;
  readonly dependencies?: { readonly tools: readonly ToolDependency[] };
  readonly policy?: { readonly allowImplicitInvocation?: boolean };
  readonly permissions?: Readonly<Record<string, unknown>>;
  /** The sidecar files that were read, highest precedence first. */
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

/** A tool that a skill needs (`env_var`, `mcp`). Unknown kinds are also stored. */
export interface ToolDependency {
  readonly type: string;
  readonly value: string;
  readonly [key: string]: unknown;
}

/** A parsed SKILL.md: its metadata and the position of its body. The body itself is not kept. */
export interface Skill {
  readonly id: SkillId;
  /** The displayed name, with the plugin's namespace. */
  readonly name: string;
  /** The host's own id, if calls use it instead of the name. */
  readonly hostId?: string;
  /** The description as one line, without control characters. */
  readonly description: string;
  readonly path: string;
  readonly directory: string;
  /** The resolved path, if the skill was found through a symlink. */
  readonly realPath?: string;
  readonly root: Root;
  readonly scope: Scope;
  readonly manifest: Manifest;
  readonly sidecar?: Sidecar;
  /** The lock or approval that applies to the skill's directory. */
  readonly approved?: ApplicableApproval;
  /** The text between the fences, with `\n` line ends. Positions in diagnostics are computed from this text. */
  readonly header: string;
  /** The line number of the first header line. */
  readonly headerLine: number;
  /** Byte offset of the body in the file. */
  readonly bodyOffset: number;
}

/** Returns the name that callers use: the host's id, or else the skill's name. */
export function calledName({ name, hostId }: Pick<Skill, "name" | "hostId">): string {
  return hostId ?? name;
}

/** Returns the name of a skill in a catalog. For a skill of a plugin, the plugin's name is the prefix. */
export function fullName(name: string, { plugin }: { readonly plugin?: string }): string {
  return plugin === undefined ? name : `${plugin}:${name}`;
}

/** A file that was found but is not a valid skill. */
export interface Rejected {
  readonly path: string;
  readonly root: Root;
  readonly id: SkillId;
  /** The name that the skill would probably have. */
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the skill's directory with symlinks resolved, because approvals apply to real paths. */
export function directoryOfSkill({ directory, realPath }: Pick<Skill, "directory" | "realPath">): string {
  return realPath === undefined ? directory : parentPath(realPath);
}

/** Sidecar files relative to a skill's directory, highest precedence first. A host may have other sidecar files. */
export const SIDECAR_FILES: readonly string[] = ["agents/skillwright.yaml", "agents/openai.yaml"];

export const MAX_SIDECAR_BYTES = 65_536;

const SKILL_FILE = "skill.md";

/** Returns true if a file is called `SKILL.md`, in any case. Some hosts find other spellings, and the reader reports them. */
export function isSkillFile(path: string): boolean {
  const start = path.length - SKILL_FILE.length;
  return (start === 0 || path[start - 1] === "/") && path.slice(start).toLowerCase() === SKILL_FILE;
}
