/**
 * Parses YAML with the `yaml` library and returns the top-level fields, or why there are none. It never throws, and
 * limits aliases, nesting and size.
 */

import type { Document, YAMLMap } from "yaml";
import { isAlias, isCollection, isMap, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { lineNumber } from "../../../model/text/text.ts";
import { nestsTooDeep } from "./nesting.ts";

export type YamlFields = Readonly<Record<string, unknown>>;

export type YamlHead =
  | { readonly fields: YamlFields; readonly repaired?: boolean }
  /** Set if the YAML is a list, a text or empty instead of a map. */
  | { readonly notMap: true }
  | { readonly broken: string; readonly line?: number };

export type YamlReader = (head: string) => YamlHead;

/** Maximum characters of a head. No listing has room for a longer head, and the library's time is quadratic. */
const MAX_HEAD = 128 * 1024;
const MAX_LINES = 5000;
/**
 * Maximum product of two numbers: the length, and the count of aliases and collection keys. The library searches the
 * whole document for each of them.
 */
const MAX_LOOKING = 20_000_000;
/**
 * Maximum levels of collections that are keys inside of keys. The library prints each such key as text again for every
 * level around it.
 */
const MAX_KEYS_IN_KEYS = 6;

/**
 * Reads with the `yaml` library and its `core` schema. An error, two documents or two equal keys make the YAML invalid.
 */
export const readCore: YamlReader = (head) => {
  if (isTooLarge(head)) return { broken: "it is too large or too deeply nested" };
  const lineCounter = new LineCounter();
  try {
    // The library's own check is off, because it compares every pair of keys. Equal keys are detected below.
    const options = {
      schema: "core",
      uniqueKeys: false,
      lineCounter,
      logLevel: "error",
      prettyErrors: false,
    } as const;
    const document = parseDocument(head, options);
    const error = document.errors[0];
    if (error) return { broken: sentence(error.message), line: lineCounter.linePos(error.pos[0]).line };
    const twice = findTwice(document);
    if (twice) return { broken: `\`${twice.key}\` is given twice`, line: lineCounter.linePos(twice.offset).line };
    if (!isMap(document.contents)) return { notMap: true };
    if (isMaze(document, head.length)) return { broken: "it takes too long to resolve" };
    return { fields: { ...(document.toJS() as YamlFields) } };
  } catch {
    // There are too many aliases, or the stack overflows. Such a file is broken for every host.
    return { broken: "it cannot be resolved" };
  }
};

function isTooLarge(head: string): boolean {
  return head.length > MAX_HEAD || lineNumber(head, head.length) > MAX_LINES || nestsTooDeep(head);
}

interface Twice {
  readonly key: string;
  readonly offset: number;
}

function findTwice(document: Document.Parsed): Twice | undefined {
  let found: Twice | undefined;
  visit(document, {
    Map(_, map) {
      found = firstTwice(map);
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}

function firstTwice(map: YAMLMap): Twice | undefined {
  const seen = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) return { key: String(key.value), offset: key.range?.[0] ?? 0 };
    seen.add(key.value);
  }
  return undefined;
}

function isMaze(document: Document.Parsed, length: number): boolean {
  let looked = 0;
  let deepest = 0;
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) looked++;
    },
    Pair(_, pair, path) {
      if (!isCollection(pair.key)) return;
      looked++;
      deepest = Math.max(deepest, path.filter((above) => "key" in above && isCollection(above.key)).length);
    },
  });
  return looked * length > MAX_LOOKING || deepest > MAX_KEYS_IN_KEYS;
}

function sentence(message: string): string {
  const first = message.split("\n")[0] ?? "";
  return first.charAt(0).toLowerCase() + first.slice(1, 120);
}
