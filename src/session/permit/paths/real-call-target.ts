/**
 * Resolves the real target of a path. Symlinks are followed, and `..` is resolved after them. A missing path is
 * resolved from its nearest existing directory. A rule therefore applies however the path is written.
 */
import { dirname, join, resolve } from "node:path";
import { systemCode, undefinedIfRefused } from "../../../model/errors.ts";
import type { Files } from "../../../platform/files/files.ts";

export interface PathBase {
  /** The base of relative paths; a real path. */
  readonly cwd: string;
  readonly files: Files;
}

/** Maximum steps from a path to its parents. Real paths are not that deep. */
const MAX_STEPS = 256;

/** Returns the real target of a path; undefined if it cannot be determined. */
export function realCallTarget(path: string, { cwd, files }: PathBase): string | undefined {
  if (path === "" || /[\0-\x1f\x7f]/.test(path) || path.startsWith("~")) return undefined;
  // Such a path leads each process that opens it to a different file.
  if (/^\/+(?:proc|dev\/(?:fd|std\w+|tcp|udp))(?:\/|$)/.test(path.replaceAll(/\/\.(?=\/)/g, ""))) return undefined;
  // The system resolves `link/..` through the link, so this function must do the same.
  if (/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) return throughLinks(path, cwd, files);
  return nearestReal(resolve(cwd, path), files);
}

function throughLinks(path: string, cwd: string, files: Files): string | undefined {
  let at = resolve(cwd, path.startsWith("/") ? "/" : ".");
  for (const step of path.split(/[/\\]/).slice(0, MAX_STEPS)) {
    const next = step === "" || step === "." ? at : step === ".." ? dirname(at) : nearestReal(join(at, step), files);
    if (next === undefined) return undefined;
    at = next;
  }
  return path.split(/[/\\]/).length > MAX_STEPS ? undefined : at;
}

function nearestReal(path: string, files: Files): string | undefined {
  if (path.split("/", MAX_STEPS + 1).length > MAX_STEPS) return undefined;
  try {
    const at = nearestEntry(path, files);
    const target = files.realPath(at);
    return at === path ? target : join(target, path.slice(at.length));
  } catch (error) {
    // The path is a dangling symlink. Writing through it could create a file anywhere.
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/**
 * Returns the path if it exists, otherwise the nearest existing directory above it. Checking for existence is faster
 * than catching an exception for each missing name.
 */
function nearestEntry(path: string, files: Files): string {
  let at = path;
  while (files.stamp(at) === undefined && dirname(at) !== at) at = dirname(at);
  return at;
}

/**
 * Returns true if the path contains a dangling or circular symlink. Writing through such a symlink creates a file
 * elsewhere.
 */
export function endsAtLink(path: string, { cwd, files }: PathBase): boolean {
  const nearest = undefinedIfRefused(() => nearestEntry(resolve(cwd, path), files));
  const isLink = nearest !== undefined && undefinedIfRefused(() => files.lstat(nearest).kind === "link");
  return isLink === true && undefinedIfRefused(() => files.realPath(nearest)) === undefined;
}
