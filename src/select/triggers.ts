/**
 * Phrases by which skills ask to be thought of, found in a message. The phrases of a snapshot stand in one tree of words, so
 * that a message costs the same however many skills have some. Whole words, without regard to case.
 */
import type { Loaded, Snapshot } from "../model/snapshot.ts";
import { Message } from "./message.ts";
import type { Stretch } from "./paragraphs.ts";
import { words } from "./words.ts";

/** A phrase that was met. */
export interface Met {
  readonly loaded: Loaded;
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

/** Longer phrases are sentences, and are not looked for. */
const MAX_WORDS = 12;
const MAX_PHRASE = 400;
/** Skills that one message can bring up. */
const MAX_MET = 20;

interface Node {
  readonly next: Map<string, Node>;
  readonly ends: { readonly loaded: Loaded; readonly phrase: string }[];
}

/** [M13] In the order of the message, each skill with the first of its phrases. */
export function findTriggers(
  message: Message,
  prose: readonly Stretch[],
  snapshot: Snapshot,
  accepts: (loaded: Loaded) => boolean,
): Met[] {
  const tree = treeOf(snapshot);
  const met = new Map<Loaded, Met>();
  if (tree.next.size === 0) return [];
  const seen = new Set<Node>();
  for (const stretch of prose) {
    let open: { node: Node; start: number }[] = [];
    for (const { key, start, end } of words(message, stretch)) {
      if (open.length === 0 && !tree.next.has(key)) continue;
      const going: typeof open = [];
      for (const begun of [...open, { node: tree, start }]) {
        const node = begun.node.next.get(key);
        if (node === undefined) continue;
        if (node.next.size > 0) going.push({ node, start: begun.start });
        if (seen.has(node)) continue;
        seen.add(node);
        for (const { loaded, phrase } of node.ends) {
          if (met.size === MAX_MET) return [...met.values()];
          if (!met.has(loaded) && accepts(loaded)) met.set(loaded, { loaded, phrase, start: begun.start, end });
        }
      }
      open = going;
    }
  }
  return [...met.values()];
}

const trees = new WeakMap<Snapshot, Node>();

function treeOf(snapshot: Snapshot): Node {
  const before = trees.get(snapshot);
  if (before) return before;
  const tree: Node = { next: new Map(), ends: [] };
  for (const loaded of snapshot.skills)
    for (const phrase of loaded.skill.manifest.triggers ?? []) plant(tree, loaded, phrase);
  trees.set(snapshot, tree);
  return tree;
}

function plant(tree: Node, loaded: Loaded, phrase: string): void {
  if (phrase.length > MAX_PHRASE) return;
  const message = new Message(phrase);
  const parts = [...words(message, { start: 0, end: message.length })];
  if (parts.length === 0 || parts.length > MAX_WORDS) return;
  let node = tree;
  for (const { key } of parts) {
    const next: Node = node.next.get(key) ?? { next: new Map(), ends: [] };
    node.next.set(key, next);
    node = next;
  }
  node.ends.push({ loaded, phrase });
}
