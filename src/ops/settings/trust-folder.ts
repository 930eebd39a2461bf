/** Trusting a folder and taking that back: the user's decision, kept in the user's own directory. */

import { findProjectRoot } from "../../hosts/roots/resolve-roots.ts";
import { OperationError } from "../../model/errors.ts";
import { type Environment, nodeEnvironment, platformDirectories } from "../../platform/environment.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { changeFiles } from "../../platform/writing/change-files.ts";
import { refuseDamaged } from "../../trust/approvals/decisions.ts";
import { formatTrustStore, isWithin, readTrustStore } from "../../trust/approvals/trust-store.ts";

export interface TrustChange {
  readonly folder: string;
  readonly store: string;
  readonly changed: boolean;
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

/** Trusts the project that a directory belongs to, or no longer. */
export async function setTrusted(
  directory: string,
  trusted: boolean,
  environment: Environment = nodeEnvironment(),
  markers: readonly string[] = [".git"],
): Promise<TrustChange> {
  const folder = folderOf(directory, environment, markers);
  const { store, folders } = trustedFolders(environment);
  if (trusted && isWithin(store, folder) && environment.home !== folder)
    throw new OperationError("SK502", `\`${store}\` lies inside \`${folder}\`, which could then vouch for itself`, {
      hint: "point `SKILLWRIGHT_HOME` to a directory outside of it",
    });
  if (folders.includes(folder) === trusted) return { folder, store, changed: false };
  return changeFiles([store], (files) => {
    const now = trustedFolders(environment).folders;
    const changed = now.includes(folder) !== trusted;
    const wanted = trusted ? [...now, folder] : now.filter((each) => each !== folder);
    if (changed) files.write(store, formatTrustStore(wanted));
    return { folder, store, changed };
  });
}

function folderOf(directory: string, environment: Environment, markers: readonly string[]): string {
  try {
    return findProjectRoot(nodeFiles.realPath(directory), markers, nodeFiles, environment);
  } catch (error) {
    throw new OperationError("SK022", `there is no directory \`${directory}\``, {
      hint: "name the project's directory",
      cause: error,
    });
  }
}
