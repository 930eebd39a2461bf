/** The paths of installation state: one lock in the project, everything else in the user's directories. */
import { type Environment, platformDirectories } from "../../platform/environment.ts";

export interface StatePaths {
  readonly projectRoot: string;
  readonly home: string;
  readonly projectLock: string;
  readonly userLock: string;
  readonly approvals: string;
  /** Stamps of files at their last hash. */
  readonly stamps: string;
  /** Exists only during an installation, or after an interruption. */
  readonly journal: string;
  readonly store: string;
  /** Origins of the skills in the store. */
  readonly arrivals: string;
  /** Earlier versions, for rollbacks. */
  readonly history: string;
  /** Directories that were created for skills. */
  readonly made: string;
  readonly temporary: string;
  readonly plugins: string;
  /** Trusted signers: `allowed_signers` and pinned keys. */
  readonly signers: string;
  /** Hosts that a project's lock may contact. */
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

/** Returns a directory as a lock key: relative to the lock if it is below, so that the lock can move. */
export function lockKeyOf(directory: string, base: string, sign: "." | "~"): string {
  return directory.startsWith(`${base}/`)
    ? `${sign === "~" ? "~/" : ""}${directory.slice(base.length + 1)}`
    : directory;
}
