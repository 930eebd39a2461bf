/**
 * Reads YAML as Bun 1.4 does, which Claude Code uses. Returns plain values, or the reason why Bun refuses the text.
 * Like Bun, it differs from YAML 1.2 in some points. A NUL ends the text, the last of equal keys wins, several
 * documents are a list, and CR LF in a quoted text is two breaks. It never throws, and it limits nesting and aliases.
 */
import { coerceText } from "../../../../../src/hosts/dialects/readers/coerce-text.ts";
import { resolveEmpty, type Scalar, type Tag } from "./bun-yaml-scalars.ts";
import { BrokenYaml, type Kind, Scanner, type Token } from "./bun-yaml-scanner.ts";

export type BunYaml = { readonly value: unknown } | { readonly broken: string; readonly line: number };

/** Less than Bun's own limit, which is too deep for a caller's stack. */
const MAX_DEPTH = 400;

/** Bun's maximum number of nodes that all aliases together may repeat. */
const MAX_ALIASED_NODES = 16 * 1024 * 1024;

/** Bun's maximum number of keys that all merges together may add. */
const MAX_MERGED_KEYS = 1024 * 1024;

/** A list that is used as a key becomes text only up to this number of nodes. */
const MAX_KEY_NODES = 10_000;

export function parseBunYaml(text: string): BunYaml {
  try {
    return { value: new Parser(text).parse() };
  } catch (error) {
    if (error instanceof BrokenYaml) return { broken: error.message, line: error.line };
    // Merges can turn a chain of aliases into deep nesting that no line shows.
    if (error instanceof RangeError) return { broken: "the nesting is too deep", line: 1 };
    throw error;
  }
}

type Node = Scalar | List | Mapping;

class List {
  readonly items: Node[] = [];
  /** Number of nodes, including this one. An alias has the size of its target. */
  size = 1;

  add(item: Node): void {
    this.items.push(item);
    this.size += sizeOf(item);
  }
}

class Mapping {
  readonly entries: (readonly [key: Node, value: Node])[] = [];
  size = 1;
  /** Set only for a mapping with merges. */
  private keys: Set<Node> | undefined;

  add(key: Node, value: Node): void {
    this.entries.push([key, value]);
    this.keys?.add(key);
    this.size += sizeOf(key) + sizeOf(value);
  }

  has(key: Node): boolean {
    this.keys ??= new Set(this.entries.map(([each]) => each));
    return this.keys.has(key);
  }
}

/** Anchors and tags that no node has received yet. Those on an earlier line belong to the collection. */
interface Properties {
  anchor?: Token | undefined;
  tag?: Token | undefined;
  outerAnchor?: Token | undefined;
  outerTag?: Token | undefined;
}

interface NodeOptions {
  /** The column of the mapping that waits for a key or value. */
  readonly mappingIndent?: number | undefined;
  /** True after the indicator `?`. */
  readonly explicitKey?: boolean;
  /** True in a flow list, in which `a: b` is a mapping with one key. */
  readonly pairAllowed?: boolean;
  readonly anchor?: Token | undefined;
  readonly tag?: Token | undefined;
}

type Indicator = "-" | "?" | ":" | "pair";

/** The position of a node's beginning. It decides whether a `:` after the node makes it a key. */
interface Place {
  readonly indent: number;
  readonly line: number;
  readonly tab: boolean;
}

class Parser {
  private readonly scanner: Scanner;
  private readonly anchors = new Map<string, Node>();
  private documentStartLine: number | undefined;
  private depth = 0;
  private aliasedNodes = 0;
  private mergedKeys = 0;

  constructor(text: string) {
    this.scanner = new Scanner(text);
  }

  parse(): unknown {
    const documents: Node[] = [];
    this.scanner.scan({ first: true });
    do documents.push(this.readDocument());
    while (!this.at("end"));
    const toValue = converter(this.scanner);
    const values = documents.map(toValue);
    return values.length === 1 ? values[0] : values;
  }

  private get token(): Token {
    return this.scanner.token;
  }

  private at(...kinds: readonly Kind[]): boolean {
    return kinds.includes(this.token.kind);
  }

  private unexpected(): never {
    return this.scanner.fail("an unexpected token");
  }

  private readDocument(): Node {
    const { scanner } = this;
    this.anchors.clear();
    scanner.handles.clear();
    let directives = 0;
    let versions = 0;
    while (this.at("directive")) {
      if (scanner.readDirective()) versions += 1;
      if (versions > 1) scanner.fail("two `%YAML` directives");
      directives += 1;
      scanner.scan();
    }
    this.documentStartLine = undefined;
    if (this.at("document-start")) {
      this.documentStartLine = this.token.line;
      scanner.scan();
    } else if (directives > 0) this.unexpected();

    const root = this.readNode({});
    if (this.at("document-end")) {
      let { line } = this.token;
      scanner.scan();
      while (this.at("document-end")) {
        line = this.token.line;
        scanner.scan();
      }
      if (this.token.line === line && !this.at("end")) this.unexpected();
    } else if (!this.at("end", "document-start")) this.unexpected();
    return root;
  }

  private readNode(options: NodeOptions): Node {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.scanner.fail("the nesting is too deep");
    const node = this.readNodeInside(options);
    this.depth -= 1;
    return node;
  }

  private readNodeInside(options: NodeOptions): Node {
    const properties: Properties = { anchor: options.anchor, tag: options.tag };
    while (this.at("anchor", "tag")) {
      if (this.at("anchor")) this.takeAnchor(properties);
      else this.takeTag(properties);
      this.scanner.scan({ tag: tagOf(properties.tag) });
    }
    switch (this.token.kind) {
      case "alias":
        return this.readAlias(options, properties);
      case "[":
      case "{":
        return this.readFlowNode(options, properties);
      case "scalar":
        return this.readScalar(options, properties);
      case "-":
        if (properties.anchor?.line === this.token.line || properties.tag?.line === this.token.line) this.unexpected();
        return this.settle(this.readBlockList(), properties);
      case "?":
        return this.readExplicitKey(options, properties);
      case ":":
        return this.readEmptyKey(options, properties);
      case ",":
      case "]":
      case "}":
        if (properties.anchor === undefined && properties.tag === undefined) this.unexpected();
        return this.settle(null, properties);
      case "end":
      case "document-start":
      case "document-end":
        return this.settle(null, properties);
      default:
        return this.unexpected();
    }
  }

  private takeAnchor(properties: Properties): void {
    if (properties.anchor !== undefined) {
      if (properties.anchor.line === this.token.line || properties.outerAnchor !== undefined)
        this.scanner.fail("a node has two anchors");
      properties.outerAnchor = properties.anchor;
    }
    properties.anchor = this.token;
  }

  private takeTag(properties: Properties): void {
    if (properties.tag !== undefined) {
      if (properties.tag.line === this.token.line) this.scanner.fail("a node has two tags");
      properties.outerTag = properties.tag;
    }
    properties.tag = this.token;
  }

  /** Gives a finished node its remaining properties. */
  private settle(node: Node, { anchor, tag, outerAnchor, outerTag }: Properties): Node {
    if (outerAnchor !== undefined) this.scanner.fail("a node has two anchors");
    if (outerTag !== undefined) this.scanner.fail("a node has two tags");
    const settled = node === null ? resolveEmpty(tagOf(tag)) : node;
    this.bind(anchor, settled);
    return settled;
  }

  private bind(anchor: Token | undefined, node: Node): void {
    if (anchor?.name !== undefined) this.anchors.set(anchor.name, node);
  }

  /** An anchor on the key's line belongs to the key. An anchor on an earlier line belongs to the mapping. */
  private keyAnchors(
    { anchor, outerAnchor }: Properties,
    line: number,
  ): { key?: Token | undefined; mapping?: Token | undefined } {
    if (outerAnchor !== undefined) {
      if (anchor !== undefined && anchor.line !== line) this.scanner.fail("a node has two anchors");
      return { key: anchor, mapping: outerAnchor };
    }
    return anchor?.line === line ? { key: anchor } : { mapping: anchor };
  }

  private place(): Place {
    const { indent, line } = this.token;
    return { indent, line, tab: this.scanner.tab };
  }

  /** Returns true if the `:` after a node belongs to another collection. */
  private isForeignColon({ indent, line }: Place, { explicitKey }: NodeOptions): boolean {
    const colon = this.token;
    return colon.indent < indent || (explicitKey === true && line !== colon.line && colon.indent <= indent);
  }

  private refuseTab({ tab }: Place): void {
    if (tab && !this.scanner.inFlow) this.scanner.fail("a tab is used as indentation");
  }

  private refuseLine({ line }: Place, { explicitKey }: NodeOptions): void {
    if (line !== this.token.line && explicitKey !== true) this.scanner.fail("a key goes over several lines");
  }

  /** Returns true if the alias or flow collection is not a key, although a `:` follows. */
  private staysNode(place: Place, options: NodeOptions): boolean {
    if (this.isForeignColon(place, options) || this.scanner.context === "flow-key") return true;
    this.refuseLine(place, options);
    this.refuseTab(place);
    return (
      options.mappingIndent === place.indent || (this.scanner.context === "flow-in" && options.pairAllowed !== true)
    );
  }

  private readAlias(options: NodeOptions, properties: Properties): Node {
    const { scanner } = this;
    const place = this.place();
    if (properties.anchor?.line === place.line || properties.tag?.line === place.line) this.unexpected();
    const name = this.token.name ?? "";
    const node = this.anchors.get(name);
    if (node === undefined) return scanner.fail("an alias has no anchor");
    this.aliasedNodes += sizeOf(node);
    if (this.aliasedNodes > MAX_ALIASED_NODES) scanner.fail("aliases expand to too many values");
    scanner.scan();
    if (!this.at(":") || this.isForeignColon(place, options)) return this.settle(node, properties);
    if (this.staysNode(place, options)) return node;
    return this.readBlockMapping(node, place, options.pairAllowed);
  }

  private readFlowNode(options: NodeOptions, properties: Properties): Node {
    const place = this.place();
    const isList = this.at("[");
    const read = (): Node => (isList ? this.readFlowList() : this.readFlowMapping());
    const node = this.asKey(options.pairAllowed, read);
    if (!this.at(":") || this.staysNode(place, options)) return this.settle(node, properties);
    const anchors = this.keyAnchors(properties, place.line);
    this.bind(anchors.key, node);
    const mapping = this.readBlockMapping(node, place, options.pairAllowed);
    this.bind(anchors.mapping, mapping);
    return isList ? mapping : this.settle(mapping, properties);
  }

  /** In a flow list, a `:` right behind a quoted or bracketed node makes it a key. */
  private asKey<Result>(pairAllowed: boolean | undefined, read: () => Result): Result {
    return pairAllowed === true && this.scanner.context === "flow-in" ? this.scanner.within("flow-key", read) : read();
  }

  private readScalar(options: NodeOptions, properties: Properties): Node {
    const { scanner } = this;
    const place = this.place();
    const value = this.token.value ?? null;
    const scan = (): void => scanner.scan({ tag: tagOf(properties.tag), outside: true });
    this.asKey(options.pairAllowed === true && this.token.style === "quoted", scan);
    if (!this.at(":") || this.isForeignColon(place, options)) return this.settle(value, properties);
    this.refuseTab(place);
    if (options.mappingIndent === place.indent || scanner.context === "flow-key") return this.settle(value, properties);
    this.refuseLine(place, options);
    if (scanner.context === "flow-in" && options.pairAllowed !== true) return this.settle(value, properties);
    const anchors = this.keyAnchors(properties, place.line);
    this.bind(anchors.key, value);
    const mapping = this.readBlockMapping(value, place, options.pairAllowed);
    this.bind(anchors.mapping, mapping);
    return mapping;
  }

  private readExplicitKey(options: NodeOptions, properties: Properties): Node {
    const { scanner } = this;
    if (scanner.inFlow) this.unexpected();
    const place = this.place();
    this.refuseTab(place);
    scanner.indents.push(place.indent);
    scanner.scan({ parentIndent: place.indent + 1 });
    const key = this.readIndented(place.indent, place.line, "?");
    scanner.indents.pop();
    if (options.mappingIndent === place.indent) return key;
    return this.settle(this.readBlockMapping(key, place, options.pairAllowed), properties);
  }

  private readEmptyKey(options: NodeOptions, properties: Properties): Node {
    const { scanner } = this;
    const place = this.place();
    if (scanner.context === "flow-key") return this.settle(null, properties);
    this.refuseTab(place);
    if (options.mappingIndent === place.indent) return this.settle(null, properties);
    let tag: Tag = "none";
    if (properties.tag?.line === place.line) {
      tag = tagOf(properties.tag);
      properties.tag = undefined;
    }
    const key = resolveEmpty(tag);
    const anchors = this.keyAnchors(properties, place.line);
    this.bind(anchors.key, key);
    const mapping = this.readBlockMapping(key, place, options.pairAllowed);
    this.bind(anchors.mapping, mapping);
    return this.settle(mapping, { tag: properties.tag, outerTag: properties.outerTag });
  }

  private readFlowList(): List {
    const { scanner } = this;
    const list = new List();
    scanner.within("flow-in", () => {
      scanner.scan();
      while (!this.at("]")) {
        list.add(this.at("?") ? this.readFlowPair() : this.readNode({ pairAllowed: true }));
        if (this.at("]")) break;
        if (!this.at(",")) this.unexpected();
        scanner.scan();
      }
    });
    scanner.scan();
    return list;
  }

  private readFlowPair(): Mapping {
    const pair = new Mapping();
    const key = this.readFlowExplicitKey();
    let value: Node = null;
    if (this.at(":")) {
      this.scanner.scan();
      if (!this.at(",", "]")) value = this.readNode({ mappingIndent: this.token.indent });
    }
    this.addEntry(pair, key, value);
    return pair;
  }

  private readFlowMapping(): Mapping {
    const { scanner } = this;
    const mapping = new Mapping();
    const scanKey = (): void => scanner.within("flow-key", () => scanner.scan());
    scanner.within("flow-in", () => {
      scanKey();
      while (!this.at("}")) {
        const key = this.readFlowKey();
        if (this.at(":")) {
          scanner.scan();
          if (this.at("}", ",")) mapping.add(key, null);
          else this.addEntry(mapping, key, this.readNode({ mappingIndent: this.token.indent }));
        } else if (this.at("}", ",")) mapping.add(key, null);
        if (this.at(",")) scanKey();
        else if (!this.at("}")) this.unexpected();
      }
    });
    scanner.scan();
    return mapping;
  }

  private readFlowKey(): Node {
    if (this.at("?")) return this.readFlowExplicitKey();
    if (this.at(":")) return null;
    return this.scanner.within("flow-key", () => this.readNode({}));
  }

  private readFlowExplicitKey(): Node {
    const { scanner } = this;
    const isEmpty = (): boolean => this.at(":", ",", "}", "]");
    scanner.scan();
    if (isEmpty()) return null;
    if (this.at("?")) this.unexpected();
    let anchor: Token | undefined;
    let tag: Token | undefined;
    while ((this.at("anchor") && anchor === undefined) || (this.at("tag") && tag === undefined)) {
      if (this.at("anchor")) anchor = this.token;
      else tag = this.token;
      scanner.scan({ tag: tagOf(tag) });
      if (isEmpty()) return this.emptyNode(tag, anchor);
    }
    return scanner.within("flow-key", () => this.readNode({ explicitKey: true, tag, anchor }));
  }

  private emptyNode(tag: Token | undefined, anchor: Token | undefined): Node {
    const node = resolveEmpty(tagOf(tag));
    this.bind(anchor, node);
    return node;
  }

  private readBlockList(): List {
    const { scanner } = this;
    const { indent } = this.token;
    if (this.token.line === this.documentStartLine) this.unexpected();
    const list = new List();
    let previousLine = 0;
    scanner.indents.push(indent);
    while (this.at("-") && this.token.indent === indent) {
      if (scanner.tab) scanner.fail("a tab is used as indentation");
      const { line } = this.token;
      if (line === previousLine) break;
      previousLine = line;
      scanner.scan({ parentIndent: indent + 1 });
      list.add(this.readIndented(indent, line, "-"));
    }
    scanner.indents.pop();
    return list;
  }

  private readBlockMapping(firstKey: Node, { indent, line }: Place, pairAllowed = false): Mapping {
    const { scanner } = this;
    if (line === this.documentStartLine) this.unexpected();
    const mapping = new Mapping();
    const isBlock = !scanner.inFlow;
    if (isBlock) scanner.indents.push(indent);
    const firstLine = this.readFirstEntry(mapping, firstKey, indent, line, pairAllowed);
    if (scanner.context !== "flow-in") scanner.within("block-in", () => this.readEntries(mapping, indent, firstLine));
    if (isBlock) scanner.indents.pop();
    return mapping;
  }

  /** Returns the line that the entry's `:` is on; the next entry must be on another. */
  private readFirstEntry(mapping: Mapping, key: Node, indent: number, line: number, pairAllowed: boolean): number {
    const { scanner, token } = this;
    if (token.kind === "?" && token.line === line) this.unexpected();
    if (token.kind !== ":") {
      this.addEntry(mapping, key, null);
      return line;
    }
    const ownLine = token.line !== line;
    let value: Node = null;
    const misplaced = ownLine && !scanner.inFlow && (token.indent !== indent || scanner.tab);
    if (misplaced && token.indent >= indent) this.unexpected();
    if (!misplaced) {
      scanner.scan({ parentIndent: ownLine ? indent + 1 : undefined });
      value = this.readIndented(indent, token.line, pairAllowed ? "pair" : ":");
    }
    this.addEntry(mapping, key, value);
    return token.line;
  }

  private readEntries(mapping: Mapping, indent: number, firstLine: number): void {
    const { scanner } = this;
    let previousLine = firstLine;
    while (
      !this.at("end", "document-start", "document-end") &&
      this.token.indent === indent &&
      this.token.line !== previousLine
    ) {
      if (scanner.tab) scanner.fail("a tab is used as indentation");
      const { line } = this.token;
      previousLine = line;
      const explicit = this.at("?");
      const key = this.readNode({ mappingIndent: indent });
      const { token } = this;
      if (token.kind === ":") {
        if (explicit && (token.indent !== indent || scanner.tab)) {
          if (token.indent >= indent) this.unexpected();
          mapping.add(key, null);
          continue;
        }
        if (!explicit && token.line !== line) scanner.fail("a key goes over several lines");
        previousLine = token.line;
        scanner.scan({ parentIndent: token.line !== line ? indent + 1 : undefined });
        this.addEntry(mapping, key, this.readIndented(indent, token.line, ":"));
      } else if (token.kind === "?") {
        if (token.line === line) this.unexpected();
        this.addEntry(mapping, key, null);
      } else if (explicit) mapping.add(key, null);
      else this.unexpected();
    }
  }

  /** Reads the node after an indicator. Returns nothing if the next token belongs to the outer collection. */
  private readIndented(indent: number, line: number, indicator: Indicator): Node {
    const { scanner } = this;
    const { inFlow } = scanner;
    let anchor: Token | undefined;
    let tag: Token | undefined;
    for (;;) {
      const { token } = this;
      if (!inFlow && token.line !== line) {
        const mayBeLevel = token.kind === "-" && indicator !== "-";
        if (mayBeLevel ? token.indent < indent : token.indent <= indent) {
          if (tag !== undefined && token.kind === "scalar" && token.style === "line") {
            scanner.rewind(token);
            scanner.scan();
          }
          return this.emptyNode(tag, anchor);
        }
      }
      if (token.kind === "anchor" && anchor === undefined) anchor = token;
      else if (token.kind === "tag" && tag === undefined) tag = token;
      else {
        if (
          (token.kind === "-" || token.kind === "?") &&
          token.line === line &&
          (token.indent <= indent || scanner.tab)
        )
          this.unexpected();
        if ((token.kind === "," || token.kind === "]") && indicator === "pair" && inFlow)
          return this.emptyNode(tag, anchor);
        return this.readNode({ mappingIndent: indent, explicitKey: indicator === "?", tag, anchor });
      }
      scanner.scan({ tag: tagOf(tag) });
    }
  }

  private addEntry(mapping: Mapping, key: Node, value: Node): void {
    if (key !== "<<" || !(value instanceof List || value instanceof Mapping)) mapping.add(key, value);
    else if (value instanceof Mapping) this.merge(mapping, value);
    else for (const item of value.items) if (item instanceof Mapping) this.merge(mapping, item);
  }

  /** Bun merges keys from the last to the first, so the last of equal keys wins. */
  private merge(mapping: Mapping, source: Mapping): void {
    for (const [key, value] of [...source.entries].reverse()) {
      if (mapping.has(key)) continue;
      this.mergedKeys += 1;
      if (this.mergedKeys > MAX_MERGED_KEYS) this.scanner.fail("merges bring too much");
      mapping.add(key, value);
    }
  }
}

function sizeOf(node: Node): number {
  return node instanceof List || node instanceof Mapping ? node.size : 1;
}

function tagOf(token: Token | undefined): Tag {
  return token?.tag ?? "none";
}

/** Converts nodes to plain values. Values of aliases stay shared. */
function converter(scanner: Scanner): (node: Node) => unknown {
  const known = new Map<Node, unknown>();
  return function toValue(node: Node): unknown {
    if (!(node instanceof List || node instanceof Mapping)) return node;
    const seen = known.get(node);
    if (seen !== undefined) return seen;
    if (node instanceof List) {
      const list: unknown[] = [];
      known.set(node, list);
      for (const item of node.items) list.push(toValue(item));
      return list;
    }
    const map: Record<string, unknown> = {};
    known.set(node, map);
    for (const [key, value] of node.entries) {
      if (sizeOf(key) > MAX_KEY_NODES) scanner.fail("a key is too large");
      const name = coerceText(toValue(key)) ?? scanner.fail("a key cannot be written as text");
      if (name === "__proto__")
        Object.defineProperty(map, name, {
          value: toValue(value),
          configurable: true,
          enumerable: true,
          writable: true,
        });
      else map[name] = toValue(value);
    }
    return map;
  };
}
