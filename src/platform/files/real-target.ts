/** Finds the real target of a write, so that no symlink can redirect it. */
import { constants } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { entryExists, type Files } from "./files.ts";
import { nodeFiles } from "./node-files.ts";
import { isMissing } from "./read-text.ts";

const { S_IFLNK, S_IFMT } = constants;

type Looker = Pick<Files, "realPath" | "stamp">;

/**
 * Returns the real path; parts that do not exist yet stay at its end. Returns undefined if the real path is unknown,
 * because a symlink is broken or cyclic or a directory cannot be searched. The path must be absolute and without `..`.
 */
export function realTarget(path: string, files: Looker = nodeFiles): string | undefined {
  try {
    return files.realPath(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    if (!isMissing(error) || dirname(path) === path) return undefined;
    // A broken symlink has no known target, because a write would follow it. Any other entry was created by another
    // process since `realPath` failed, so it is resolved again.
    if (entryExists(path, files)) return isSymlink(path, files) ? undefined : realTarget(path, files);
    const above = realTarget(dirname(path), files);
    return above === undefined ? undefined : join(above, basename(path));
  }
}

function isSymlink(path: string, files: Looker): boolean {
  const stamp = files.stamp(path);
  return stamp !== undefined && (stamp.mode & S_IFMT) === S_IFLNK;
}

/** Returns the real target of a write. Throws SK601 if a symlink leads out of `within`. */
export function requireTargetWithin(path: string, within: string, files: Looker = nodeFiles): string {
  const real = realTarget(path, files);
  const place = realTarget(within, files);
  if (real !== undefined && place !== undefined && isInside(real, place)) return real;
  const why = real === undefined ? "contains a symlink whose target does not exist" : `leads to \`${real}\``;
  throw new OperationError("SK601", `\`${path}\` ${why}, outside of \`${within}\`, so nothing is written`, {
    hint: "replace the symlink by a real file or directory, or use the real path",
  });
}

/**
 * Returns the real target of a write in a directory that the user named. If the directory is in the project, the target
 * must stay in the project, because the project may have created the symlink. Any other directory may be a symlink
 * itself, but no symlink in it may lead out.
 */
export function requireTargetIn(path: string, named: string, projectRoot: string, files: Looker = nodeFiles): string {
  return requireTargetWithin(path, isInside(named, projectRoot) ? projectRoot : named, files);
}

/**
 * Resolves every symlink in the existing part of a path, and keeps the other part unchanged. Throws the system error if
 * a symlink cannot be followed.
 */
export function resolveExisting(path: string, files: Pick<Files, "realPath">): string {
  for (let at = path, rest = ""; ; rest = `/${posix.basename(at)}${rest}`, at = posix.dirname(at)) {
    if (at === "/") return rest;
    try {
      return files.realPath(at) + rest;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}
