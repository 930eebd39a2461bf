/** A skill as it is given to others: every file with its digest, and what its frontmatter says. */
import type { Loaded } from "./snapshot.ts";

export interface SharedFile {
  /** From the skill's directory, with `/`. */
  readonly path: string;
  /** `sha256:` and 64 lower-case digits, of the bytes that are given. */
  readonly digest: string;
  readonly size: number;
}

/** Where a skill stands among those that are given. */
export interface SharedPlace {
  /** Unique; parts with `/` between them, the last of which is the skill's name. */
  readonly path: string;
  readonly address: string;
  readonly loaded: Loaded;
  /** Whether a model may have it by itself; the others are for the user to ask for. */
  readonly forModel: boolean;
  /** It lies in the directory of another one that is given, and its path is below that one's: their files are the same. */
  readonly nested: boolean;
}

export interface SharedSkill {
  readonly name: string;
  readonly description: string;
  /** Exactly what the shared SKILL.md says. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** All of them, SKILL.md too, sorted. */
  readonly files: readonly SharedFile[];
  /** What was changed in the frontmatter so that it conforms; none where SKILL.md is shared as it stands. */
  readonly changes: readonly string[];
}

/** Why a skill is not given. */
export interface NotShared {
  readonly code: string;
  readonly reason: string;
}

/** What every reader of shared skills has to support, and so what one may be. */
export const SHARED_LIMITS = { files: 512, bytes: 16_777_216 } as const;
