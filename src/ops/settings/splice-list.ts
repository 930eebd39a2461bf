/**
 * Replaces items of a list in a YAML file, as text. Only the lines of added or removed items change. Lists inside flow
 * mappings and anchors are not supported. The caller detects them by parsing the result again.
 */
import type { Pair, parseDocument, YAMLSeq } from "yaml";

type Yaml = { readonly parseDocument: typeof parseDocument; readonly isMap: IsNode; readonly isSeq: IsNode };
type IsNode = (node: unknown) => boolean;
type Ranged = { readonly range?: readonly [number, number, number] | null };

export function spliceList(text: string, key: string, items: readonly string[], yaml: Yaml): string {
  const { contents } = yaml.parseDocument(text, { uniqueKeys: false });
  const pairs = yaml.isMap(contents) ? (contents as unknown as { items: Pair[] }).items : [];
  const pair = pairs.find((each) => String(each.key) === key);
  if (!pair) return items.length === 0 ? text : insertLines(text, text.length, block(`${key}:`, "  ", items));
  const at = startOf(pair.key);
  if (items.length === 0) return cut(text, lineStart(text, at), lineAfter(text, endOf(pair.value ?? pair.key)));
  if (yaml.isSeq(pair.value)) return spliceItems(text, pair.value as YAMLSeq, items);
  if (pair.value === null || endOf(pair.value) === startOf(pair.value))
    return insertLines(text, lineAfter(text, endOf(pair.key)), block("", "  ", items));
  return `${text.slice(0, startOf(pair.value))}[${items.map(written).join(", ")}]${text.slice(endOf(pair.value))}`;
}

function spliceItems(text: string, { items: nodes, flow, ...seq }: YAMLSeq, wanted: readonly string[]): string {
  const known = nodes.map(String);
  const fresh = wanted.filter((each) => !known.includes(each));
  const last = nodes.at(-1);
  let result = text;
  if (fresh.length > 0 && flow) {
    const at = last ? endOf(last) : startOf(seq) + 1;
    result = `${text.slice(0, at)}${last ? ", " : ""}${fresh.map(written).join(", ")}${text.slice(at)}`;
  } else if (fresh.length > 0) {
    const dash = text.lastIndexOf("-", startOf(last));
    result = insertLines(text, lineAfter(text, endOf(last)), block("", text.slice(lineStart(text, dash), dash), fresh));
  }
  const gone = nodes.findIndex((node) => !wanted.includes(String(node)));
  return gone === -1 ? result : without(result, nodes, gone, flow === true);
}

function without(text: string, nodes: readonly unknown[], at: number, flow: boolean): string {
  const node = nodes[at];
  if (!flow) return cut(text, lineStart(text, startOf(node)), lineAfter(text, endOf(node)));
  const next = nodes[at + 1];
  return next ? cut(text, startOf(node), startOf(next)) : cut(text, endOf(nodes[at - 1]), endOf(node));
}

function block(head: string, indent: string, items: readonly string[]): string {
  return `${head === "" ? "" : `${head}\n`}${items.map((item) => `${indent}- ${written(item)}\n`).join("")}`;
}

/** Returns the item as YAML. It has no quotes if every YAML parser reads it as a string. */
function written(item: string): string {
  return /^[A-Za-z~/][\w~/.@:*?-]*$/.test(item) && !/^(?:null|true|false|yes|no|on|off|y|n|~)$|:$/i.test(item)
    ? item
    : JSON.stringify(item);
}

function insertLines(text: string, at: number, lines: string): string {
  const before = text.slice(0, at);
  return `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${lines}${text.slice(at)}`;
}

function cut(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end);
}

function startOf(node: unknown): number {
  return (node as Ranged | undefined)?.range?.[0] ?? 0;
}

function endOf(node: unknown): number {
  return (node as Ranged | undefined)?.range?.[1] ?? 0;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Returns the start of the next line. */
function lineAfter(text: string, at: number): number {
  if (at > 0 && text[at - 1] === "\n") return at;
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline + 1;
}
