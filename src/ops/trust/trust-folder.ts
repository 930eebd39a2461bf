/** Adds and removes trust in folders. The list of trusted folders is in the user's directory. */
import { type LoadOptions, prepareLoad } from "../../catalog/load/load.ts";
import { revokeServers } from "../../catalog/servers/project-servers.ts";
import { findProjectRoot } from "../../hosts/roots/resolve-roots.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { type Environment, nodeEnvironment, platformDirectories } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { changeFiles } from "../../platform/writing/change-files.ts";
import { refuseDamaged } from "../../trust/folders/decisions.ts";
import { formatTrustStore, isTrusted, readTrustStore } from "../../trust/folders/vouch-for-root.ts";

export interface TrustChange {
  readonly folder: string;
  readonly store: string;
  readonly changed: boolean;
  /** MCP servers of the folder that `trust --remove` no longer approves. */
  readonly revoked?: readonly string[];
  /** Diagnostics about damaged files that store decisions, found by `trust --remove`. */
  readonly diagnostics?: readonly Diagnostic[];
  /** A trusted parent folder. It covers this folder even after the folder's own trust was removed. */
  readonly coveredBy?: string;
}

/** Returns the trusted folders, sorted. Throws SK530 for a damaged store. */
export function trustedFolders(environment: Environment = nodeEnvironment()): {
  store: string;
  folders: readonly string[];
} {
  const store = readTrustStore(platformDirectories(environment).config, nodeFiles);
  refuseDamaged(store);
  return { store: store.path, folders: store.folders };
}

/** Removes trust in the project of a directory, and the approvals of its servers. The directory need not exist. */
export async function untrustProject(directory: string, load: LoadOptions = {}): Promise<TrustChange> {
  const { environment = nodeEnvironment() } = load;
  if (!nodeFiles.exists(directory)) return setTrusted(directory, false, environment, []);
  const { projectRoot } = await prepareLoad({ ...load, cwd: directory });
  return setTrusted(folderToTrust(directory, projectRoot, environment), false, environment, []);
}

/**
 * Returns the folder to trust. If the project is the user's home, only the directory itself is trusted, because trust
 * in a home does not cover its subdirectories.
 */
export function folderToTrust(directory: string, projectRoot: string, { home }: Pick<Environment, "home">): string {
  return projectRoot === home ? directory : projectRoot;
}

/**
 * Adds or removes trust in the project of a directory. If trust is removed, the approvals of its servers are withdrawn
 * too.
 */
export async function setTrusted(
  directory: string,
  trusted: boolean,
  environment: Environment = nodeEnvironment(),
  markers: readonly string[] = [".git"],
): Promise<TrustChange> {
  const { store, folders } = trustedFolders(environment);
  const isGone = !trusted && folders.includes(directory) && !nodeFiles.exists(directory);
  const folder = isGone ? directory : folderOf(directory, environment, markers);
  if (trusted && isInside(store, folder) && environment.home !== folder)
    throw new OperationError("SK502", `\`${store}\` is inside \`${folder}\`, which could then trust itself`, {
      hint: "set `SKILLWRIGHT_HOME` to a directory outside of the project",
    });
  const changed = folders.includes(folder) === trusted ? false : await writeTrust(folder, trusted, environment);
  if (trusted) return { folder, store, changed };
  const rest = { path: store, folders: trustedFolders(environment).folders };
  const covers = (each: string): boolean => isTrusted(each, rest, environment.home);
  const servers = await revokeServers((root) => isInside(root, folder) && !covers(root), environment);
  const coveredBy = rest.folders.find((each) => isTrusted(folder, { path: store, folders: [each] }, environment.home));
  return { folder, store, changed, ...servers, ...(coveredBy === undefined ? {} : { coveredBy }) };
}

function writeTrust(folder: string, trusted: boolean, environment: Environment): Promise<boolean> {
  const { store } = trustedFolders(environment);
  return changeFiles([store], (files) => {
    const now = trustedFolders(environment).folders;
    const changed = now.includes(folder) !== trusted;
    const wanted = trusted ? [...now, folder] : now.filter((each) => each !== folder);
    if (changed) files.write(store, formatTrustStore(wanted));
    return changed;
  });
}

function folderOf(directory: string, environment: Environment, markers: readonly string[]): string {
  try {
    const real = nodeFiles.realPath(directory);
    return folderToTrust(real, findProjectRoot(real, markers, nodeFiles, environment), environment);
  } catch (error) {
    throw new OperationError("SK022", `there is no directory \`${directory}\``, {
      hint: "name the project's directory",
      cause: error,
    });
  }
}
