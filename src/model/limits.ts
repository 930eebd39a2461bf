/** Limits for files that strangers may have written. All limits are configurable under `limits`. */
export interface Limits {
  /**
   * Maximum directory levels below a root. The deepest of 195,554 real skills is at level 5, but cyclic symlinks and
   * vendored trees are deeper.
   */
  readonly maxDepth: number;
  /** Maximum directories to enter per root. */
  readonly maxDirectories: number;
  /** Maximum directory entries to read per root. */
  readonly maxEntries: number;
  /** Maximum bytes of one SKILL.md. The largest real one has 1.0 MB. */
  readonly maxSkillBytes: number;
  /** Maximum bytes of one frontmatter block. The largest real one has 9,619 bytes. */
  readonly maxFrontmatterBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxDepth: 6,
  maxDirectories: 200_000,
  maxEntries: 2_000_000,
  maxSkillBytes: 1_000_000,
  maxFrontmatterBytes: 65_536,
};
