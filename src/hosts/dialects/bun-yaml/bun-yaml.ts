/**
 * Parses YAML as Bun 1.4 does, which Claude Code uses. The `yaml` library parses; this file has the values and the
 * differences. A NUL ends the text, the last of equal keys wins, several documents are a list, and CR LF in quoted text
 * is two line breaks. It never throws, and limits depth and aliases.
 */
import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseAllDocuments,
  parseDocument,
  type Scalar,
} from "yaml";
import { coerceText } from "../readers/coerce-text.ts";
import { nestsTooDeep } from "../readers/nesting.ts";
import { resolveBunPlain, resolveEmpty, tagNamed } from "./bun-yaml-scalars.ts";

export type BunYaml = { readonly value: unknown } | { readonly broken: string; readonly line: number };

/** Maximum number of nodes that aliases repeat, and of keys that merges add. Bun's own limits are higher. */
const MAX_REPEATED = 1024 * 1024;

/**
 * With `newer`, parses like the Bun version in Claude Code 2.1.326. That version refuses a NUL, and accepts a closing
 * bracket as far left as its key.
 */
export function parseBunYaml(text: string, { newer = false } = {}): BunYaml {
  if (newer && text.includes("\0")) return { broken: "the text holds a NUL", line: 1 };
  const source = prepare(text);
  if (nestsTooDeep(source)) return { broken: "the nesting is too deep", line: 1 };
  const lineCounter = new LineCounter();
  try {
    const documents = [...parseAllDocuments(source, { ...OPTIONS, lineCounter })];
    const error = documents.flatMap(({ errors, warnings }) => [
      ...errors.filter(({ code, message }) => code !== "KEY_OVER_1024_CHARS" && !COMMA_FIRST.test(message)),
      ...warnings.filter(({ code, message, pos }) => {
        if (newer && message.startsWith("Flow end indicator")) return false;
        return code === "BAD_INDENT" && !followsText(source, pos[0]);
      }),
    ])[0];
    if (error) return { broken: error.message, line: lineCounter.linePos(error.pos[0]).line };
    if (documents.length === 0 && /^%/m.test(source)) return { broken: "a directive has no document", line: 1 };
    const toValue = new Values(source);
    const values = documents.map(({ contents }) => toValue.document(contents));
    return { value: values.length === 1 ? values[0] : values.length === 0 ? null : values };
  } catch (error) {
    // A RangeError is a stack overflow. Merges can turn a chain of aliases into deep nesting, even if no line is deeply
    // indented.
    const message = error instanceof BrokenYaml ? error.message : "the nesting is too deep";
    if (!(error instanceof BrokenYaml || error instanceof RangeError)) throw error;
    return { broken: message, line: 1 };
  }
}

/** `compat` makes the library report a bracket that is not indented. */
const OPTIONS = {
  schema: "failsafe",
  compat: "failsafe",
  uniqueKeys: false,
  logLevel: "silent",
  prettyErrors: false,
} as const;

/** Returns true if text precedes a bracket. Bun then accepts the bracket in the first column. */
function followsText(source: string, offset: number): boolean {
  return !"[]{},:".includes(source.slice(0, offset).trimEnd().at(-1) ?? ",");
}

/** Matches an error that the library reports and Bun does not. Outside of brackets, Bun treats a comma as text. */
const COMMA_FIRST = /cannot start with flow indicator character ,/;

class BrokenYaml extends Error {}

function prepare(text: string): string {
  const end = text.indexOf("\0");
  return (end === -1 ? text : text.slice(0, end)).replace(/\r(?!\n)/g, "\n");
}

const CORE = "tag:yaml.org,2002:";

type Node = ParsedNode | null;

/** Converts nodes to plain values. All aliases of an anchor share its value. */
class Values {
  readonly #source: string;
  #anchored = new Map<string, unknown>();
  #repeated = 0;
  readonly #sizes = new Map<unknown, number>();

  constructor(source: string) {
    this.#source = source;
  }

  document(node: Node): unknown {
    this.#anchored = new Map();
    return this.#value(node);
  }

  #value(node: Node): unknown {
    if (node === null) return null;
    if (isAlias(node)) return this.#alias(node.source);
    const value = isScalar(node)
      ? this.#scalar(node)
      : isSeq(node)
        ? this.#list(node.items as Node[])
        : this.#map(node);
    if (node.anchor !== undefined) this.#anchored.set(node.anchor, value);
    return value;
  }

  #scalar({ value, source, type, tag: written, range }: Scalar.Parsed): unknown {
    const tag = written === undefined ? "none" : written === "!" ? "unspecific" : tagNamed(written.slice(CORE.length));
    if (type === "PLAIN") return source ? resolveBunPlain(source, tag) : resolveEmpty(tag);
    if (type === "QUOTE_DOUBLE" && /\p{Surrogate}/u.test(value as string))
      throw new BrokenYaml("an escape encodes only one half of a surrogate pair");
    const quoted = type?.startsWith("QUOTE") ? this.#source.slice(range[0], range[1]) : "";
    return quoted.includes("\r\n") ? parseDocument(quoted.replaceAll("\r\n", "\n\n"), OPTIONS).toJS() : value;
  }

  #alias(name: string): unknown {
    if (!this.#anchored.has(name)) throw new BrokenYaml("an alias has no anchor");
    const value = this.#anchored.get(name);
    this.#repeat(this.#size(value));
    return value;
  }

  #list(items: readonly Node[]): unknown[] {
    return this.#measured(items.map((item) => this.#value(item)));
  }

  #map(node: Node): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    if (!isMap(node)) return map;
    let previous: unknown;
    for (const { key, value } of node.items) {
      if (isFlow(previous) && isNothing(key)) throw new BrokenYaml("an unexpected token");
      previous = value;
      const name = coerceText(this.#value(key as Node));
      if (name === undefined) throw new BrokenYaml("a key cannot be written as text");
      const given = this.#value(value as Node);
      if (name === "<<" && typeof given === "object" && given !== null) this.#merge(map, given);
      else define(map, name, given);
    }
    return this.#measured(map);
  }

  /** Adds the merged keys to a map. The existing keys win. */
  #merge(map: Record<string, unknown>, given: object): void {
    for (const source of Array.isArray(given) ? given : [given]) {
      if (typeof source !== "object" || source === null || Array.isArray(source)) continue;
      for (const [name, value] of Object.entries(source).reverse()) {
        if (Object.hasOwn(map, name)) continue;
        this.#repeat(1);
        define(map, name, value);
      }
    }
  }

  #repeat(nodes: number): void {
    this.#repeated += nodes;
    if (this.#repeated > MAX_REPEATED) throw new BrokenYaml("aliases expand to too many values");
  }

  #measured<T extends object>(value: T): T {
    let size = 1;
    for (const item of Object.values(value)) size += this.#size(item);
    this.#sizes.set(value, size);
    return value;
  }

  #size(value: unknown): number {
    return this.#sizes.get(value) ?? 1;
  }
}

function isFlow(node: unknown): boolean {
  return isCollection(node) && node.flow === true;
}

function isNothing(key: unknown): boolean {
  return isScalar(key) && key.source === "" && key.tag === undefined && key.anchor === undefined;
}

function define(map: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(map, name, { value, configurable: true, enumerable: true, writable: true });
}
