/**
 * Directories in, hints out. Every directory on the way to a path is watched before the path is asked about, from the top
 * down, so that no change is missed between the answer and the first hint. If the system gives no hints (its limit is reached,
 * a network mount, no permission), the directory is polled. It knows no skills.
 */
import { dirname, resolve } from "node:path";
import { systemCode } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";
import type { HintKind, Watcher } from "../../platform/files/watcher.ts";
import { type DirectoryWatch, isLinkMode, type PathNode, type PathTree, stampIfAny } from "./path-tree.ts";

export type HintTaker = (directory: PathNode, kind: HintKind, name: string | undefined) => void;

/** The number of polled directories. */
export interface Polled {
  readonly all: number;
  /** Those beyond the limit of the system. */
  readonly limit: number;
}

export interface DirectoryWatchOptions {
  readonly tree: PathTree;
  readonly files: Files;
  /** Undefined: there are no hints for these files. */
  readonly watcher: Watcher | undefined;
  readonly readLink: (path: string) => string;
  readonly take: HintTaker;
  /** Called with the target of each link that is followed. */
  readonly followed: (target: PathNode) => void;
}

type Reason = "limit" | "remote" | "denied" | "asked";

export class DirectoryWatches {
  readonly #options: DirectoryWatchOptions;
  readonly #polled = new Map<PathNode, Reason>();
  /** By device, whether other machines write to it. */
  readonly #remote = new Map<number, boolean>();

  constructor(options: DirectoryWatchOptions) {
    this.#options = options;
  }

  get polled(): Iterable<PathNode> {
    return this.#polled.keys();
  }

  count(): Polled {
    let limit = 0;
    for (const reason of this.#polled.values()) if (reason === "limit") limit++;
    return { all: this.#polled.size, limit };
  }

  isPolled({ watch, parent }: PathNode): boolean {
    return watch === "polled" || parent?.watch === "polled";
  }

  /** Call it before a question about a path; with `follow`, about the target of a link there. */
  watchPath(node: PathNode, follow: boolean): void {
    if (node.parent) this.watchEntries(node.parent);
    if (follow) this.#follow(node);
  }

  /** Call it before a question about the entries of a directory. */
  watchEntries(node: PathNode): void {
    if (node.watch !== undefined) return;
    this.watchPath(node, true);
    // A link that leads below itself comes by here twice.
    node.watch ??= this.#start(node);
  }

  /** Ends the watch of a directory and forgets where a link leads. */
  release(node: PathNode): void {
    if (typeof node.watch === "object") node.watch.close();
    this.#polled.delete(node);
    node.watch = undefined;
    node.target?.dependents?.delete(node);
    node.target = undefined;
  }

  /** The target of a link can change too. */
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
      // It was a link a moment ago; the system hints at the change.
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

  /** The directory above gives a hint when it appears. */
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

/** Returns a text that changes with every file of these directories. A missing directory is empty. */
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
