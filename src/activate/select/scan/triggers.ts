/**
 * Finds trigger phrases of skills in a message. One tree of words contains all phrases of a snapshot, so the cost does
 * not depend on the number of skills. Phrases match whole words and ignore case.
 */
import type { Loaded, Snapshot } from "../../../model/skills/snapshot.ts";
import { ScannedMessage } from "./message.ts";
import type { MessageRange } from "./paragraphs.ts";
import { eachMessageWord } from "./words.ts";

/** A trigger phrase that occurs in the message. */
export interface TriggerMatch {
  readonly loaded: Loaded;
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum words of a phrase. Longer phrases are sentences, which are ignored. */
const MAX_WORDS = 12;
const MAX_PHRASE = 400;
/** Maximum skills that one message can suggest. */
const MAX_MET = 20;

/** A node of the tree of words. Empty fields are left out, because most words belong to only one phrase. */
interface Node {
  next?: Map<string, Node>;
  ends?: { readonly loaded: Loaded; readonly phrase: string }[];
}

/** Returns skills in the order of the message, each with its first matching phrase. */
export function findTriggers(
  message: ScannedMessage,
  prose: readonly MessageRange[],
  snapshot: Snapshot,
  accepts: (loaded: Loaded) => boolean,
): TriggerMatch[] {
  const tree = treeOf(snapshot);
  if (tree.next === undefined) return [];
  const first = tree.next;
  const met = new Map<Loaded, TriggerMatch>();
  const seen = new Set<Node>();
  for (const stretch of prose) {
    let open: Begun[] = [];
    eachMessageWord(message, stretch, (key, start, end) => {
      if (open.length === 0 && !first.has(key)) return;
      open = goOn([...open, { node: tree, start }], key);
      for (const { node, start: from } of open) {
        if (seen.has(node)) continue;
        seen.add(node);
        for (const { loaded, phrase } of node.ends ?? [])
          if (met.size < MAX_MET && !met.has(loaded) && accepts(loaded))
            met.set(loaded, { loaded, phrase, start: from, end });
      }
    });
  }
  return [...met.values()];
}

/** A phrase whose first words have matched. */
interface Begun {
  readonly node: Node;
  readonly start: number;
}

function goOn(begun: readonly Begun[], key: string): Begun[] {
  const going: Begun[] = [];
  for (const { node, start } of begun) {
    const next = node.next?.get(key);
    if (next !== undefined) going.push({ node: next, start });
  }
  return going;
}

const trees = new WeakMap<Snapshot, Node>();

function treeOf(snapshot: Snapshot): Node {
  const before = trees.get(snapshot);
  if (before) return before;
  const tree: Node = {};
  for (const loaded of snapshot.skills)
    for (const phrase of loaded.skill.manifest.triggers ?? []) plant(tree, loaded, phrase);
  trees.set(snapshot, tree);
  return tree;
}

function plant(tree: Node, loaded: Loaded, phrase: string): void {
  if (phrase.length > MAX_PHRASE) return;
  const message = new ScannedMessage(phrase);
  const parts: string[] = [];
  eachMessageWord(message, { start: 0, end: message.length }, (key) => parts.push(key));
  if (parts.length === 0 || parts.length > MAX_WORDS) return;
  let node = tree;
  for (const key of parts) {
    node.next ??= new Map();
    const next: Node = node.next.get(key) ?? {};
    node.next.set(key, next);
    node = next;
  }
  node.ends ??= [];
  node.ends.push({ loaded, phrase });
}
