/** Who put a root there. The order is the order of precedence: an earlier scope's skill shadows a later one's. */
export const SCOPES = ["extra", "repo", "user", "system", "admin", "plugin"] as const;
/** The layer that a directory of skills belongs to, such as the project or the user. */
export type Scope = (typeof SCOPES)[number];

/**
 * Who named a root: the program that calls us or its command line, a variable, a file or directory of the user, of the
 * administrator or of the project, or this package. Trust follows the namer, never the scope.
 */
export const NAMERS = ["caller", "environment", "user", "admin", "project", "package"] as const;
export type Namer = (typeof NAMERS)[number];

/** A directory that is searched for skills, without the decision about its trust. */
export interface NamedRoot {
  /** Canonical, absolute. */
  readonly path: string;
  readonly scope: Scope;
  /** Short and stable on one machine (`.agents/skills`, `~/.claude/skills`); the middle part of a skill's id. */
  readonly label: string;
  /** Where the root was named: the profile, a flag, a variable or a configuration file. */
  readonly from: string;
  readonly namedBy: Namer;
  /** The folder of the file, or of the directory, that names the root; absolute. Trust in a project's root is trust in this folder. */
  readonly namedIn: string;
  /** Whether symbolic links in it are followed. */
  readonly followLinks: boolean;
  /** Set if a symlink that leaves the root is not followed, neither by a load nor when a skill is read later. */
  readonly linksInside?: true;
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

/** A directory that is searched for skills. */
export interface Root extends NamedRoot {
  /** False: the user vouches neither for the namer nor for the folder. Its skills reach no model and run nothing. */
  readonly trusted: boolean;
}
