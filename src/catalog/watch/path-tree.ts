import { isDeepStrictEqual } from "node:util";
import { systemCode } from "../../model/errors.ts";
import type { Files, Stamp } from "../../platform/files/files.ts";
import type { Watched } from "../../platform/files/watcher.ts";

/** How a directory is watched: by hints, by polling, or not at all because it is missing. */
export type DirectoryWatch = Watched | "polled" | "absent";

/** The part of a path that a load read: a file's content, a directory's entries, or the entry itself. */
export type PathUse = "content" | "entries" | "itself";

/** A path that a load read, or a parent directory of such a path. */
export class PathNode {
  readonly path: string;
  readonly parent: PathNode | undefined;
  readonly uses: Set<PathUse> = new Set();
  children: Set<PathNode> | undefined;
  /** The number of the last load that read this path. */
  asked = 0;
  watch: DirectoryWatch | undefined;
  /** The target of the symlink at this path; null if the path is not a symlink. */
  target: PathNode | null | undefined;
  /** Symlinks that lead to this path. */
  dependents: Set<PathNode> | undefined;
  /** The stamp (size, times and inode) of the file before its content was read. */
  read: { readonly stamp: Stamp | undefined } | undefined;
  /** The state at the last poll. It is set only for polled paths. */
  seen: Fingerprint | undefined;

  constructor(path: string, parent: PathNode | undefined) {
    this.path = path;
    this.parent = parent;
  }
}

/** All recorded paths. */
export class PathTree {
  readonly #nodes = new Map<string, PathNode>();
  readonly tops: Set<PathNode> = new Set();

  find(path: string): PathNode | undefined {
    return this.#nodes.get(path);
  }

  at(path: string): PathNode {
    const known = this.#nodes.get(path);
    if (known) return known;
    const parent = parentPath(path);
    const node = new PathNode(path, parent === undefined ? undefined : this.at(parent));
    if (node.parent) {
      node.parent.children ??= new Set();
      node.parent.children.add(node);
    } else this.tops.add(node);
    this.#nodes.set(path, node);
    return node;
  }

  remove(node: PathNode): void {
    node.parent?.children?.delete(node);
    this.#nodes.delete(node.path);
    this.tops.delete(node);
  }

  all(): Iterable<PathNode> {
    return this.#nodes.values();
  }
}

/** Returns the parent directory, or undefined at the top. */
function parentPath(path: string): string | undefined {
  const end = path.lastIndexOf("/");
  if (end > 0) return path.slice(0, end);
  return end === 0 && path.length > 1 ? "/" : undefined;
}

export function childPath(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** Returns the stamp of the path itself. Returns undefined if the path is missing or behind a symlink cycle. */
export function stampIfAny(path: string, files: Files): Stamp | undefined {
  try {
    return files.stamp(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** Returns the stamp of the file at a path. For a symlink, it is the stamp of its target. */
export function contentStamp({ path, target }: PathNode, files: Files): Stamp | undefined {
  return target ? targetStamp(path, files) : stampIfAny(path, files);
}

function targetStamp(path: string, files: Files): Stamp | undefined {
  try {
    return files.stamp(files.realPath(path));
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** The stamps (size, times and inode) of a path and its target, and the time when they were read. */
export interface Fingerprint {
  readonly stamps: readonly (Stamp | undefined)[];
  readonly atMs: number;
}

export function fingerprintPath(path: string, files: Files, atMs: number): Fingerprint {
  const own = stampIfAny(path, files);
  return { stamps: isLinkMode(own?.mode) ? [own, targetStamp(path, files)] : [own], atMs };
}

export function isLinkMode(mode = 0): boolean {
  return (mode & 0o170000) === 0o120000;
}

/**
 * Minimum age in milliseconds of a stamp (size, times and inode). A younger stamp does not prove that a file is
 * unchanged, because clocks of network mounts may only count seconds.
 */
const YOUNG_MS = 2_000;

/** Returns true if a polled path is unchanged on disk. */
export function isUnchanged({ path, uses, seen }: PathNode, files: Files): boolean {
  if (seen === undefined) return true;
  const relevant = (stamp: Stamp | undefined): Partial<Stamp> | undefined =>
    uses.has("entries") ? stamp : identity(stamp);
  const before = seen.stamps.map(relevant);
  const isYoung = before.some((stamp) => Math.max(stamp?.mtimeMs ?? 0, stamp?.ctimeMs ?? 0) + YOUNG_MS >= seen.atMs);
  return !isYoung && isDeepStrictEqual(before, fingerprintPath(path, files, seen.atMs).stamps.map(relevant));
}

/** Returns only inode and mode of a directory. Its other values change with its entries, which were not read. */
function identity(stamp: Stamp | undefined): Partial<Stamp> | undefined {
  return stamp && (stamp.mode & 0o170000) === 0o040000 ? { inode: stamp.inode, mode: stamp.mode } : stamp;
}
