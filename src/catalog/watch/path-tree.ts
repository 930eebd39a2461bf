import { systemCode } from "../../model/errors.ts";
import type { Files, Listing, Stamp, Stat } from "../../platform/files/files.ts";
import type { Watched } from "../../platform/files/watcher.ts";

/** An answer that was a system error. */
export class Failure {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}

export function answerOrFailure<T>(ask: () => T): T | Failure {
  try {
    return ask();
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return new Failure(code);
  }
}

/** Of the entry itself; null where there is none, or where links lead in circles before it. */
export function stampOrNull(path: string, files: Files): Stamp | null {
  const stamp = answerOrFailure(() => files.stamp(path) ?? null);
  return stamp instanceof Failure ? null : stamp;
}

/** What was asked about a path, and answered. `null` stands for undefined. */
export interface Answers {
  /** How much of the file there is, or -1; and the limit under which that was asked. */
  head?: { readonly value: number | Failure; readonly maxBytes: number };
  /** The whole file. */
  bytes?: { readonly value: Uint8Array | Failure; readonly maxBytes: number };
  listing?: Listing | Failure;
  lstat?: Stat | Failure;
  stat?: Stat | Failure;
  stamp?: Stamp | null | Failure;
  links?: { readonly device: number; readonly count: number } | Failure;
  realPath?: string | Failure;
  exists?: boolean;
  isExecutable?: boolean;
}

/** How a directory is watched: by hints, by looking again and again, or not, because it is not there. */
export type Lookout = Watched | "polled" | "absent";

/** A path that somebody asked about, or a directory on the way to one. */
export class PathNode {
  readonly path: string;
  readonly parent: PathNode | undefined;
  children: Set<PathNode> | undefined;
  answers: Answers = {};
  /** Which answers these are; what was made of others is no longer true. */
  version = 0;
  /** The load that last asked for it. */
  asked = 0;
  dead = false;
  lookout: Lookout | undefined;
  /** Where the link that stands here leads; null where none does. */
  target: string | null | undefined;
  /** Paths that lead here by a link. */
  dependents: Set<PathNode> | undefined;
  /** Of the file, taken before its content was read, and when that was. */
  read: { readonly stamp: Stamp | undefined; readonly atMs: number } | undefined;

  constructor(path: string, parent: PathNode | undefined) {
    this.path = path;
    this.parent = parent;
  }
}

/** All of them, by path. */
export class PathTree {
  readonly #nodes = new Map<string, PathNode>();
  readonly tops: Set<PathNode> = new Set();

  get size(): number {
    return this.#nodes.size;
  }

  find(path: string): PathNode | undefined {
    return this.#nodes.get(path);
  }

  at(path: string): PathNode {
    const known = this.#nodes.get(path);
    if (known) return known;
    const parent = parentOf(path);
    const node = new PathNode(path, parent === undefined ? undefined : this.at(parent));
    if (node.parent) {
      node.parent.children ??= new Set();
      node.parent.children.add(node);
    } else this.tops.add(node);
    this.#nodes.set(path, node);
    return node;
  }

  remove(node: PathNode): void {
    node.dead = true;
    node.parent?.children?.delete(node);
    this.#nodes.delete(node.path);
    this.tops.delete(node);
  }

  *all(): Iterable<PathNode> {
    yield* this.#nodes.values();
  }
}

/** Undefined at the top. */
export function parentOf(path: string): string | undefined {
  const end = path.lastIndexOf("/");
  if (end > 0) return path.slice(0, end);
  return end === 0 && path.length > 1 ? "/" : undefined;
}

export function join(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** Of what is read at a path: where a link stands there, of what it leads to. */
export function contentStamp({ path, target }: PathNode, files: Files): Stamp | undefined {
  const real = target ? answerOrFailure(() => files.realPath(path)) : path;
  return real instanceof Failure ? undefined : (stampOrNull(real, files) ?? undefined);
}
