/**
 * Which folders the user has vouched for: one small file in the user's own configuration directory, never inside a
 * repository, so that nothing in a folder has a say in whether it is trusted.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { type Files, realPathIfAny } from "../../platform/files/files.ts";
import { formatDecisions, isFolder, readDecisions, TRUSTED_FOLDERS } from "./decisions.ts";

export interface TrustStore {
  readonly path: string;
  /** Real, absolute, sorted. */
  readonly folders: readonly string[];
  /** Why the file cannot be used; then no folder is trusted. */
  readonly damaged?: string;
  readonly help?: string;
}

/** A missing or damaged store trusts nothing. */
export function readTrustStore(configDirectory: string, files: Files): TrustStore {
  const { path, value, ...damage } = readDecisions(TRUSTED_FOLDERS, configDirectory, files);
  if (damage.damaged !== undefined) return { path, folders: [], ...damage };
  if (value === undefined) return { path, folders: [] };
  return { path: realPlace(path, files), folders: (value as string[]).toSorted() };
}

function realPlace(path: string, files: Files): string {
  return realPathIfAny(path, files) ?? path;
}

/** A folder is trusted if it or a folder above it is. A trusted home covers the home's own project, not the projects below it. */
export function isTrusted(folder: string, { folders }: TrustStore, home?: string): boolean {
  return folders.some(
    (trusted) => isFolder(trusted) && isInside(folder, trusted) && (trusted !== home || folder === home),
  );
}

/** A store that the project itself could have written says nothing. */
export function storeInsideProject(store: TrustStore, projectRoot: string, home: string): Diagnostic | undefined {
  // A home that is itself under version control is still its owner's.
  if (home === projectRoot) return undefined;
  if (!isInside(store.path, projectRoot) || store.folders.length === 0) return undefined;
  return diagnostic("SK502", {
    path: store.path,
    message: "the trust store lies inside the project, so it is not believed",
    help: "point `SKILLWRIGHT_HOME` to a directory outside of it",
  });
}

/** The text of a store; the same folders give the same bytes. */
export function formatTrustStore(folders: readonly string[]): string {
  return formatDecisions(TRUSTED_FOLDERS, [...new Set(folders)].sort());
}
