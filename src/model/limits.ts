/** Every bound on what strangers' files can make us do. All configurable under `limits`. */
export interface Limits {
  /** Directories below a root. The deepest real skill of 195,554 stands at 5; symlink mazes and vendored trees go deeper. */
  readonly maxDepth: number;
  /** Directories entered per root. */
  readonly maxDirectories: number;
  /** Directory entries looked at per root. */
  readonly maxEntries: number;
  /** Bytes of one SKILL.md; the largest real one has 1.0 MB. */
  readonly maxSkillBytes: number;
  /** Bytes of one frontmatter block; the largest real one has 9,619. */
  readonly maxFrontmatterBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxDepth: 6,
  maxDirectories: 200_000,
  maxEntries: 2_000_000,
  maxSkillBytes: 1_000_000,
  maxFrontmatterBytes: 65_536,
};
