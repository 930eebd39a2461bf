/** Reads the mounts of this machine (Linux) from `/proc/self/mountinfo`. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { systemCode } from "../../model/errors.ts";

export interface MountEntry {
  readonly point: string;
  /** The directory of the file system that is mounted at `point`. */
  readonly root: string;
  readonly type: string;
  /** Options of the file system, such as the controllers of a cgroup. */
  readonly options: readonly string[];
}

/** Returns the mounts; none on a system without `/proc`. */
export function readMounts(): readonly MountEntry[] {
  return parseMounts(readTextOrEmpty("/proc/self/mountinfo"));
}

export function parseMounts(text: string): readonly MountEntry[] {
  return text.split("\n").flatMap((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , root, point] = before.split(" ");
    const [type = "", , options = ""] = after.split(" ");
    if (root === undefined || point === undefined) return [];
    return [{ point: decode(point), root: decode(root), type, options: options.split(",") }];
  });
}

/** Returns the mount points below a directory, outer ones first, without the directory itself. */
export function mountPointsBelow(directory: string, mounts: readonly MountEntry[]): readonly string[] {
  const prefix = directory === "/" ? "/" : `${directory}/`;
  const points = mounts.map(({ point }) => point).filter((point) => point.startsWith(prefix) && point !== directory);
  return [...new Set(points)].sort((a, b) => a.length - b.length);
}

/** Returns the text of a file; an empty text if the file does not exist or cannot be read. */
export function readTextOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return "";
  }
}

/** Decodes a path of the mount table. The kernel writes blanks and backslashes as three octal digits, byte by byte. */
function decode(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/**
 * Returns the kind of the entry at a path, and follows symlinks; undefined if the path does not exist or is not
 * accessible.
 */
export function entryKindAt(path: string): "directory" | "file" | undefined {
  try {
    return statSync(path).isDirectory() ? "directory" : "file";
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** Returns the real path of an existing entry. */
export function realPathOf(path: string): string {
  return realpathSync(path);
}
