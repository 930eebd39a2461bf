/**
 * The fast path: the flat frontmatter that nearly every real file has, read line by line without a YAML library. It takes
 * plain, quoted and block scalars, one level of mapping, and lists of scalars, and gives up (undefined) on anything it
 * is not certain of; the full parser then decides. A property test holds the two to the same answer.
 * In: the text between the fences, each line ended by `\n`. It must never guess.
 */
import type { HeaderEntry } from "./entries.ts";
import { resolvePlain } from "../yaml/scalars.ts";

export function parseFlat(header: string): HeaderEntry[] | undefined {
  if (UNUSUAL.test(header)) return undefined;
  const entries: HeaderEntry[] = [];
  let at = 0;
  while (at < header.length) {
    if (header.charCodeAt(at) === NEWLINE) {
      at++;
      continue;
    }
    const key = readKey(header, at);
    if (key === undefined || entries.some((entry) => entry.key === key)) return undefined;
    const offset = at;
    const value = readValue(header, at + key.length + 1);
    if (value === GIVE_UP) return undefined;
    entries.push({ key, value, offset, raw: false });
    at = next;
  }
  return entries;
}

// Tabs, carriage returns, other controls, and the line separators on which YAML readers disagree.
const UNUSUAL = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/;
const GIVE_UP = Symbol("give up");
const NEWLINE = 10;
const SPACE = 32;
const DASH = 45;
const COLON = 58;

/** Where the reader stands after the last value; set by every successful read. */
let next = 0;

/** Letters, digits, `_` and `-`, followed by a colon and a blank or the line's end. */
function readKey(text: string, from: number): string | undefined {
  let at = from;
  for (; ; at++) {
    const code = text.charCodeAt(at);
    const letter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
    if (letter || (at > from && ((code >= 48 && code <= 57) || code === DASH))) continue;
    break;
  }
  if (at === from || text.charCodeAt(at) !== COLON) return undefined;
  const after = text.charCodeAt(at + 1);
  if (after !== SPACE && after !== NEWLINE) return undefined;
  const key = text.slice(from, at);
  return key === "__proto__" ? undefined : key;
}

/** The value that begins after a top-level `key:`; `from` is just behind the colon. */
function readValue(text: string, from: number): unknown {
  const lineEnd = text.indexOf("\n", from);
  const start = skipSpaces(text, from);
  if (start === lineEnd) return readNested(text, lineEnd + 1);
  const end = trimSpaces(text, start, lineEnd);
  const first = text.charCodeAt(start);
  if (first === 62 || first === 124) return readBlockScalar(text, start, end, lineEnd + 1);
  next = lineEnd + 1;
  if (continues(text, next)) return GIVE_UP;
  return first === 91 ? readFlowList(text, start, end) : readScalar(text, start, end);
}

/** A scalar that stands on one line, quoted or plain. */
function readScalar(text: string, start: number, end: number): unknown {
  const first = text.charCodeAt(start);
  if (first === 34) return readDoubleQuoted(text, start, end);
  if (first === 39) return readSingleQuoted(text, start, end);
  if (INDICATORS.has(first)) return GIVE_UP;
  const value = text.slice(start, end);
  if (value.includes(": ") || value.includes(" #") || value.charCodeAt(value.length - 1) === COLON) return GIVE_UP;
  return resolvePlain(value);
}

// - ? : , [ ] { } # & * ! | > % @ ` and the quotes, which are read elsewhere.
const INDICATORS: ReadonlySet<number> = new Set([..."-?:,[]{}#&*!|>%@`"].map((character) => character.charCodeAt(0)));

function readDoubleQuoted(text: string, start: number, end: number): unknown {
  const value = text.slice(start + 1, end - 1);
  if (end - start < 2 || text.charCodeAt(end - 1) !== 34) return GIVE_UP;
  if (!value.includes("\\")) return value.includes('"') ? GIVE_UP : value;
  const parts: string[] = [];
  let from = 0;
  for (let at = value.indexOf("\\"); at !== -1; at = value.indexOf("\\", from)) {
    const escaped = ESCAPES.get(value.charCodeAt(at + 1));
    const before = value.slice(from, at);
    if (escaped === undefined || before.includes('"')) return GIVE_UP;
    parts.push(before, escaped);
    from = at + 2;
  }
  const rest = value.slice(from);
  if (from > value.length || rest.includes('"')) return GIVE_UP;
  parts.push(rest);
  return parts.join("");
}

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [34, '"'],
  [92, "\\"],
  [47, "/"],
  [110, "\n"],
  [116, "\t"],
]);

function readSingleQuoted(text: string, start: number, end: number): unknown {
  if (end - start < 2 || text.charCodeAt(end - 1) !== 39) return GIVE_UP;
  const value = text.slice(start + 1, end - 1);
  if (!value.includes("'")) return value;
  return /^(?:[^']|'')*$/.test(value) ? value.replaceAll("''", "'") : GIVE_UP;
}

function readFlowList(text: string, start: number, end: number): unknown {
  if (text.charCodeAt(end - 1) !== 93) return GIVE_UP;
  const inner = text.slice(start + 1, end - 1);
  if (/[[\]{}"'#:&*!|>%@`?]/.test(inner)) return GIVE_UP;
  const items: unknown[] = [];
  for (const part of inner.split(",")) {
    const item = part.trim();
    if (item === "" || item.charCodeAt(0) === DASH) return GIVE_UP;
    items.push(resolvePlain(item));
  }
  return items;
}

/** `>`, `>-`, `|` and `|-` over lines of one indentation, without blank lines. */
function readBlockScalar(text: string, start: number, end: number, from: number): unknown {
  const style = text.slice(start, end);
  if (style !== ">-" && style !== ">" && style !== "|" && style !== "|-") return GIVE_UP;
  const folded = style.charCodeAt(0) === 62;
  const indent = skipSpaces(text, from) - from;
  if (indent === 0) return GIVE_UP;
  const lines: string[] = [];
  let at = from;
  while (at < text.length && text.charCodeAt(at) === SPACE) {
    const content = skipSpaces(text, at);
    const lineEnd = text.indexOf("\n", at);
    // Blank and less indented lines, and more indented ones when folding, follow rules of their own.
    if (content === lineEnd || content - at < indent || (folded && content - at > indent)) return GIVE_UP;
    lines.push(text.slice(at + indent, lineEnd));
    at = lineEnd + 1;
  }
  if (text.charCodeAt(at) === NEWLINE) return GIVE_UP;
  next = at;
  const value = lines.join(folded ? " " : "\n");
  return style.length === 2 ? value : `${value}\n`;
}

/** What stands under a bare `key:`: nothing, a list of scalars, or one level of `key: scalar`. */
function readNested(text: string, from: number): unknown {
  next = from;
  const indent = skipSpaces(text, from) - from;
  const first = text.charCodeAt(from + indent);
  if (first === DASH && text.charCodeAt(from + indent + 1) === SPACE) return readList(text, from, indent);
  if (indent > 0) return first === NEWLINE ? GIVE_UP : readMap(text, from, indent);
  return first === NEWLINE && continues(text, from) ? GIVE_UP : null;
}

function readList(text: string, from: number, indent: number): unknown {
  const items: unknown[] = [];
  let at = from;
  while (text.charCodeAt(at + indent) === DASH && skipSpaces(text, at) - at === indent) {
    const lineEnd = text.indexOf("\n", at);
    if (text.charCodeAt(at + indent + 1) !== SPACE) return GIVE_UP;
    const start = skipSpaces(text, at + indent + 1);
    if (start === lineEnd) return GIVE_UP;
    const item = readScalar(text, start, trimSpaces(text, start, lineEnd));
    if (item === GIVE_UP) return GIVE_UP;
    items.push(item);
    at = lineEnd + 1;
  }
  next = at;
  return continues(text, at) ? GIVE_UP : items;
}

function readMap(text: string, from: number, indent: number): unknown {
  const map: Record<string, unknown> = {};
  let at = from;
  while (at < text.length && text.charCodeAt(at) === SPACE) {
    if (skipSpaces(text, at) - at !== indent) return GIVE_UP;
    const lineEnd = text.indexOf("\n", at);
    const key = readKey(text, at + indent);
    if (key === undefined || Object.hasOwn(map, key)) return GIVE_UP;
    const start = skipSpaces(text, at + indent + key.length + 1);
    if (start === lineEnd) return GIVE_UP;
    const value = readScalar(text, start, trimSpaces(text, start, lineEnd));
    if (value === GIVE_UP) return GIVE_UP;
    map[key] = value;
    at = lineEnd + 1;
  }
  next = at;
  return continues(text, at) ? GIVE_UP : map;
}

/** Whether the next line that is not blank is indented: then the value above goes on. */
function continues(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) === NEWLINE) at++;
  return text.charCodeAt(at) === SPACE;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at++;
  return at;
}

function trimSpaces(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) === SPACE) at--;
  return at;
}
