/** Where installing and approving keep what they know: one lock in the project, all else in the user's own directories. */
import { type Environment, platformDirectories } from "../../platform/environment.ts";

export interface StatePaths {
  readonly projectRoot: string;
  readonly home: string;
  readonly projectLock: string;
  readonly userLock: string;
  readonly approvals: string;
  /** What files looked like when they were last hashed. */
  readonly stamps: string;
  /** Present only while files are being moved, or when that was interrupted. */
  readonly journal: string;
  readonly store: string;
  /** Where the skills in the store came from. */
  readonly arrivals: string;
  /** What stood where before, for going back. */
  readonly history: string;
  /** Directories that were made for skills. */
  readonly made: string;
  readonly temporary: string;
  readonly plugins: string;
  /** Whom the user believes: `allowed_signers`, and what is pinned. */
  readonly signers: string;
  /** Hosts that a project's lock may lead to. */
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

/** A directory as a lock writes it: from the lock's own place where it lies below that, so that the lock can move. */
export function lockKeyOf(directory: string, base: string, sign: "." | "~"): string {
  return directory.startsWith(`${base}/`)
    ? `${sign === "~" ? "~/" : ""}${directory.slice(base.length + 1)}`
    : directory;
}
