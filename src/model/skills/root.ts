/** The scopes of roots, highest precedence first: a skill of an earlier scope overrides a skill of a later scope. */
export const SCOPES = ["extra", "repo", "user", "system", "admin", "plugin"] as const;
/** The layer that a directory of skills belongs to, such as the project or the user. */
export type Scope = (typeof SCOPES)[number];

/**
 * The party that names a root: the calling program or its command line, a variable, or this package. It can also be a
 * file or directory of the user, the administrator or the project. Trust depends on this party, never on the scope.
 */
export const NAMERS = ["caller", "environment", "user", "admin", "project", "package"] as const;
export type Namer = (typeof NAMERS)[number];

/** A directory that is searched for skills, before its trust is decided. */
export interface NamedRoot {
  /** An absolute, canonical path. */
  readonly path: string;
  readonly scope: Scope;
  /**
   * A label that is short and stable on one machine (`.agents/skills`, `~/.claude/skills`). It is the middle part of a
   * skill's id.
   */
  readonly label: string;
  /** The place that names the root: the profile, a flag, a variable or a configuration file. */
  readonly from: string;
  readonly namedBy: Namer;
  /**
   * The absolute path of the folder that contains the file or directory which names the root. To trust a project's
   * root, the user trusts this folder.
   */
  readonly namedIn: string;
  /** True if symlinks in the root are followed. */
  readonly followLinks: boolean;
  /**
   * Set if symlinks out of the root are not followed, neither when skills are loaded nor when their files are read
   * later.
   */
  readonly linksInside?: true;
  /** False if the directory is missing. A missing root stays in the list, so that `roots` can show it. */
  readonly exists: boolean;
  /** True if the user named the root. A warning then reports a missing directory. */
  readonly configured: boolean;
  /** Prefix of the name of every skill in the root (`plugin:`), or "". */
  readonly namespace: string;
  /** Set when the skills come from a `SkillSource` instead of a directory. */
  readonly source?: string;
  /** True if another party serves the skills. No rule allows their code to run here. */
  readonly foreign?: boolean;
}

/** A directory that is searched for skills. */
export interface Root extends NamedRoot {
  /**
   * False if the user trusts neither the folder nor the file that names it. Then no model gets the root's skills, and
   * their code does not run.
   */
  readonly trusted: boolean;
}
