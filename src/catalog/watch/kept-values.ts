import { isDeepStrictEqual } from "node:util";
import type { PathNode } from "./path-tree.ts";

interface Kept {
  readonly value: object;
  /** What was asked while it was made, and which answers those were. */
  readonly nodes: readonly (readonly [node: PathNode, version: number])[];
  asked: number;
}

/** Values that were made of files, each with the files that it hangs on. */
export class KeptValues {
  readonly #kept = new Map<string, Kept>();
  readonly #same = new Map<string, object>();
  #recording: Set<PathNode> | undefined;

  record(node: PathNode): void {
    this.#recording?.add(node);
  }

  isKept(key: string): boolean {
    const kept = this.#kept.get(key);
    return kept !== undefined && isTrue(kept);
  }

  /** A key always stands for values of one type. */
  keep<T extends object>(key: string, load: number, fits: (value: T) => boolean, make: () => T): T {
    const known = this.#kept.get(key);
    if (known && isTrue(known) && fits(known.value as T)) {
      known.asked = load;
      for (const [node] of known.nodes) {
        node.asked = load;
        this.record(node);
      }
      return known.value as T;
    }
    const outer = this.#recording;
    const nodes = new Set<PathNode>();
    this.#recording = nodes;
    try {
      const value = make();
      this.#kept.set(key, { value, nodes: [...nodes].map((node) => [node, node.version] as const), asked: load });
      return value;
    } finally {
      this.#recording = outer;
      for (const node of nodes) this.record(node);
    }
  }

  same<T extends object>(key: string, value: T): T {
    const known = this.#same.get(key);
    if (known !== undefined && isDeepStrictEqual(known, value)) return known as T;
    this.#same.set(key, value);
    return value;
  }

  sweep(load: number): void {
    for (const [key, { asked }] of this.#kept) if (asked !== load) this.#kept.delete(key);
  }
}

function isTrue({ nodes }: Kept): boolean {
  return nodes.every(([node, version]) => !node.dead && node.version === version);
}
