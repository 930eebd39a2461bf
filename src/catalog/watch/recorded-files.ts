/**
 * Wraps the files of a load and records every path that the load reads: skills, settings, locks, programs, and missing
 * files. Each path is watched before it is read. It caches nothing: after a hint, the skills are loaded again.
 */
import type { Files, Stamp } from "../../platform/files/files.ts";
import type { HintKind, Watcher } from "../../platform/files/watcher.ts";
import { DirectoryWatches, type PolledDirectoryCounts } from "./directory-watches.ts";
import {
  childPath,
  contentStamp,
  fingerprintPath,
  isUnchanged,
  type PathNode,
  PathTree,
  type PathUse,
} from "./path-tree.ts";

export interface RecordOptions {
  readonly files: Files;
  /** Watcher of the system; undefined if everything is polled. */
  readonly watcher: Watcher | undefined;
  /** Returns the target of a symlink as text. */
  readonly readLink: (path: string) => string;
  readonly now: () => number;
  /** Called when a recorded path may have changed. */
  readonly onHint: () => void;
}

/** The paths of hints since the last load. */
export interface HintedPaths {
  /** Files that were read, each with its stamp before the read. */
  readonly files: ReadonlyMap<string, Stamp | undefined>;
  /** True if a hint concerns more than the content of `files`, such as a directory, a symlink or a setting. */
  readonly more: boolean;
}

/**
 * Maximum hints in one turn of the event loop. If there are more, some may be lost, because the kernel keeps only
 * 16,384 hints.
 */
const MAX_HINTS = 4_096;

export class RecordedFiles {
  readonly files: Files;
  readonly #base: Files;
  readonly #now: () => number;
  readonly #onHint: () => void;
  readonly #tree = new PathTree();
  readonly #watches: DirectoryWatches;
  readonly #hintedNodes = new Set<PathNode>();
  #hinted = false;
  /** True if a hint may concern more than the content of one file. */
  #more = false;
  /** Number of hints in this turn of the event loop. */
  #hints = 0;
  #lost = false;
  #load = 0;
  #closed = false;

  constructor({ files, watcher, readLink, now, onHint }: RecordOptions) {
    this.#base = files;
    this.#now = now;
    this.#onHint = onHint;
    this.#watches = new DirectoryWatches({
      tree: this.#tree,
      files,
      watcher,
      readLink,
      take: (...hint) => this.#take(...hint),
      followed: (target) => this.#mark(target),
    });
    this.files = this.#recordFiles(files);
  }

  /** True if there are hints that `takeHints` has not returned yet. */
  get hinted(): boolean {
    return this.#hinted;
  }

  get polled(): PolledDirectoryCounts {
    return this.#watches.count();
  }

  /** Starts the record of a load. After the load, call `sweep`. */
  begin(): void {
    this.#load++;
  }

  /** Stops watching paths that the last load did not read. */
  sweep(): void {
    for (const top of this.#tree.tops) this.#sweepBelow(top);
  }

  /** Returns the paths of hints since the last call. A path is watched again when it is read again. */
  takeHints(): HintedPaths {
    const hinted = this.#lost ? [...this.#tree.tops] : [...this.#hintedNodes];
    const more = this.#lost || this.#more || hinted.some((node) => !isPlainFile(node));
    const released = new Set<PathNode>();
    for (const node of hinted) this.#release(node, released);
    const files = new Map<string, Stamp | undefined>();
    for (const node of released) {
      if (node.read) files.set(node.path, node.read.stamp);
      node.read = undefined;
    }
    this.#hintedNodes.clear();
    this.#hinted = false;
    this.#more = false;
    this.#lost = false;
    return { files, more };
  }

  /** Compares every polled path with the disk, because the system gives no hints about it. */
  poll(): void {
    for (const directory of this.#watches.polled) {
      for (const node of [directory, ...(directory.children ?? [])])
        if (!isUnchanged(node, this.#base)) this.#note(node);
    }
  }

  /** Records a change outside of the disk, such as new skills of a server. */
  hintOutside(): void {
    this.#more = true;
    this.#note();
  }

  /** Returns the stamp of a file before its last read. */
  stampOf(path: string): Stamp | undefined {
    return this.#tree.find(path)?.read?.stamp;
  }

  /** Stops all watches. After that, files are read without a record. */
  close(): void {
    this.#closed = true;
    for (const node of this.#tree.all()) this.#watches.release(node);
  }

  #take(directory: PathNode, kind: HintKind, name: string | undefined): void {
    this.#count();
    const node = this.#tree.find(name === undefined ? directory.path : childPath(directory.path, name));
    const entries = kind === "entry" && directory.uses.has("entries");
    if (!entries && node === undefined) return;
    this.#more ||= entries;
    this.#note(node);
  }

  #count(): void {
    if (this.#hints++ === 0)
      setImmediate(() => {
        this.#hints = 0;
      });
    if (this.#hints <= MAX_HINTS || this.#lost) return;
    this.#lost = true;
    this.#note();
  }

  #note(node?: PathNode): void {
    this.#hinted = true;
    if (node) this.#hintedNodes.add(node);
    this.#onHint();
  }

  #recordFiles(base: Files): Files {
    return {
      readHead: (path, into, maxBytes) => {
        this.#record(path, "content", true);
        return base.readHead(path, into, maxBytes);
      },
      readFile: (path, maxBytes) => {
        this.#record(path, "content", true);
        return base.readFile(path, maxBytes);
      },
      readDirectory: (path) => {
        this.#record(path, "entries", true);
        return base.readDirectory(path);
      },
      linksOn: (device, path) => {
        this.#record(path, "entries", true);
        return base.linksOn(device, path);
      },
      lstat: (path) => {
        this.#record(path, "itself", false);
        return base.lstat(path);
      },
      stamp: (path) => {
        this.#record(path, "itself", false);
        return base.stamp(path);
      },
      stat: (path) => {
        this.#record(path, "itself", true);
        return base.stat(path);
      },
      realPath: (path) => {
        this.#record(path, "itself", true);
        return base.realPath(path);
      },
      exists: (path) => {
        this.#record(path, "itself", true);
        return base.exists(path);
      },
      isExecutable: (path) => {
        this.#record(path, "itself", true);
        return base.isExecutable(path);
      },
    };
  }

  /** Records a path that is read. With `follow`, it also records the target of a symlink. */
  #record(path: string, use: PathUse, follow: boolean): void {
    if (this.#closed) return;
    const node = this.#tree.at(path);
    node.uses.add(use);
    if (use === "entries") this.#watches.watchEntries(node);
    else this.#watches.watchPath(node, follow);
    this.#mark(node);
    if (use === "content") node.read ??= { stamp: contentStamp(node, this.#base) };
  }

  /** Marks a node as read by this load, with all its dependencies. */
  #mark(node: PathNode): void {
    if (node.asked === this.#load) return;
    node.asked = this.#load;
    if (this.#watches.isPolled(node)) node.seen = fingerprintPath(node.path, this.#base, this.#now());
    if (node.parent) this.#mark(node.parent);
    if (node.target) this.#mark(node.target);
  }

  /** Stops watching a path, everything below it, and all symlinks to it. */
  #release(node: PathNode, released: Set<PathNode>): void {
    if (released.has(node)) return;
    released.add(node);
    this.#watches.release(node);
    for (const child of node.children ?? []) this.#release(child, released);
    for (const dependent of node.dependents ?? []) this.#release(dependent, released);
  }

  #sweepBelow(node: PathNode): void {
    for (const child of node.children ?? []) this.#sweepBelow(child);
    if (node.asked === this.#load) return;
    this.#watches.release(node);
    this.#tree.remove(node);
  }
}

/** Returns true if only the content of the file was read, and only by this path. */
function isPlainFile({ uses, children, dependents }: PathNode): boolean {
  return uses.size === 1 && uses.has("content") && !children?.size && !dependents?.size;
}
