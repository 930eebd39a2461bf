/**
 * Watches directories and reports hints. Every directory on a path is watched before the path is read, from the top
 * down, so that no change is missed. If the system gives no hints for a directory (a limit, a network mount, no
 * permission), the directory is polled. This file knows nothing about skills.
 */
import { dirname, resolve } from "node:path";
import { systemCode } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";
import type { HintKind, Watcher } from "../../platform/files/watcher.ts";
import { type DirectoryWatch, isLinkMode, type PathNode, type PathTree, stampIfAny } from "./path-tree.ts";

export type OnWatchHint = (directory: PathNode, kind: HintKind, name: string | undefined) => void;

/** The number of directories that are polled. */
export interface PolledDirectoryCounts {
  readonly all: number;
  /** The number of directories that are polled because they exceed the system's limit of watches. */
  readonly limit: number;
}

export interface DirectoryWatchOptions {
  readonly tree: PathTree;
  readonly files: Files;
  /** Watcher of the system; undefined if the system gives no hints for these files. */
  readonly watcher: Watcher | undefined;
  readonly readLink: (path: string) => string;
  readonly take: OnWatchHint;
  /** Called with the target of each followed symlink. */
  readonly followed: (target: PathNode) => void;
}

type Reason = "limit" | "remote" | "denied" | "asked";

export class DirectoryWatches {
  readonly #options: DirectoryWatchOptions;
  readonly #polled = new Map<PathNode, Reason>();
  /** For each device, true if other machines also write to it. */
  readonly #remote = new Map<number, boolean>();

  constructor(options: DirectoryWatchOptions) {
    this.#options = options;
  }

  get polled(): Iterable<PathNode> {
    return this.#polled.keys();
  }

  count(): PolledDirectoryCounts {
    let limit = 0;
    for (const reason of this.#polled.values()) if (reason === "limit") limit++;
    return { all: this.#polled.size, limit };
  }

  isPolled({ watch, parent }: PathNode): boolean {
    return watch === "polled" || parent?.watch === "polled";
  }

  /** Must be called before a path is read. With `follow`, it must also be called before a symlink's target is read. */
  watchPath(node: PathNode, follow: boolean): void {
    if (node.parent) this.watchEntries(node.parent);
    if (follow) this.#follow(node);
  }

  /** Must be called before the entries of a directory are read. */
  watchEntries(node: PathNode): void {
    if (node.watch !== undefined) return;
    this.watchPath(node, true);
    // A symlink to its own parent directory leads here a second time.
    node.watch ??= this.#start(node);
  }

  /** Stops watching a directory, and removes the recorded target of a symlink. */
  release(node: PathNode): void {
    if (typeof node.watch === "object") node.watch.close();
    this.#polled.delete(node);
    node.watch = undefined;
    node.target?.dependents?.delete(node);
    node.target = undefined;
  }

  /** Watches the target of a symlink, because the target can change too. */
  #follow(node: PathNode): void {
    if (node.target !== undefined) return;
    const target = this.#targetOf(node.path);
    node.target = target === undefined ? null : this.#options.tree.at(resolve(dirname(node.path), target));
    if (node.target === null) return;
    node.target.dependents ??= new Set();
    node.target.dependents.add(node);
    this.watchPath(node.target, true);
    this.#options.followed(node.target);
  }

  #targetOf(path: string): string | undefined {
    const { files, readLink } = this.#options;
    if (!isLinkMode(stampIfAny(path, files)?.mode)) return undefined;
    try {
      return readLink(path);
    } catch (error) {
      // The symlink was changed or removed after it was checked. The system gives a hint about this change.
      if (systemCode(error) === "") throw error;
      return undefined;
    }
  }

  #start(node: PathNode): DirectoryWatch {
    const { watcher, take } = this.#options;
    if (watcher === undefined) return this.#poll(node, "asked");
    try {
      if (this.#isRemote(node, watcher)) return this.#poll(node, "remote");
      return watcher.watch(node.path, {
        hint: (kind, name) => take(node, kind, name),
        failed: () => take(node, "entry", undefined),
      });
    } catch (error) {
      const code = systemCode(error);
      if (code === "") throw error;
      if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return this.#absent(node);
      return this.#poll(node, code === "ENOSPC" || code === "EMFILE" || code === "ENFILE" ? "limit" : "denied");
    }
  }

  /** The parent directory gives a hint when the missing path appears. */
  #absent(node: PathNode): DirectoryWatch {
    const above = node.parent && this.#polled.get(node.parent);
    return above ? this.#poll(node, above) : "absent";
  }

  #poll(node: PathNode, reason: Reason): DirectoryWatch {
    this.#polled.set(node, reason);
    return "polled";
  }

  #isRemote({ path }: PathNode, watcher: Watcher): boolean {
    const { device } = this.#options.files.stat(path);
    const known = this.#remote.get(device) ?? watcher.isRemote(path);
    this.#remote.set(device, known);
    return known;
  }
}

/** Returns a hash of all files in these directories. A missing directory is treated as empty. */
export function hashDirectories(paths: readonly string[], files: Files): string {
  return JSON.stringify(paths.map((path) => [path, filesIn(path, files).map((file) => [file, files.stamp(file)])]));
}

function filesIn(directory: string, files: Files): string[] {
  try {
    return files.readDirectory(directory).files.map((name) => `${directory}/${name}`);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}
