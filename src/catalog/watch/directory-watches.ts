/**
 * Directories in, hints out. Every directory on the way to a path has a lookout before the path is asked about, from the top
 * down, so that nothing can change unseen between the answer and the first hint. Where the system gives no hints (its limit
 * is reached, a network mount, no permission) a directory is marked to be looked at again and again. It knows no skills.
 */
import { dirname, resolve } from "node:path";
import { systemCode } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";
import type { HintKind, Watcher } from "../../platform/files/watcher.ts";
import { type Lookout, type PathNode, type PathTree, stampOrNull } from "./path-tree.ts";

export type HintTaker = (directory: PathNode, kind: HintKind, name: string | undefined) => void;

/** How many directories are looked at again and again. */
export interface Polled {
  readonly all: number;
  /** Because the system gives hints for no more. */
  readonly limit: number;
}

export interface DirectoryWatchOptions {
  readonly tree: PathTree;
  readonly files: Files;
  /** Undefined: there are no hints for these files. */
  readonly watcher: Watcher | undefined;
  readonly readLink: (path: string) => string;
  readonly take: HintTaker;
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

  /** Before anything is asked about a path; with `follow`, about what a link there leads to. */
  lookAt(node: PathNode, follow: boolean): void {
    if (node.parent) this.lookInto(node.parent);
    if (follow) this.#follow(node);
  }

  /** Before anything is asked about the entries of a directory. */
  lookInto(node: PathNode): void {
    if (node.lookout !== undefined) return;
    if (node.parent) this.lookInto(node.parent);
    this.#follow(node);
    // A link that leads below itself comes by here twice.
    node.lookout ??= this.#start(node);
  }

  release(node: PathNode): void {
    if (typeof node.lookout === "object") node.lookout.close();
    this.#polled.delete(node);
    node.lookout = undefined;
  }

  /** What a link leads to can change too: whoever asks by the link hangs on it. */
  #follow(node: PathNode): void {
    if (node.target !== undefined) return;
    node.target = this.#targetOf(node.path);
    if (node.target === null) return;
    const target = this.#options.tree.at(resolve(dirname(node.path), node.target));
    target.dependents ??= new Set();
    target.dependents.add(node);
    this.lookAt(target, true);
    target.answers.stamp ??= stampOrNull(target.path, this.#options.files);
  }

  #targetOf(path: string): string | null {
    const { files, readLink } = this.#options;
    const stamp = stampOrNull(path, files);
    if (stamp === null || (stamp.mode & 0o170000) !== 0o120000) return null;
    try {
      return readLink(path);
    } catch (error) {
      // It was a link a moment ago; that it is none any more is hinted at.
      if (systemCode(error) === "") throw error;
      return null;
    }
  }

  #start(node: PathNode): Lookout {
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

  /** The directory above tells when it is there. */
  #absent(node: PathNode): Lookout {
    const above = node.parent && this.#polled.get(node.parent);
    return above ? this.#poll(node, above) : "absent";
  }

  #poll(node: PathNode, reason: Reason): Lookout {
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
