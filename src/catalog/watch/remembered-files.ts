/**
 * Files in, the same files out, each question asked once: what was answered is remembered until a hint says that it may have
 * changed. So a load that is done again asks the disk only about what has changed, and whatever a load depends on is watched,
 * because it was asked for: skills, settings, locks, programs, and places where there is nothing yet.
 */
import {
  type FileMemory,
  type Files,
  type Listing,
  type Stamp,
  type Stat,
  systemError,
} from "../../platform/files/files.ts";
import type { HintKind, Watcher } from "../../platform/files/watcher.ts";
import { DirectoryWatches, type Polled } from "./directory-watches.ts";
import { KeptValues } from "./kept-values.ts";
import { type Answers, answerOrFailure, contentStamp, Failure, join, type PathNode, PathTree } from "./path-tree.ts";
import { isCurrent, refreshEntries, sameEntries } from "./verify-remembered.ts";

export interface RememberOptions {
  readonly files: Files;
  /** Undefined: everything is looked at again and again. */
  readonly watcher: Watcher | undefined;
  /** What stands in a link, or at least where it leads. */
  readonly readLink: (path: string) => string;
  readonly now: () => number;
  /** Something that was asked for may have changed. */
  readonly onHint: () => void;
}

/** What is no longer known. */
export interface Forgotten {
  /** Files that were read, with what was known of each before. */
  readonly files: readonly ReadBefore[];
  /** Whether there was more than their content: directories, links, settings. */
  readonly more: boolean;
}

export interface ReadBefore {
  readonly path: string;
  readonly stamp: Stamp | undefined;
}

/** Hints in one turn of the event loop, beyond which some may have been lost: the kernel keeps 16,384. */
const MAX_HINTS = 4_096;
/** Of files that are remembered whole. Beyond it they are read again, which is slower and as right. */
const MAX_HELD_BYTES = 64_000_000;

export class RememberedFiles implements FileMemory {
  readonly files: Files;
  readonly scanned: Files;
  readonly #base: Files;
  readonly #now: () => number;
  readonly #onHint: () => void;
  readonly #tree = new PathTree();
  readonly #lookouts: DirectoryWatches;
  readonly #kept = new KeptValues();
  readonly #hintedDirectories = new Set<PathNode>();
  readonly #hintedPaths = new Set<string>();
  #hinted = false;
  /** In this turn of the event loop, whatever they are about. */
  #hints = 0;
  #lost = false;
  #outside = false;
  #load = 0;
  #heldBytes = 0;
  /** The file whose head is in the scan's buffer. */
  #filled: string | undefined;

  constructor({ files, watcher, readLink, now, onHint }: RememberOptions) {
    this.#base = files;
    this.#now = now;
    this.#onHint = onHint;
    this.#lookouts = new DirectoryWatches({
      tree: this.#tree,
      files,
      watcher,
      readLink,
      take: (...hint) => this.#take(...hint),
    });
    this.files = this.#makeFiles();
    this.scanned = { ...this.files, readHead: (path, into, maxBytes) => this.#scanHead(path, into, maxBytes) };
  }

  /** Whether there are hints that nobody has taken in yet. */
  get hinted(): boolean {
    return this.#hinted;
  }

  get polled(): Polled {
    return this.#lookouts.count();
  }

  /** How many paths are remembered. */
  get size(): number {
    return this.#tree.size;
  }

  /** Before a load; after it, `sweep`. */
  begin(): void {
    this.#load++;
    this.#filled = undefined;
  }

  /** Forgets what the last load did not ask for. */
  sweep(): void {
    this.#kept.sweep(this.#load);
    for (const top of this.#tree.tops) this.#sweepBelow(top);
  }

  keep<T extends object>(key: string, fits: (value: T) => boolean, make: () => T): T {
    return this.#kept.keep(key, this.#load, fits, make);
  }

  same<T extends object>(key: string, value: T): T {
    return this.#kept.same(key, value);
  }

  fill(path: string, into: Uint8Array, maxBytes: number): number {
    const node = this.#ask(path, false);
    const head = node.answers.head?.value;
    return this.#filled === path && typeof head === "number" ? head : this.#readHead(node, into, maxBytes);
  }

  /** Forgets what the hints since the last time are about, after a look at whether it has changed. */
  takeIn(): Forgotten {
    const files: ReadBefore[] = [];
    let more = this.#lost || this.#outside;
    if (this.#lost) this.forgetAll();
    for (const directory of this.#hintedDirectories) {
      if (!directory.dead && refreshEntries(directory, this.#base)) more = true;
    }
    for (const path of this.#hintedPaths) {
      const node = this.#tree.find(path);
      if (node === undefined) continue;
      more ||= !isPlainFile(node);
      this.#forget(node, files);
    }
    this.#hintedDirectories.clear();
    this.#hintedPaths.clear();
    this.#hinted = false;
    this.#lost = false;
    this.#outside = false;
    return { files, more };
  }

  /** A look at everything for which there are no hints. */
  lookAgain(): void {
    for (const directory of this.#lookouts.polled) {
      if (!sameEntries(directory, this.#base)) this.#note(() => this.#hintedDirectories.add(directory));
      for (const child of directory.children ?? [])
        if (!isCurrent(child, this.#base)) this.#note(() => this.#hintedPaths.add(child.path));
    }
  }

  /** Something has changed that no file tells. */
  hintOutside(): void {
    this.#note(() => {
      this.#outside = true;
    });
  }

  /** Of a file as it was when it was read last. */
  stampOf(path: string): Stamp | undefined {
    return this.#tree.find(path)?.read?.stamp;
  }

  forgetAll(): void {
    for (const node of [...this.#tree.all()]) this.#remove(node);
  }

  #take(directory: PathNode, kind: HintKind, name: string | undefined): void {
    this.#count();
    if (directory.dead) return;
    const { listing, links, stat } = directory.answers;
    const entries = kind === "entry" && (listing ?? links ?? stat) !== undefined;
    const path = name === undefined ? directory.path : join(directory.path, name);
    const known = this.#tree.find(path) !== undefined;
    if (!entries && !known) return;
    this.#note(() => {
      if (entries) this.#hintedDirectories.add(directory);
      if (known) this.#hintedPaths.add(path);
    });
  }

  #count(): void {
    if (this.#hints++ === 0)
      setImmediate(() => {
        this.#hints = 0;
      });
    if (this.#hints > MAX_HINTS && !this.#lost)
      this.#note(() => {
        this.#lost = true;
      });
  }

  #note(add: () => void): void {
    this.#hinted = true;
    add();
    this.#onHint();
  }

  #ask(path: string, follow: boolean): PathNode {
    const node = this.#tree.at(path);
    node.asked = this.#load;
    this.#kept.record(node);
    this.#lookouts.lookAt(node, follow);
    return node;
  }

  #makeFiles(): Files {
    const base = this.#base;
    return {
      readHead: (path, into, maxBytes) => this.#wholeHead(path, into, maxBytes),
      readFile: (path, maxBytes) => this.#wholeFile(path, maxBytes),
      readDirectory: (path) => {
        const node = this.#ask(path, true);
        this.#lookouts.lookInto(node);
        return this.#once<Listing>(node, "listing", () => base.readDirectory(path));
      },
      linksOn: (device, path) => this.#linksOn(device, path),
      lstat: (path) => this.#once<Stat>(this.#ask(path, false), "lstat", () => base.lstat(path)),
      stat: (path) => this.#once<Stat>(this.#ask(path, true), "stat", () => base.stat(path)),
      stamp: (path) => {
        const { answers } = this.#ask(path, false);
        if (answers.stamp === undefined) answers.stamp = answerOrFailure(() => base.stamp(path) ?? null);
        return orThrow(answers.stamp, path) ?? undefined;
      },
      realPath: (path) => this.#once<string>(this.#ask(path, true), "realPath", () => base.realPath(path)),
      exists: (path) => this.#once<boolean>(this.#ask(path, true), "exists", () => base.exists(path)),
      isExecutable: (path) => this.#once<boolean>(this.#ask(path, true), "isExecutable", () => base.isExecutable(path)),
    };
  }

  #once<T extends Listing | Stat | string | boolean>(node: PathNode, kind: keyof Answers, ask: () => T): T {
    const answers = node.answers as Record<string, T | Failure | undefined>;
    let answer = answers[kind];
    if (answer === undefined) {
      answer = answerOrFailure(ask);
      answers[kind] = answer;
    }
    return orThrow(answer, node.path);
  }

  #linksOn(device: number, path: string): number {
    const node = this.#ask(path, true);
    this.#lookouts.lookInto(node);
    const known = node.answers.links;
    if (known !== undefined && (known instanceof Failure || known.device === device)) return orThrow(known, path).count;
    const answer = answerOrFailure(() => ({ device, count: this.#base.linksOn(device, path) }));
    node.answers.links = answer;
    return orThrow(answer, path).count;
  }

  #scanHead(path: string, into: Uint8Array, maxBytes: number): number {
    const node = this.#ask(path, false);
    const { head } = node.answers;
    const enough =
      head?.maxBytes === maxBytes && (typeof head.value !== "number" || head.value <= 0 || this.#kept.isKept(path));
    return head && enough ? orThrow(head.value, path) : this.#readHead(node, into, maxBytes);
  }

  #wholeHead(path: string, into: Uint8Array, maxBytes: number): number {
    const node = this.#ask(path, false);
    const { head, bytes } = node.answers;
    if (head?.maxBytes === maxBytes) {
      if (head.value instanceof Failure || head.value <= 0) return orThrow(head.value, path);
      if (bytes && !(bytes.value instanceof Failure)) {
        const part = bytes.value.subarray(0, into.length);
        into.set(part);
        return part.length;
      }
    }
    const length = this.#readHead(node, into, maxBytes);
    // What does not fill the buffer is the whole file.
    if (length > 0 && length < into.length)
      this.#hold(node, Uint8Array.prototype.slice.call(into, 0, length), maxBytes);
    return length;
  }

  #readHead(node: PathNode, into: Uint8Array, maxBytes: number): number {
    this.#stampContent(node);
    this.#filled = node.path;
    const value = answerOrFailure(() => this.#base.readHead(node.path, into, maxBytes));
    node.answers.head = { value, maxBytes };
    return orThrow(value, node.path);
  }

  #wholeFile(path: string, maxBytes: number): Uint8Array {
    const node = this.#ask(path, true);
    const known = node.answers.bytes;
    if (known?.value instanceof Failure) {
      if (known.value.code !== "EFBIG" || known.maxBytes === maxBytes) throw systemError(known.value.code, path);
    } else if (known) {
      if (known.value.length > maxBytes) throw systemError("EFBIG", path);
      return known.value;
    }
    this.#stampContent(node);
    const value = answerOrFailure(() => this.#base.readFile(path, maxBytes));
    if (value instanceof Failure) node.answers.bytes = { value, maxBytes };
    else this.#hold(node, value, maxBytes);
    return orThrow(value, path);
  }

  #hold(node: PathNode, value: Uint8Array, maxBytes: number): void {
    if (this.#heldBytes + value.length > MAX_HELD_BYTES) return;
    this.#release(node);
    this.#heldBytes += value.length;
    node.answers.bytes = { value, maxBytes };
  }

  #release({ answers: { bytes } }: PathNode): void {
    if (bytes && !(bytes.value instanceof Failure)) this.#heldBytes -= bytes.value.length;
  }

  #stampContent(node: PathNode): void {
    node.read = { stamp: contentStamp(node, this.#base), atMs: this.#now() };
  }

  #forget(node: PathNode, into: ReadBefore[]): void {
    if (node.dead) return;
    if (node.read) into.push({ path: node.path, stamp: node.read.stamp });
    this.#remove(node);
    for (const child of node.children ?? []) this.#forget(child, into);
    for (const dependent of node.dependents ?? []) this.#forget(dependent, into);
  }

  #remove(node: PathNode): void {
    this.#release(node);
    this.#lookouts.release(node);
    this.#tree.remove(node);
  }

  #sweepBelow(node: PathNode): void {
    for (const child of node.children ?? []) this.#sweepBelow(child);
    if (node.dependents) for (const each of node.dependents) if (each.dead) node.dependents.delete(each);
    if (node.asked === this.#load || (node.children?.size ?? 0) > 0 || (node.dependents?.size ?? 0) > 0) return;
    this.#remove(node);
  }
}

/** A file that was read, and of which nothing hangs but its content. */
function isPlainFile({ answers: { head, bytes, ...rest }, children, dependents }: PathNode): boolean {
  return (
    (head ?? bytes) !== undefined &&
    Object.keys(rest).length === 0 &&
    (children?.size ?? 0) === 0 &&
    (dependents?.size ?? 0) === 0
  );
}

function orThrow<T>(answer: T | Failure, path: string): T {
  if (answer instanceof Failure) throw systemError(answer.code, path);
  return answer;
}
