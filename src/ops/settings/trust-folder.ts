/** Trusting a folder and taking that back: the user's decision, kept in the user's own directory. */
import { type LoadOptions, prepare } from "../../catalog/load/load.ts";
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
  /** MCP servers of the folder that had a yes, which `trust --remove` takes back. */
  readonly revoked?: readonly string[];
  /** Damaged decisions about servers, if `trust --remove` found some. */
  readonly diagnostics?: readonly Diagnostic[];
  /** A folder above it that is still trusted, and covers it. */
  readonly coveredBy?: string;
}

/** The folders that are trusted, sorted. Throws SK530 for a damaged store. */
export function trustedFolders(environment: Environment = nodeEnvironment()): {
  store: string;
  folders: readonly string[];
} {
  const store = readTrustStore(platformDirectories(environment).config, nodeFiles);
  refuseDamaged(store);
  return { store: store.path, folders: store.folders };
}

/** Takes back the trust in the project of a directory, and the yes to its servers. The directory may be gone by now. */
export async function untrustProject(directory: string, load: LoadOptions = {}): Promise<TrustChange> {
  const { environment = nodeEnvironment() } = load;
  if (!nodeFiles.exists(directory)) return setTrusted(directory, false, environment, []);
  const { projectRoot } = await prepare({ ...load, cwd: directory });
  return setTrusted(folderToTrust(directory, projectRoot, environment), false, environment, []);
}

/** Trust in a home covers no directory below it. So a directory whose project is the home is trusted by itself. */
export function folderToTrust(directory: string, projectRoot: string, { home }: Pick<Environment, "home">): string {
  return projectRoot === home ? directory : projectRoot;
}

/** Trusts the project that a directory belongs to, or no longer. Without trust, no server of it keeps its yes. */
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
    throw new OperationError("SK502", `\`${store}\` lies inside \`${folder}\`, which could then vouch for itself`, {
      hint: "point `SKILLWRIGHT_HOME` to a directory outside of it",
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
