/**
 * Readers of hosts that use more than a YAML library. Qwen Code falls back to lines, OpenClaw repairs the text, and VS
 * Code has its own parser. Each reader returns the fields that the host reads.
 */
import { readCore, type YamlFields, type YamlHead, type YamlReader } from "./read-yaml.ts";

/** Reads as Qwen Code does: with the `yaml` library, and on failure with a lenient line-based reader. */
export const readQwenYaml: YamlReader = (head) => {
  const read = readCore(head);
  if ("fields" in read) return { fields: withoutNulls(read.fields) };
  return { fields: withoutNulls(readPairs(head)), repaired: true };
};

/** Removes null values, and converts binary values to text. */
function withoutNulls(fields: YamlFields): YamlFields {
  const entries = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, value instanceof Uint8Array ? Buffer.from(value).toString() : value]),
  );
}

/**
 * Reads lines `key: value`. Below a key without a value, it reads items or pairs that are indented by two. A list
 * within such pairs is not the value of a key.
 */
function readPairs(head: string): YamlFields {
  const lines = head.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  const fields = new Map<string, unknown>();
  let list: { readonly key: string; readonly items: unknown[] } | undefined;
  let map: { readonly key: string; readonly pairs: Map<string, unknown> } | undefined;
  let key = "";
  for (const [at, line] of lines.entries()) {
    if (line.startsWith("  - ")) {
      list ??= { key, items: [] };
      list.items.push(wordOf(line.slice(4).trim()));
      continue;
    }
    if (list) {
      fields.set(list.key, list.items);
      list = undefined;
      key = "";
    }
    if (map && line.startsWith("  ")) {
      const [name, value] = pairOf(line.trim());
      map.pairs.set(name, wordOf(value));
      continue;
    }
    if (map) fields.set(map.key, Object.fromEntries(map.pairs));
    map = undefined;
    if (!line.includes(":")) continue;
    const [name, value] = pairOf(line);
    if (value !== "") fields.set(name, wordOf(value));
    else if (!lines[at + 1]?.startsWith("  ") || lines[at + 1]?.startsWith("  - ")) key = name;
    else {
      map = { key: name, pairs: new Map() };
      key = "";
    }
  }
  if (list) fields.set(list.key, list.items);
  if (map) fields.set(map.key, Object.fromEntries(map.pairs));
  return Object.fromEntries(fields);
}

function pairOf(line: string): [key: string, value: string] {
  const colon = line.indexOf(":");
  return colon === -1 ? [line.trim(), ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

function wordOf(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"'))
    return text.slice(1, -1).replaceAll('\\"', '"').replaceAll("\\\\", "\\");
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/**
 * Reads as OpenClaw does: every value becomes text. If a description breaks the YAML, the description is quoted, and
 * the YAML is parsed again.
 */
export const readOpenClawYaml: YamlReader = (head) => {
  const lines = readKeyLines(head);
  const first = readTexts(head, lines);
  if (!("broken" in first) && !("notMap" in first)) return first;
  const repaired = quoteDescription(head);
  const second = repaired === head ? first : readTexts(repaired, lines);
  if ("fields" in second) return { ...second, repaired: true };
  return "notMap" in second ? { broken: "it is not a map" } : second;
};

function readTexts(head: string, lines: YamlFields): YamlHead {
  const indented = indentFlow(head);
  const read = readCore(indented);
  if (!("fields" in read)) return read;
  const colons = new Set([...indented.matchAll(/^([\w-]+):[^\S\n]*(?=[^\n]*:)/gm)].map(([, key]) => key));
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(read.fields)) {
    const text = openClawText(value);
    if (key.trim() === "" || text === undefined) continue;
    const isStructure = typeof value === "object";
    fields[key.trim()] = isStructure && colons.has(key.trim()) ? (lines[key.trim()] ?? text) : text;
  }
  return { fields: { ...lines, ...fields } };
}

function openClawText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Reads a key at the start of a line. Its value is on the same line, or in the indented lines below. */
function readKeyLines(head: string): YamlFields {
  const lines = head.split("\n");
  const fields: Record<string, string> = {};
  for (let at = 0; at < lines.length; at++) {
    const [, key, rest] = /^([\w-]+):(.*)$/.exec(lines[at] as string) ?? [];
    if (key === undefined || rest === undefined) continue;
    let value = withoutQuotes(rest.trim());
    if (rest.trim() === "" && /^[ \t]/.test(lines[at + 1] ?? "")) {
      const below: string[] = [];
      while (at + 1 < lines.length && /^(?:[ \t]|$)/.test(lines[at + 1] as string)) below.push(lines[++at] as string);
      value = below.join("\n").trim();
    }
    if (value !== "") fields[key] = value;
  }
  return fields;
}

function withoutQuotes(text: string): string {
  const quote = text[0];
  return (quote === '"' || quote === "'") && text.at(-1) === quote ? text.slice(1, -1) : text;
}

/** If a bracket starts the line after its key, indents that line and all lines up to the closing bracket. */
function indentFlow(head: string): string {
  const lines = head.split("\n");
  for (let at = 0; at < lines.length - 1; at++) {
    if (!/^[\w-]+:\s*$/.test(lines[at] as string) || !/^[[{]/.test(lines[at + 1] as string)) continue;
    let open = 0;
    for (at++; at < lines.length; at++) {
      open += balance(lines[at] as string);
      lines[at] = `  ${lines[at]}`;
      if (open <= 0) break;
    }
  }
  return lines.join("\n");
}

function balance(line: string): number {
  let open = 0;
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string;
    if (quote !== "" && char === "\\") at++;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "{" || char === "[") open++;
    else if (char === "}" || char === "]") open--;
  }
  return open;
}

function quoteDescription(head: string): string {
  const found = /^(?:description|"description"|'description'):[^\S\n]*([^\n]*)$/m.exec(head);
  const value = found?.[1]?.trim();
  if (!found || !value || /^[|>](?:[1-9][+-]?|[+-][1-9]?)?$/.test(value)) return head;
  const line = `description: ${JSON.stringify(withoutQuotes(value))}`;
  return head.slice(0, found.index) + line + head.slice(found.index + found[0].length);
}

/**
 * Reads as VS Code does. Its own parser has no types, and stops silently at an error. A second `: ` in a plain value
 * ends the head. The first of equal keys wins.
 */
export const readVscodeYaml: YamlReader = (head) => {
  const lines = head.split(/\r\n|\r|\n/, MAX_LINES);
  const fields = new Map<string, unknown>();
  const first = lines.find((line) => !isBlankOrComment(line) && !line.startsWith("%"));
  const base = indentOf(first ?? "");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    if (isBlankOrComment(line) || line.startsWith("%")) {
      at++;
      continue;
    }
    const entry = indentOf(line) < base ? undefined : keyOf(line);
    if (!entry) break;
    let end = at + 1;
    const isBelow = (each: string): boolean =>
      each.trim() === "" || indentOf(each) > base || isItemBelow(each, entry.rest, base);
    while (end < lines.length && isBelow(lines[end] as string)) end++;
    const { value, used, stop } = readEntry(entry.rest, lines.slice(at + 1, end));
    if (!fields.has(entry.key)) fields.set(entry.key, value);
    at += 1 + used;
    if (stop) break;
  }
  return { fields: Object.fromEntries(fields) };
};

/**
 * Maximum lines of a head. Without a closing fence, the whole file is the head, but real keys are within this limit.
 */
const MAX_LINES = 1000;

interface EntryValue {
  readonly value: unknown;
  /** The number of following lines that belong to the value. */
  readonly used: number;
  readonly stop?: boolean;
}

function readEntry(rest: string, below: readonly string[]): EntryValue {
  if (rest === "" || rest.startsWith("#")) return readBelow(below);
  if (/^["']/.test(rest)) return readQuoted(rest, below);
  if (/^[[{]/.test(rest) || /^[|>][1-9+-]*\s*(?:#.*)?$/.test(rest)) return readMarked(rest, below);
  const plain = plainOf(rest);
  if (plain.colon) return { value: plain.text, used: 0, stop: true };
  let value = plain.text;
  let blanks = 0;
  let used = 0;
  if (plain.comment) return { value, used };
  for (const [at, line] of below.entries()) {
    if (line.trim() === "") {
      blanks++;
      continue;
    }
    const next = plainOf(line.trim());
    if (next.colon || line.trim().startsWith("#")) break;
    value += (blanks > 0 ? "\n".repeat(blanks) : " ") + next.text;
    blanks = 0;
    used = at + 1;
    if (next.comment) break;
  }
  return { value, used };
}

/** Reads a value on the next lines: a list, a map or a text. Only a text can be a name or description. */
function readBelow(below: readonly string[]): EntryValue {
  const at = below.findIndex((line) => !isBlankOrComment(line));
  if (at === -1) return { value: "", used: 0 };
  const first = (below[at] as string).trim();
  if (!/^-(?:\s|$)/.test(first) && !keyOf(first)) {
    const text = readEntry(first, below.slice(at + 1));
    return { ...text, used: at + 1 + text.used };
  }
  const read = readCore(["value:", ...below].join("\n"));
  return { value: "fields" in read ? read.fields["value"] : {}, used: below.length };
}

/**
 * Reads a quoted value up to the closing quote, on this or a later line. Text after the closing quote stops the parser.
 */
function readQuoted(rest: string, below: readonly string[]): EntryValue {
  const text = [rest, ...below].join("\n");
  const quoted = /^(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')/.exec(text)?.[0];
  if (quoted === undefined) return { value: text.slice(1).trimEnd(), used: below.length, stop: true };
  const read = readCore(`value: ${quoted}`);
  const value = "fields" in read ? read.fields["value"] : quoted.slice(1, -1);
  const after = text.slice(quoted.length).split("\n", 1)[0] ?? "";
  return { value, used: quoted.split("\n").length - 1, ...(isBlankOrComment(after) ? {} : { stop: true }) };
}

/** Reads brackets or a block as YAML. If that YAML is broken, the parser stops without a value. */
function readMarked(rest: string, below: readonly string[]): EntryValue {
  const read = readCore([`value: ${rest}`, ...below].join("\n"));
  if ("fields" in read) return { value: read.fields["value"], used: below.length };
  return { value: {}, used: below.length, stop: true };
}

function plainOf(text: string): { text: string; colon: boolean; comment: boolean } {
  const end = /:(?=\s|$)|(?<=[ \t])#/.exec(text);
  if (!end) return { text: text.trimEnd(), colon: false, comment: false };
  return { text: text.slice(0, end.index).trimEnd(), colon: end[0] === ":", comment: end[0] === "#" };
}

function keyOf(line: string): { key: string; rest: string } | undefined {
  const text = line.trim();
  if (/^(?:-(?:\s|$)|[[{|>]|---(?:\s|$)|\.\.\.(?:\s|$))/.test(text)) return undefined;
  const quoted = /^(?:"([^"]*)"|'([^']*)')[ \t]*:(?=\s|$)/.exec(text);
  if (quoted) return { key: quoted[1] ?? quoted[2] ?? "", rest: text.slice(quoted[0].length).trim() };
  const { text: key, colon } = plainOf(text);
  if (!colon || key === "" || /^["']/.test(key)) return undefined;
  return { key, rest: text.slice(text.indexOf(":", key.length) + 1).trim() };
}

/** Returns true if a line is an item of a list and has the same indent as the key of the list. */
function isItemBelow(line: string, rest: string, base: number): boolean {
  return (rest === "" || rest.startsWith("#")) && indentOf(line) === base && /^\s*-(?:\s|$)/.test(line);
}

function isBlankOrComment(line: string): boolean {
  return /^\s*(?:#|$)/.test(line);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
