/**
 * The paths of the files that store the state of installations. One lock is in the project, and everything else is in
 * the user's directories.
 */
import { type Environment, platformDirectories } from "../../platform/environment.ts";

export interface StatePaths {
  readonly projectRoot: string;
  readonly home: string;
  readonly projectLock: string;
  readonly userLock: string;
  readonly approvals: string;
  /** Cache of stamps from when files were last hashed. */
  readonly stamps: string;
  /** Journal of an installation. It exists only during an installation, or after an interruption. */
  readonly journal: string;
  readonly store: string;
  /** Names and origins of the skills in the store. */
  readonly arrivals: string;
  /** Earlier versions of skills, for rollbacks. */
  readonly history: string;
  /** Directories that installations created for skills. */
  readonly made: string;
  readonly temporary: string;
  readonly plugins: string;
  /** Trusted signers: `allowed_signers` and pinned keys. */
  readonly signers: string;
  /** The hosts that a project's lock may contact. */
  readonly hosts: string;
}

export function statePathsOf(environment: Environment, projectRoot: string): StatePaths {
  const { config, data } = platformDirectories(environment);
  return {
    projectRoot,
    home: environment.home,
    projectLock: `${projectRoot}/skills.lock`,
    userLock: `${config}/skills.lock`,
    approvals: `${config}/approvals.json`,
    stamps: `${data}/stamps.json`,
    journal: `${data}/journal.json`,
    store: `${data}/store`,
    arrivals: `${data}/store/arrivals.json`,
    history: `${data}/history.json`,
    made: `${data}/made.json`,
    temporary: `${data}/temporary`,
    plugins: `${data}/plugins`,
    signers: `${config}/signers`,
    hosts: `${config}/hosts.json`,
  };
}

/**
 * Returns a directory as the key of a lock. If the directory is below the lock's directory, the key is relative, so
 * that both can move together.
 */
export function lockKeyOf(directory: string, base: string, sign: "." | "~"): string {
  return directory.startsWith(`${base}/`)
    ? `${sign === "~" ? "~/" : ""}${directory.slice(base.length + 1)}`
    : directory;
}
