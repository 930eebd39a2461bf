import type { Scope } from "./root.ts";

/** A root as a profile names it; `resolveRoots` turns it into directories of this machine. */
export interface RootTemplate {
  readonly scope: Scope;
  /**
   * `project`: joined to every directory from the working directory up to the project root, nearest first;
   * `home`, `config`, `data`, `admin`: joined to that directory of the platform.
   */
  readonly base: "project" | "home" | "config" | "data" | "admin";
  readonly path: string;
  /** `*` in the path stands for a plugin's directory, whose name becomes the namespace. */
  readonly plugin?: boolean;
}

/** Everything in which hosts differ. */
export interface HostProfile {
  readonly name: string;
  readonly title: string;
  readonly roots: readonly RootTemplate[];
  /** Scopes whose symbolic links are followed. */
  readonly followLinks: readonly Scope[];
  /** Subdirectories of a skill that are never searched for more skills. */
  readonly resourceDirectories: readonly string[];
  /** Directories that are never entered, besides hidden ones. */
  readonly skippedDirectories: readonly string[];
  /** Whether this profile ships embedded system skills. */
  readonly systemSkills: boolean;
}
