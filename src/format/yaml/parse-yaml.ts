/**
 * The only import of the YAML library. Returns a tree of nodes with offsets, or throws a YamlError with a position.
 * Depth, aliases and expanded size are limited, and tags have no effect. `<<` is an ordinary key, and duplicate keys
 * are kept for the caller.
 */
import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
} from "js-yaml";
import { describeYamlProblem } from "./describe-yaml-problem.ts";
import { resolvePlain } from "./scalars.ts";

export type YamlNode = YamlScalar | YamlList | YamlMap;

export interface YamlScalar {
  readonly kind: "scalar";
  /** The decoded text of the scalar. */
  readonly text: string;
  readonly plain: boolean;
  readonly start: number;
  readonly end: number;
  readonly tag: string;
  readonly tagStart: number;
}

export interface YamlList {
  readonly kind: "list";
  readonly items: YamlNode[];
  readonly start: number;
  readonly flow: boolean;
  readonly tag: string;
  readonly tagStart: number;
}

export interface YamlMap {
  readonly kind: "map";
  readonly entries: { readonly key: string; readonly keyStart: number; readonly value: YamlNode }[];
  readonly start: number;
  readonly flow: boolean;
  readonly tag: string;
  readonly tagStart: number;
}

export class YamlError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.name = "YamlError";
    this.offset = offset;
  }
}

const MAX_DEPTH = 32;
const MAX_ALIASES = 100;
/** Maximum nodes after aliases are expanded. The largest real block has fewer; a YAML bomb has 10^10. */
const MAX_NODES = 65_536;

export interface YamlDocument {
  /** The top node; undefined if the text has only comments. */
  readonly root: YamlNode | undefined;
  readonly aliases: number;
  /** Offset of the first alias; -1 if there is none. */
  readonly firstAlias: number;
}

/** Parses one document. */
export function parseYaml(text: string): YamlDocument {
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new YamlError(describeYamlProblem(error.reason ?? error.message), error.mark?.position ?? 0);
  }
  return new TreeBuilder(text, events).build();
}

class TreeBuilder {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #anchors = new Map<string, YamlNode>();
  #at = 0;
  #aliases = 0;
  #firstAlias = -1;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
  }

  build(): YamlDocument {
    const documents = this.#events.filter((event) => event.type === EVENT_ID.DOCUMENT).length;
    if (documents > 1) throw new YamlError("a second YAML document begins", this.#text.search(/^(---|\.\.\.)/m));
    if (documents === 0) return { root: undefined, aliases: 0, firstAlias: -1 };
    this.#at = 1;
    const root = this.#events[1]?.type === EVENT_ID.POP ? undefined : this.#node();
    if (root) measure(root, { left: MAX_NODES }, 0);
    return { root, aliases: this.#aliases, firstAlias: this.#firstAlias };
  }

  #node(): YamlNode {
    const event = this.#events[this.#at++];
    if (!event) throw new YamlError("unexpected end", this.#text.length);
    if (event.type === EVENT_ID.ALIAS)
      return this.#alias(this.#text.slice(event.anchorStart, event.anchorEnd), event.anchorStart);
    if (event.type === EVENT_ID.SCALAR) {
      const node: YamlScalar = {
        kind: "scalar",
        text: getScalarValue(this.#text, event),
        plain: event.style === SCALAR_STYLE.PLAIN && event.tagStart === -1,
        start: event.valueStart,
        end: event.valueEnd,
        tag: this.#slice(event.tagStart, event.tagEnd),
        tagStart: event.tagStart,
      };
      return this.#anchored(event.anchorStart, event.anchorEnd, node);
    }
    if (event.type === EVENT_ID.SEQUENCE) {
      const node: YamlList = {
        kind: "list",
        items: [],
        start: event.start,
        flow: event.style === COLLECTION_STYLE.FLOW,
        tag: this.#slice(event.tagStart, event.tagEnd),
        tagStart: event.tagStart,
      };
      this.#anchored(event.anchorStart, event.anchorEnd, node);
      while (!this.#popped()) node.items.push(this.#node());
      return node;
    }
    if (event.type === EVENT_ID.MAPPING) {
      const node: YamlMap = {
        kind: "map",
        entries: [],
        start: event.start,
        flow: event.style === COLLECTION_STYLE.FLOW,
        tag: this.#slice(event.tagStart, event.tagEnd),
        tagStart: event.tagStart,
      };
      this.#anchored(event.anchorStart, event.anchorEnd, node);
      while (!this.#popped()) {
        const key = this.#node();
        if (key.kind !== "scalar") throw new YamlError("a key must be text", key.start);
        node.entries.push({ key: key.text, keyStart: key.start, value: this.#node() });
      }
      return node;
    }
    throw new YamlError("unexpected structure", 0);
  }

  #popped(): boolean {
    if (this.#events[this.#at]?.type !== EVENT_ID.POP) return false;
    this.#at++;
    return true;
  }

  #anchored(start: number, end: number, node: YamlNode): YamlNode {
    if (start !== -1) this.#anchors.set(this.#text.slice(start, end), node);
    return node;
  }

  #alias(name: string, offset: number): YamlNode {
    const node = this.#anchors.get(name);
    if (this.#firstAlias === -1) this.#firstAlias = offset - 1;
    if (!node) throw new YamlError(`alias \`*${name}\` has no anchor`, offset);
    if (++this.#aliases > MAX_ALIASES) throw new YamlError(`more than ${MAX_ALIASES} aliases`, offset);
    return node;
  }

  #slice(start: number, end: number): string {
    return start === -1 ? "" : this.#text.slice(start, end);
  }
}

/** Counts nodes as if every alias were expanded, and stops at the limit. The limit also stops cyclic aliases. */
function measure(node: YamlNode, nodes: { left: number }, depth: number): void {
  if (--nodes.left < 0) throw new YamlError(`more than ${MAX_NODES} values once aliases are expanded`, node.start);
  if (depth > MAX_DEPTH * 4) throw new YamlError("aliases nest too deeply", node.start);
  if (node.kind === "list") for (const item of node.items) measure(item, nodes, depth + 1);
  if (node.kind === "map") for (const entry of node.entries) measure(entry.value, nodes, depth + 1);
}

/** Returns the plain value of a node. The last of several equal keys wins; `__proto__` is an ordinary key. */
export function toValue(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.plain ? resolvePlain(node.text) : node.text;
  if (node.kind === "list") return node.items.map(toValue);
  const map: Record<string, unknown> = {};
  for (const { key, value } of node.entries) {
    Object.defineProperty(map, key, { value: toValue(value), enumerable: true, configurable: true, writable: true });
  }
  return map;
}

/** Returns the first tag in a tree. The caller reports that the tag was ignored. */
export function findTag(node: YamlNode): { tag: string; start: number } | undefined {
  if (node.tag !== "") return { tag: node.tag, start: node.tagStart };
  const children =
    node.kind === "list" ? node.items : node.kind === "map" ? node.entries.map((entry) => entry.value) : [];
  for (const child of children) {
    const found = findTag(child);
    if (found) return found;
  }
  return undefined;
}
