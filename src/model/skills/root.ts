/** The owner of a root, highest precedence first: a skill of an earlier scope overrides one of a later scope. */
export const SCOPES = ["extra", "repo", "user", "system", "admin", "plugin"] as const;
/** The layer that a directory of skills belongs to, such as the project or the user. */
export type Scope = (typeof SCOPES)[number];

/**
 * The namer of a root: the calling program or its command line, a variable, a file or directory of the user, the
 * administrator or the project, or this package. Trust depends on the namer, never on the scope.
 */
export const NAMERS = ["caller", "environment", "user", "admin", "project", "package"] as const;
export type Namer = (typeof NAMERS)[number];

/** A directory that is searched for skills, before its trust is decided. */
export interface NamedRoot {
  /** An absolute, canonical path. */
  readonly path: string;
  readonly scope: Scope;
  /** Short and stable on one machine (`.agents/skills`, `~/.claude/skills`). It is the middle part of a skill's id. */
  readonly label: string;
  /** Where the root was named: the profile, a flag, a variable or a configuration file. */
  readonly from: string;
  readonly namedBy: Namer;
  /**
   * The folder of the file or directory that names the root; absolute. Trust in a project's root is trust in this
   * folder.
   */
  readonly namedIn: string;
  /** True if symlinks in it are followed. */
  readonly followLinks: boolean;
  /** Set if symlinks that leave the root are not followed, neither by a load nor by a later read. */
  readonly linksInside?: true;
  /** False if the directory is missing. The root is kept so that `roots` can show it. */
  readonly exists: boolean;
  /** True if the user named the root. A missing one is then reported as a warning. */
  readonly configured: boolean;
  /** Prefix of every skill name in it (`plugin:`), or "". */
  readonly namespace: string;
  /** Set when the skills come from a `SkillSource` instead of a directory. */
  readonly source?: string;
  /** True if another party serves the skills. No rule lets anything of them run here. */
  readonly foreign?: boolean;
}

/** A directory that is searched for skills. */
export interface Root extends NamedRoot {
  /** False if the user trusts neither the namer nor the folder. Its skills reach no model and run nothing. */
  readonly trusted: boolean;
}
