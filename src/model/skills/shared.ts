/** The types for shared skills: their files with digests, and their frontmatter. */
import type { Loaded } from "./snapshot.ts";

export interface SharedFile {
  /** The path relative to the skill's directory, with `/`. */
  readonly path: string;
  /** `sha256:` and 64 lowercase digits of the shared bytes. */
  readonly digest: string;
  readonly size: number;
}

/** The path of a shared skill, and the actors that may load the skill. */
export interface SharedPath {
  /** A unique path with `/` between its parts. The last part is the skill's name. */
  readonly path: string;
  readonly address: string;
  readonly loaded: Loaded;
  /** True if a model may load the skill by itself. Otherwise only a user can load it. */
  readonly forModel: boolean;
  /**
   * True if the skill is in the directory of another shared skill. Its path is then below the path of that skill, and
   * both share files.
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

/** Limits for one shared skill. Every reader must support skills of this size. */
export const SHARED_LIMITS = { files: 512, bytes: 16_777_216 } as const;
