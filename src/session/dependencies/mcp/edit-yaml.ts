import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from "yaml";
import { type Editor, endOfLine, type Insertion, lineEndingOf, type ServerEntry } from "./edit.ts";

/** Edits YAML. Only positions from the YAML library are used, because its printer would reformat the whole text. */
export const editYaml: Editor = {
  async insert(text, entry) {
    const { contents } = parseDocument(text);
    const pair = pairOf(contents, entry.key);
    if (pair === undefined)
      return isMap(contents) && contents.flow
        ? [intoFlow(text, contents, { [entry.key]: { [entry.name]: entry.value } })]
        : [onLines(text, text.length, `${entry.key}:${lineEndingOf(text)}${block(entry, "  ", lineEndingOf(text))}`)];
    const { value } = pair;
    if (isMap(value))
      return [value.flow ? intoFlow(text, value, { [entry.name]: entry.value }) : intoBlock(text, value, entry)];
    if (isScalar(value) && value.value === null && value.range)
      return [onLines(text, endOfLine(text, value.range[0]), block(entry, "  ", lineEndingOf(text)))];
    return [];
  },
  async remove(text, { key, name }) {
    const map = pairOf(parseDocument(text).contents, key)?.value;
    const pair = isMap(map) && !map.flow ? pairOf(map, name) : undefined;
    const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    const end = isMap(pair?.value) ? pair.value.range?.[1] : undefined;
    if (start === undefined || end === undefined) return undefined;
    const from = text.lastIndexOf("\n", start - 1) + 1;
    return text.slice(0, from) + text.slice(endOfLine(text, Math.max(start, end - 1)));
  },
};

function pairOf(map: unknown, key: string): Pair | undefined {
  return isMap(map) ? map.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
}

/** Returns the lines of an entry. Values are written as JSON, because JSON is valid YAML. */
function block({ name, value }: ServerEntry, indent: string, eol: string): string {
  const fields = Object.entries(value).map(([key, field]) => `${indent}  ${key}: ${JSON.stringify(field)}${eol}`);
  return `${indent}${JSON.stringify(name)}:${eol}${fields.join("")}`;
}

function intoBlock(text: string, map: YAMLMap, entry: ServerEntry): Insertion[] {
  const first = map.items[0]?.key;
  const start = isScalar(first) ? (first.range?.[0] ?? 0) : 0;
  const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const end = endOfLine(text, Math.max(start, (map.range?.[1] ?? start) - 1));
  return onLines(text, end, block(entry, indent, lineEndingOf(text)));
}

function intoFlow(text: string, map: YAMLMap, more: object): Insertion[] {
  const close = (map.range?.[1] ?? 1) - 1;
  const at = text.slice(0, close).trimEnd().length;
  const comma = map.items.length > 0 && text[at - 1] !== "," ? "," : "";
  const space = at === close ? " " : "";
  const written = JSON.stringify(more, null, 1).replace(/\n\s*/g, " ").slice(1, -1).trim();
  return [{ at, text: `${comma} ${written}${space}` }];
}

/** Inserts lines at an offset. If the line before has no line end, adds one. */
function onLines(text: string, at: number, lines: string): Insertion[] {
  return [{ at, text: at === 0 || text[at - 1] === "\n" ? lines : lineEndingOf(text) + lines }];
}
