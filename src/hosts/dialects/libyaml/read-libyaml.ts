/**
 * Reads YAML as Rust's serde_yaml, Go's yaml.v3 and Python's PyYAML do. All three scan like libyaml, and differ in
 * scalars, equal keys and `<<`. Two differences are not imitated: yaml.v3 accepts the first of several documents, and
 * PyYAML's scanner has a few quirks.
 */
import { lineNumber } from "../../../model/text/text.ts";
import type { YamlHead, YamlReader } from "../readers/read-yaml.ts";
import { type Document, type Event, readDocument } from "./libyaml-events.ts";
import { YamlProblem } from "./libyaml-reader.ts";

type Scalar = Extract<Event, { kind: "scalar" }>;
type Tree = Scalar | { readonly kind: "list"; readonly items: readonly Tree[] } | MapTree;
interface MapTree {
  readonly kind: "map";
  readonly entries: readonly (readonly [key: Tree, value: Tree])[];
  readonly line: number;
}

export interface ScalarRules {
  /** Resolves a scalar without a tag. */
  readonly resolve: (scalar: Scalar) => unknown;
  /**
   * Top-level keys whose scalar is used as written. `null` and empty values of these keys are missing, except for the
   * keys in `emptyTexts`.
   */
  readonly texts: readonly string[];
  /** Keys of `texts` whose `null` and empty values are treated as present. */
  readonly emptyTexts?: readonly string[];
  readonly twice: "broken" | "last" | "broken-if-known";
  readonly merge: boolean;
  /** Handling of a scalar with an unknown tag. `passed`: the scalar is accepted. `broken`: it is an error. */
  readonly tags: "passed" | "broken";
  /** Set if a list or a map may be a key. A pair with such a key is ignored. */
  readonly keys?: "any";
}

const MAX_HEAD = 1024 * 1024;
/** Maximum depth. All three libraries allow more levels, and real files need fewer. */
const MAX_DEPTH = 100;
/** Maximum nodes after aliases are followed. */
const MAX_NODES = 65_536;

function libyamlReader(rules: ScalarRules): YamlReader {
  return (head) => {
    if (head.length > MAX_HEAD) return { broken: "it is too large" };
    try {
      return read(head, rules);
    } catch (problem) {
      if (problem instanceof YamlProblem) return { broken: problem.message, line: problem.line + 1 };
      throw problem;
    }
  };
}

function read(head: string, rules: ScalarRules): YamlHead {
  const document = readDocument(head);
  if (document.events.length === 0) return { notMap: true };
  const tree = new TreeBuilder(document).node(0);
  if (tree.kind !== "map") return { notMap: true };
  const fields = mapOf(tree, rules, true);
  for (const [key, value] of tree.entries) {
    if (key.kind !== "scalar" || value.kind !== "scalar" || !rules.texts.includes(key.value)) continue;
    if (isNothing(value) && !rules.emptyTexts?.includes(key.value)) fields[key.value] = null;
    else fields[key.value] = value.value;
  }
  return { fields };
}

class TreeBuilder {
  readonly #document: Document;
  #at = 0;
  #nodes = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  node(depth: number): Tree {
    const event = this.#document.events[this.#at++] as Event;
    if (depth > MAX_DEPTH || ++this.#nodes > MAX_NODES)
      throw new YamlProblem("it is too large or too deeply nested", event.line);
    if (event.kind === "scalar") return event;
    if (event.kind === "alias") {
      const back = this.#at;
      this.#at = this.#document.anchors.get(event.id) ?? 0;
      const target = this.node(depth + 1);
      this.#at = back;
      return target;
    }
    const items: Tree[] = [];
    while (this.#document.events[this.#at]?.kind !== "end") items.push(this.node(depth + 1));
    this.#at++;
    if (event.kind === "sequence") return { kind: "list", items };
    const entries = items.flatMap((key, at) => (at % 2 === 0 ? [[key, items[at + 1] as Tree] as const] : []));
    return { kind: "map", entries, line: event.line };
  }
}

function treeValue(tree: Tree, rules: ScalarRules): unknown {
  if (tree.kind === "list") return tree.items.map((item) => treeValue(item, rules));
  if (tree.kind === "map") return mapOf(tree, rules, false);
  return scalarOf(tree, rules);
}

function scalarOf(scalar: Scalar, rules: ScalarRules): unknown {
  const { tag, style, value, line } = scalar;
  if (tag === undefined || tag === "!") return style === "plain" ? rules.resolve(scalar) : value;
  if (tag === "tag:yaml.org,2002:str") return value;
  if (rules.tags === "broken" && !KNOWN_TAG.test(tag)) throw new YamlProblem("a tag is not known", line);
  return tag.endsWith(":binary") ? { binary: value } : rules.resolve(scalar);
}

const KNOWN_TAG = /^tag:yaml\.org,2002:(?:null|bool|int|float|timestamp|binary)$/;

function mapOf(tree: MapTree, rules: ScalarRules, top: boolean): Record<string, unknown> {
  const own = new Map<string, unknown>();
  const merged = new Map<string, unknown>();
  for (const [key, value] of tree.entries) {
    if (key.kind !== "scalar" && rules.keys === "any") continue;
    if (key.kind !== "scalar") throw new YamlProblem("a list or a map cannot be a key", tree.line);
    if (rules.merge && key.style === "plain" && key.value === "<<") merge(value, merged, rules, key.line);
    else add(key, treeValue(value, rules), own, rules, top);
  }
  // `Object.fromEntries` is safe for a key `__proto__`; an assignment is not.
  return Object.fromEntries([...merged, ...own]);
}

function add(key: Scalar, value: unknown, own: Map<string, unknown>, rules: ScalarRules, top: boolean): void {
  const isMinded = rules.twice === "broken" || (rules.twice === "broken-if-known" && top && isKnown(key.value, rules));
  if (own.has(key.value) && isMinded) throw new YamlProblem(`\`${key.value}\` is given twice`, key.line);
  own.set(key.value, value);
}

function isKnown(key: string, { texts }: ScalarRules): boolean {
  return texts.includes(key) || key === "metadata";
}

/** The map's own keys win over `<<`, and the first of several merges wins. */
function merge(value: Tree, merged: Map<string, unknown>, rules: ScalarRules, line: number): void {
  for (const each of value.kind === "list" ? value.items : [value]) {
    if (each.kind !== "map") throw new YamlProblem("`<<` requires a map", line);
    for (const [key, item] of Object.entries(mapOf(each, rules, false))) if (!merged.has(key)) merged.set(key, item);
  }
}

function isNothing({ tag, style, value }: Scalar): boolean {
  return style === "plain" && (tag === undefined || tag.endsWith(":null")) && /^(?:~|null|Null|NULL|)$/.test(value);
}

/** Resolves a scalar by the core schema. The value is only exact enough to know the type of a field. */
function resolveCore(scalar: Scalar): unknown {
  const { value } = scalar;
  if (isNothing(scalar)) return null;
  if (/^(?:true|True|TRUE)$/.test(value)) return true;
  if (/^(?:false|False|FALSE)$/.test(value)) return false;
  return /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(value) ? Number(value) : value;
}

/**
 * Returns a reader that works like serde_yaml with a struct of these two fields. The first field is optional. Every
 * scalar is text.
 */
export function serdeReader(optional: string, required: string): YamlReader {
  return libyamlReader({
    resolve: resolveCore,
    texts: [optional, required],
    emptyTexts: [required],
    twice: "broken-if-known",
    merge: false,
    tags: "passed",
  });
}

/**
 * Resolves like serde_yaml. Hexadecimal, octal and binary numbers are numbers, but a number with a leading zero is
 * text.
 */
function resolveSerde(scalar: Scalar): unknown {
  const { value } = scalar;
  if (/^[-+]?0\d/.test(value)) return value;
  if (/^[-+]?(?:0x[\da-fA-F]+|0o[0-7]+|0b[01]+)$/.test(value)) return Number(value.replace(/^[-+]/, ""));
  if (/^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/.test(value)) return Number.NaN;
  return resolveCore(scalar);
}

/** Reads a map with values of any type, like serde_yaml. */
export const readSerdeValues: YamlReader = libyamlReader({
  resolve: resolveSerde,
  texts: [],
  twice: "broken",
  merge: false,
  tags: "passed",
  keys: "any",
});

/**
 * Returns a reader that works like yaml.v3 with a struct of these text fields. Every scalar is text, and a missing
 * value is an empty text.
 */
export function goYamlReader(texts: readonly string[]): YamlReader {
  return libyamlReader({ resolve: resolveCore, texts, twice: "broken", merge: true, tags: "passed" });
}

const INTEGER =
  /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const TIMESTAMP =
  /^(?:\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;

/** Resolves a plain scalar like PyYAML's `safe_load`. */
function resolvePython(scalar: Scalar): unknown {
  const { value, line } = scalar;
  if (isNothing(scalar)) return null;
  if (/^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/.test(value)) return true;
  if (/^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/.test(value)) return false;
  if (INTEGER.test(value)) return pythonInteger(value, line);
  if (FLOAT.test(value)) return pythonFloat(value);
  if (TIMESTAMP.test(value)) return pythonDate(value, line);
  if (value === "=" || value === "<<")
    throw new YamlProblem(`\`${value}\` is a value that PyYAML cannot construct`, line);
  if (value.includes("\t")) throw new YamlProblem("an unquoted text contains a tab", line);
  return value;
}

function pythonInteger(text: string, line: number): number {
  const digits = text.replaceAll("_", "").replace(/^[-+]/, "");
  const value = digits.startsWith("0b")
    ? Number.parseInt(digits.slice(2), 2)
    : digits.startsWith("0x")
      ? Number.parseInt(digits.slice(2), 16)
      : digits.includes(":")
        ? digits.split(":").reduce((sum, part) => sum * 60 + Number(part), 0)
        : Number.parseInt(digits, digits.startsWith("0") ? 8 : 10);
  if (Number.isNaN(value)) throw new YamlProblem("a number has no digits", line);
  return text.startsWith("-") ? -value : value;
}

function pythonFloat(text: string): number {
  const lower = text.replaceAll("_", "").toLowerCase();
  if (lower.endsWith(".nan")) return Number.NaN;
  if (lower.endsWith(".inf")) return lower.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return lower.split(":").reduce((sum, part) => sum * 60 + Number.parseFloat(part), 0);
}

/**
 * Reads a date, whose value is not text. In Python an invalid date is an uncaught error, so the file is rejected here
 * too.
 */
function pythonDate(text: string, line: number): unknown {
  const [year = 0, month = 0, day = 0] = text.split(/[-Tt \t]/, 3).map(Number);
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  if (year < 1 || month < 1 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    throw new YamlProblem("a date is not in the calendar", line);
  return { date: text };
}

const pyyaml = libyamlReader({ resolve: resolvePython, texts: [], twice: "last", merge: true, tags: "broken" });

/** Reads like PyYAML's `safe_load`: as YAML 1.1, with the last of equal keys, and without tabs between tokens. */
export const readPython: YamlReader = (head) => {
  const tab = /^[^\s#"'][^\n\r\u2028\u2029"'|>#]*\t/m.exec(head);
  return tab ? { broken: "a tab where only spaces are allowed", line: lineNumber(head, tab.index) } : pyyaml(head);
};
