/** The types for shared skills: their files with digests, and their frontmatter. */
import type { Loaded } from "./snapshot.ts";

export interface SharedFile {
  /** Relative to the skill's directory, with `/`. */
  readonly path: string;
  /** `sha256:` and 64 lowercase digits of the shared bytes. */
  readonly digest: string;
  readonly size: number;
}

/** The position of a skill among the shared ones. */
export interface SharedPath {
  /** Unique; parts separated by `/`, of which the last is the skill's name. */
  readonly path: string;
  readonly address: string;
  readonly loaded: Loaded;
  /** True if a model may load it by itself. Only users can load the others. */
  readonly forModel: boolean;
  /**
   * True if it is in the directory of another shared skill. Its path is then below that skill's path, and they share
   * files.
   */
  readonly nested: boolean;
}

export interface SharedSkill {
  readonly name: string;
  readonly description: string;
  /** The frontmatter of the shared SKILL.md. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** All files including SKILL.md, sorted. */
  readonly files: readonly SharedFile[];
  /** Changes that make the frontmatter conform; empty if SKILL.md is shared unchanged. */
  readonly changes: readonly string[];
}

/** The reason why a skill is not shared. */
export interface NotSharedReason {
  readonly code: string;
  readonly reason: string;
}

/** Limits of a shared skill, which every reader must support. */
export const SHARED_LIMITS = { files: 512, bytes: 16_777_216 } as const;
