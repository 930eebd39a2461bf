/** Chooses the directory of a skill, and the lock that records it. */
import { OperationError } from "../model/errors.ts";
import { INSTALL_LIMITS, type InstallLimits } from "../model/skills/bundle.ts";
import { isInside } from "../model/text/is-inside.ts";
import type { Files } from "../platform/files/files.ts";
import { realTarget } from "../platform/files/real-target.ts";
import { type Approvals, readApprovals } from "../trust/approvals/approvals.ts";
import { checkPath } from "../trust/bundle/check-path.ts";
import { isProjectSkill } from "../trust/locks/lock-keys.ts";
import { type Lock, readLock } from "../trust/locks/skills-lock.ts";
import { lockKeyOf, type StatePaths } from "../trust/locks/state-paths.ts";
import type { InstallContext } from "./context.ts";

/** Where to install: the project's skill directory, the user's skill directory, or another directory. */
export type InstallLocation = "project" | "user" | { readonly directory: string };

export interface InstallTarget {
  /** The skill's directory as an absolute path, with all symlinks resolved. */
  readonly directory: string;
  readonly lock: { readonly path: string; readonly key: string };
  /** The directory that the lock's keys are relative to. */
  readonly base: string;
}

export type DirectoryChooser = (name: string, plugin: string | undefined) => InstallTarget;

/** Returns a function that chooses the directory of a skill. It resolves each root only once. */
export function chooseDirectories(where: InstallLocation, statePaths: StatePaths, files: Files): DirectoryChooser {
  const roots = new Map<string, string>();
  return (name, plugin) => {
    for (const part of plugin === undefined ? [name] : [name, plugin]) checkName(part, INSTALL_LIMITS);
    const root = rootOf(plugin, where, statePaths);
    const real = roots.get(root) ?? realRoot(root, statePaths, files);
    roots.set(root, real);
    const target = targetAt(`${real}/${name}`, statePaths, files);
    if (
      where === "project" &&
      plugin === undefined &&
      statePaths.projectRoot !== statePaths.home &&
      target.base === statePaths.home
    )
      throw new OperationError("SK660", `\`${target.directory}\` cannot be in the lock of this project`, {
        hint: name.startsWith(".")
          ? "rename the directory of the skill: the lock of a project names no hidden directory"
          : "make `.agents/skills` a real directory, or name a directory with `--to`; your own lock then records the skill",
      });
    return target;
  };
}

function checkName(name: string, limits: InstallLimits): void {
  const problem = name.includes("/") ? { what: "is not a valid directory name" } : checkPath(name, limits);
  if (problem)
    throw new OperationError("SK660", `a skill cannot be installed under this name, which ${problem.what}`, {
      hint: "ask its author for a plain name",
    });
}

function rootOf(plugin: string | undefined, where: InstallLocation, statePaths: StatePaths): string {
  if (typeof where !== "string") return where.directory;
  if (plugin !== undefined) return `${statePaths.plugins}/${plugin}/skills`;
  return where === "user" ? `${statePaths.home}/.agents/skills` : `${statePaths.projectRoot}/.agents/skills`;
}

/** Returns the real path of a skill directory. Throws SK660 if a symlink in the project leads out of the project. */
function realRoot(root: string, { projectRoot }: StatePaths, files: Files): string {
  const real = realTarget(root, files);
  if (real !== undefined && (isInside(real, projectRoot) || !isInside(root, projectRoot))) return real;
  const where = real === undefined ? "through a symlink that leads nowhere" : `out of the project, to \`${real}\``;
  throw new OperationError("SK660", `\`${root}\` leads ${where}`, {
    hint: "replace it by a real directory, or name the real place with `--to`",
  });
}

/**
 * Returns the lock that records a directory. Skills directly in a skill root of the project belong to the project's
 * lock. All others belong to the user's lock.
 */
export function targetAt(directory: string, statePaths: StatePaths, files: Files): InstallTarget {
  const { projectRoot, home, projectLock, userLock } = statePaths;
  if (isProjectSkill(directory, statePaths, files))
    return { directory, lock: { path: projectLock, key: lockKeyOf(directory, projectRoot, ".") }, base: projectRoot };
  return { directory, lock: { path: userLock, key: lockKeyOf(directory, home, "~") }, base: home };
}

/** The current locks and approvals, each read once. */
export interface InstallState {
  readonly lock: (path: string) => Lock;
  readonly approvals: Approvals;
}

export function readInstallState({ files, statePaths }: InstallContext): InstallState {
  const locks = new Map<string, Lock>();
  return {
    approvals: readApprovals(statePaths.approvals, files),
    lock(path) {
      const lock = locks.get(path) ?? readLock(path, files);
      locks.set(path, lock);
      return lock;
    },
  };
}
