/** Where a skill goes, and which lock will know of it. */
import { OperationError } from "../model/errors.ts";
import { INSTALL_LIMITS, type InstallLimits } from "../model/skills/bundle.ts";
import type { Files } from "../platform/files/files.ts";
import { realTarget } from "../platform/files/real-target.ts";
import { isProjectSkill } from "../trust/approvals/lock-keys.ts";
import { keyOf, type Places } from "../trust/approvals/places.ts";
import { isWithin } from "../trust/approvals/trust-store.ts";
import { checkPath } from "../trust/bundle/check-path.ts";

/** The project's own directory of skills, the user's, or any other. */
export type Where = "project" | "user" | { readonly directory: string };

export interface Placed {
  /** Absolute, with every link on the way followed. */
  readonly directory: string;
  readonly lock: { readonly path: string; readonly key: string };
  /** What the lock's keys and directories are meant from. */
  readonly base: string;
}

export type Placing = (name: string, plugin: string | undefined) => Placed;

/** Each root is looked at once, however many skills go there. */
export function placingAt(where: Where, places: Places, files: Files): Placing {
  const roots = new Map<string, string>();
  return (name, plugin) => {
    for (const part of plugin === undefined ? [name] : [name, plugin]) checkName(part, INSTALL_LIMITS);
    const root = rootOf(plugin, where, places);
    const real = roots.get(root) ?? realRoot(root, places, files);
    roots.set(root, real);
    const placed = lockFor(`${real}/${name}`, places, files);
    if (
      where === "project" &&
      plugin === undefined &&
      places.projectRoot !== places.home &&
      placed.base === places.home
    )
      throw new OperationError("SK660", `\`${placed.directory}\` cannot be in the lock of this project`, {
        hint: "make `.agents/skills` a real directory, or say where with `--to`; then your own lock has the skill",
      });
    return placed;
  };
}

function checkName(name: string, limits: InstallLimits): void {
  const problem = name.includes("/") ? { what: "is no name of a directory" } : checkPath(name, limits);
  if (problem)
    throw new OperationError("SK660", `a skill cannot be installed under this name: it ${problem.what}`, {
      hint: "ask its author for a plain name",
    });
}

function rootOf(plugin: string | undefined, where: Where, places: Places): string {
  if (typeof where !== "string") return where.directory;
  if (plugin !== undefined) return `${places.plugins}/${plugin}/skills`;
  return where === "user" ? `${places.home}/.agents/skills` : `${places.projectRoot}/.agents/skills`;
}

/** [SF4] The real path of a directory of skills. A symlink in the project must not choose a place outside of it. */
function realRoot(root: string, { projectRoot }: Places, files: Files): string {
  const real = realTarget(root, files);
  if (real !== undefined && (isWithin(real, projectRoot) || !isWithin(root, projectRoot))) return real;
  const where = real === undefined ? "through a symlink that leads nowhere" : `out of the project, to \`${real}\``;
  throw new OperationError("SK660", `\`${root}\` leads ${where}`, {
    hint: "put a real directory there, or name the real place with `--to`",
  });
}

/** [Y3] Skills directly in a skill root of the project are in the project's lock; all others are in the user's. */
export function lockFor(directory: string, places: Places, files: Files): Placed {
  const { projectRoot, home, projectLock, userLock } = places;
  if (isProjectSkill(directory, places, files))
    return { directory, lock: { path: projectLock, key: keyOf(directory, projectRoot, ".") }, base: projectRoot };
  return { directory, lock: { path: userLock, key: keyOf(directory, home, "~") }, base: home };
}
