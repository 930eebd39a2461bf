/**
 * Does the user vouch for a root? In: who named it, in which folder, and where it really is. The scope has no say. Out:
 * whether its skills may reach a model, and whether anything of them may run.
 */
import { systemCode } from "../../model/errors.ts";
import type { NamedRoot, Root } from "../../model/skills/root.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Withheld } from "../../model/skills/snapshot.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { type Files, realPathIfAny } from "../../platform/files/files.ts";

export interface VouchGround {
  readonly projectRoot: string;
  readonly home: string;
  readonly files: Files;
  /** Returns true for a folder that the user trusts. */
  readonly trusts: (folder: string) => boolean;
}

const UNTRUSTED: Withheld & { readonly code: "SK501" } = { code: "SK501", reason: "the folder is not trusted" };

/** Why no actor may have a skill: its root is not trusted, and the user has not approved its bytes. */
export function whyUntrusted({ root, approved }: Pick<Skill, "root" | "approved">): typeof UNTRUSTED | undefined {
  return root.trusted || approved?.byUser === true ? undefined : UNTRUSTED;
}

export function vouchForRoots<T extends NamedRoot>(roots: readonly T[], ground: VouchGround): (T & Root)[] {
  const vouched = roots.map((root) => vouchesFor(root, ground));
  const places = (wanted: boolean): string[] =>
    roots.filter(({ exists }, at) => exists && vouched[at] === wanted).map(({ path }) => realOf(path, ground.files));
  // A project that names a directory of the user's own does not take it from the user.
  const shared = new Set(places(false));
  const own = new Set(shared.size === 0 ? [] : places(true).filter((path) => shared.has(path)));
  return roots.map((root, at) => {
    const trusted = vouched[at] === true || (own.size > 0 && root.exists && own.has(realOf(root.path, ground.files)));
    return { ...root, trusted };
  });
}

/** Returns true if the user vouches for a root, or for a file with settings. */
export function vouchesFor(
  { namedBy, namedIn, path }: Pick<NamedRoot, "namedBy" | "namedIn" | "path">,
  ground: VouchGround,
): boolean {
  switch (namedBy) {
    case "project":
      return ground.trusts(namedIn);
    case "environment":
      return [namedIn, path].every((place) => !isInProject(place, ground) || ground.trusts(place));
    case "user":
    case "admin":
      // A link that the user made in the home leads where the user wants.
      return (
        !isInside(namedIn, ground.projectRoot) || isInside(ground.home, ground.projectRoot) || ground.trusts(namedIn)
      );
    case "caller":
    case "package":
      return true;
  }
}

/** Returns true if a variable points into the project. A home in the project is still its owner's. */
function isInProject(path: string, { projectRoot, home, files }: VouchGround): boolean {
  if (isInside(home, projectRoot)) return false;
  return isInside(path, projectRoot) || isInside(realOf(path, files), projectRoot);
}

function realOf(path: string, files: Files): string {
  try {
    return realPathIfAny(path, files) ?? path;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return path;
  }
}
