/**
 * Decides whether the user trusts a root. The decision depends on who named the root, on its folder and on its real
 * path, but not on its scope. Only skills of a trusted root may reach a model or run code.
 */

import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { NamedRoot, Root } from "../../model/skills/root.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Withheld } from "../../model/skills/snapshot.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { type Files, realPathIfAny } from "../../platform/files/files.ts";
import { formatDecisions, isFolder, readDecisions, TRUSTED_FOLDERS } from "./decisions.ts";

export interface VouchContext {
  readonly projectRoot: string;
  readonly home: string;
  readonly files: Files;
  /** Returns true for a folder that the user trusts. */
  readonly trusts: (folder: string) => boolean;
}

const UNTRUSTED: Withheld & { readonly code: "SK501" } = { code: "SK501", reason: "the folder is not trusted" };

/**
 * Returns why a skill is withheld. A skill is withheld if its root is not trusted and the user has not approved its
 * bytes.
 */
export function whyUntrusted({ root, approved }: Pick<Skill, "root" | "approved">): typeof UNTRUSTED | undefined {
  return root.trusted || approved?.byUser === true ? undefined : UNTRUSTED;
}

export function vouchForRoots<T extends NamedRoot>(roots: readonly T[], ground: VouchContext): (T & Root)[] {
  const vouched = roots.map((root) => vouchesFor(root, ground));
  // The real paths of roots that are already trusted. A directory of the user stays trusted even if a project also
  // names it.
  let own: ReadonlySet<string> | undefined;
  const isUsers = ({ path }: NamedRoot): boolean => {
    own ??= new Set(
      roots
        .filter(({ exists }, at) => exists && vouched[at])
        .map((root) => realPathIfAny(root.path, ground.files) ?? root.path),
    );
    return own.has(realPathIfAny(path, ground.files) ?? path);
  };
  return roots.map((root, at) => ({ ...root, trusted: vouched[at] === true || (root.exists && isUsers(root)) }));
}

/** Returns true if the user trusts a root or a file with settings. */
export function vouchesFor(
  { namedBy, namedIn, path }: Pick<NamedRoot, "namedBy" | "namedIn" | "path">,
  ground: VouchContext,
): boolean {
  switch (namedBy) {
    case "project":
      return ground.trusts(namedIn);
    case "environment":
      return [namedIn, path].every((place) => !isInProject(place, ground) || ground.trusts(place));
    case "user":
    case "admin":
      // Only the folder that contains the symlink is checked, not the symlink's target. If the user made a symlink in
      // the home, the target is trusted.
      return (
        !isInside(namedIn, ground.projectRoot) || isInside(ground.home, ground.projectRoot) || ground.trusts(namedIn)
      );
    case "caller":
    case "package":
      return true;
  }
}

/**
 * Returns true if a path from a variable is in the project. If the home is in the project, it still belongs to the
 * user.
 */
function isInProject(path: string, { projectRoot, home, files }: VouchContext): boolean {
  if (isInside(home, projectRoot)) return false;
  return isInside(path, projectRoot) || isInside(realPathIfAny(path, files) ?? path, projectRoot);
}

// The list of folders that the user trusts: one file in the user's configuration directory. A list inside the project
// is ignored, so that a folder cannot make itself trusted.

export interface TrustStore {
  readonly path: string;
  /** The trusted folders as real, absolute paths, sorted. */
  readonly folders: readonly string[];
  /** The reason why the file cannot be used. If it is set, no folder is trusted. */
  readonly damaged?: string;
  readonly help?: string;
}

/** Reads the list. If it is missing or damaged, no folder is trusted. */
export function readTrustStore(configDirectory: string, files: Files): TrustStore {
  const { path, value, ...damage } = readDecisions(TRUSTED_FOLDERS, configDirectory, files);
  if (damage.damaged !== undefined) return { path, folders: [], ...damage };
  if (value === undefined) return { path, folders: [] };
  return { path: realPathIfAny(path, files) ?? path, folders: (value as string[]).toSorted() };
}

/**
 * Returns true if the folder or a parent folder is trusted. Trust in the home covers only the home directory itself,
 * not the projects below it.
 */
export function isTrusted(folder: string, { folders }: TrustStore, home?: string): boolean {
  return folders.some(
    (trusted) => isFolder(trusted) && isInside(folder, trusted) && (trusted !== home || folder === home),
  );
}

/**
 * Returns a diagnostic if the list is in the project, so that the project could have written it. Such a list is
 * ignored.
 */
export function storeInsideProject(store: TrustStore, projectRoot: string, home: string): Diagnostic | undefined {
  // If the home itself is under version control, it still belongs to the user.
  if (home === projectRoot) return undefined;
  if (!isInside(store.path, projectRoot) || store.folders.length === 0) return undefined;
  return diagnostic("SK502", {
    path: store.path,
    message: "the trust store is inside the project, so it is ignored",
    help: "point `SKILLWRIGHT_HOME` to a directory outside of it",
  });
}

/** Returns the text of a store. The same folders give the same bytes. */
export function formatTrustStore(folders: readonly string[]): string {
  return formatDecisions(TRUSTED_FOLDERS, [...new Set(folders)].sort());
}
