/** Who put a root there. The order is the order of precedence: an earlier scope's skill shadows a later one's. */
export const SCOPES = ["extra", "repo", "user", "system", "admin", "plugin"] as const;
export type Scope = (typeof SCOPES)[number];

export function scopeRank(scope: Scope): number {
  return SCOPES.indexOf(scope);
}

/** A directory that is searched for skills. */
export interface Root {
  /** Canonical, absolute. */
  readonly path: string;
  readonly scope: Scope;
  /** Short and stable on one machine (`.agents/skills`, `~/.claude/skills`); the middle part of a skill's id. */
  readonly label: string;
  /** Where the root was named: the profile, a flag, a variable or a configuration file. */
  readonly from: string;
  /** Whether symbolic links in it are followed. */
  readonly followLinks: boolean;
  /** False where the directory is missing; such a root is kept so that `roots` can show it. */
  readonly exists: boolean;
  /** Named by the user rather than by the profile: its absence is worth a warning. */
  readonly configured: boolean;
  /** Prefix of every skill name in it (`plugin:`), or "". */
  readonly namespace: string;
  /** Set when the skills come from a `SkillSource` instead of a directory. */
  readonly source?: string;
  /** The skills are somebody else's, who serves them: nothing of them runs here by a rule. */
  readonly foreign?: boolean;
}
