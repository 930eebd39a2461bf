/** Where a skill goes, and which lock will know of it. */
import { posix } from "node:path";
import { OperationError } from "../model/errors.ts";
import { INSTALL_LIMITS, type InstallLimits } from "../model/skills/bundle.ts";
import { type Files, realPathIfAny } from "../platform/files/files.ts";
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
    const real = roots.get(root) ?? realPlace(root, files);
    roots.set(root, real);
    // A link in the repository must not choose where we write.
    if (where === "project" && plugin === undefined && !isWithin(real, places.projectRoot))
      throw new OperationError("SK660", `\`${root}\` leads out of the project, to \`${real}\``, {
        hint: "put a real directory there, or say where with `--to`",
      });
    return lockFor(`${real}/${name}`, places);
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

/** With every link of what exists followed; the rest as it is written. */
function realPlace(path: string, files: Files): string {
  for (let at = path, rest = ""; ; rest = `/${posix.basename(at)}${rest}`, at = posix.dirname(at)) {
    const real = at === "/" ? "" : realPathIfAny(at, files);
    if (real !== undefined) return real + rest;
  }
}

/** [Y3] What lies in the project is in the project's lock; everything else in the user's. */
export function lockFor(directory: string, places: Places): Placed {
  const { projectRoot, home, projectLock, userLock } = places;
  if (isWithin(directory, projectRoot) && projectRoot !== home)
    return { directory, lock: { path: projectLock, key: keyOf(directory, projectRoot, ".") }, base: projectRoot };
  return { directory, lock: { path: userLock, key: keyOf(directory, home, "~") }, base: home };
}
