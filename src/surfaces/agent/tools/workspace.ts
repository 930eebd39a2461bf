/**
 * The directories that an agent's tools may use: the working directory, directories that the user adds, and, for
 * reading, those of skills. It resolves a model's path through all symlinks before any comparison, and returns the real
 * path or the reason for a refusal.
 */
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { isInside } from "../../../api/agent.ts";
import type { Files } from "../../../api/index.ts";

export interface Workspace {
  readonly cwd: string;
  /** Directories that tools may read and write. */
  readonly directories: readonly string[];
  /** Returns directories that tools may only read. Called each time, because skills change. */
  readonly readable: () => readonly string[];
  readonly files: Files;
}

/** An error that a tool throws for the model to read. */
export class ToolError extends Error {}

/** Returns the real path of a file, which need not exist. Throws a `ToolError` if the path is not allowed. */
export function pathIn(workspace: Workspace, asked: string, use: "read" | "write"): string {
  const { cwd, directories, readable } = workspace;
  if (asked.includes("\0")) throw new ToolError("the path has a NUL character in it");
  const real = realPath(resolve(cwd, asked), workspace.files);
  const allowed = [...directories, ...(use === "read" ? readable() : [])];
  if (allowed.some((directory) => isInside(real, realPath(directory, workspace.files)))) return real;
  throw new ToolError(`\`${shown(asked)}\` is outside of the working directory`);
}

/** Returns the path for display: relative to the working directory if it is inside. */
export function workspacePath({ cwd, files }: Workspace, path: string): string {
  const from = relative(realPath(cwd, files), path);
  return from === "" ? "." : from.startsWith("..") || isAbsolute(from) ? path : from;
}

/** Resolves symlinks; the parts that do not exist yet stay at the end. */
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
 * Returns whether nothing exists at a path. Returns false for a broken symlink, which a write would follow, and if the
 * state is unknown.
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
