/**
 * The directories that an agent's tools may use: the working directory and directories that the user adds. Directories
 * of skills can only be read. A model's path is resolved through all symlinks before it is compared. The result is the
 * real path or the reason for a refusal.
 */
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { isInside } from "../../../api/agent.ts";
import type { Files } from "../../../api/index.ts";

export interface Workspace {
  readonly cwd: string;
  /** Directories that tools may read and write. */
  readonly directories: readonly string[];
  /** Returns directories that tools may only read. It is called each time, because skills change. */
  readonly readable: () => readonly string[];
  readonly files: Files;
}

/** An error that a tool throws. The model reads its message. */
export class ToolError extends Error {}

/** Returns the real path of a file. The file need not exist. Throws a `ToolError` if the path is not allowed. */
export function resolveAllowedPath(workspace: Workspace, asked: string, use: "read" | "write"): string {
  const { cwd, directories, readable } = workspace;
  if (asked.includes("\0")) throw new ToolError("the path has a NUL character in it");
  const real = realPath(resolve(cwd, asked), workspace.files);
  const allowed = [...directories, ...(use === "read" ? readable() : [])];
  if (allowed.some((directory) => isInside(real, realPath(directory, workspace.files)))) return real;
  throw new ToolError(`\`${shown(asked)}\` is outside of the working directory`);
}

/** Returns the path for display. A path inside the working directory is relative to it. */
export function displayPath({ cwd, files }: Workspace, path: string): string {
  const from = relative(realPath(cwd, files), path);
  return from === "" ? "." : from.startsWith("..") || isAbsolute(from) ? path : from;
}

/** Resolves symlinks in a path. Parts that do not exist yet are appended unchanged. */
function realPath(path: string, files: Files): string {
  let missing = "";
  for (let at = path; ; ) {
    if (files.exists(at)) return missing === "" ? files.realPath(at) : join(files.realPath(at), missing);
    if (!isFree(at, files)) throw new ToolError(`\`${shown(path)}\` goes through a symlink that leads nowhere`);
    const above = dirname(at);
    if (above === at) return path;
    missing = missing === "" ? at.slice(above.length).replace(/^[/\\]/, "") : join(at.slice(above.length), missing);
    at = above;
  }
}

/**
 * Returns true only if nothing exists at a path. A broken symlink exists, because a write would follow it. If the state
 * is unknown, the result is false.
 */
function isFree(path: string, files: Files): boolean {
  try {
    return files.stamp(path) === undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error) return error.code === "ENOENT" || error.code === "ENOTDIR";
    throw error;
  }
}

function shown(path: string): string {
  return path.slice(0, 200).replaceAll(/[`\s]+/g, " ");
}
