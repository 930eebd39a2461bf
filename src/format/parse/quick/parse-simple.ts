/**
 * Reads the simple frontmatter of nearly every real file line by line, without a YAML library. It supports scalars,
 * lists and mappings of a few levels, and returns undefined if anything is uncertain. A property test compares it with
 * the full parser. Its input is the text between the fences, with `\n` after each line. A process reads each header
 * once, usually before V8 has compiled this file. Therefore it uses searches and regular expressions, which are native
 * code from the first call and ten times as fast as loops over characters.
 */
import {
  containsScalarEnd,
  NEEDS_FULL_PARSER,
  readFlowList,
  readJsonMap,
  readScalar,
  resolvePlain,
  trimEnd,
} from "../../yaml/scalars.ts";
import type { HeaderEntry } from "../entries.ts";

export function parseSimple(header: string): HeaderEntry[] | undefined {
  if (header.charCodeAt(header.length - 1) !== NEWLINE || UNUSUAL.test(header)) return undefined;
  const entries: HeaderEntry[] = [];
  for (let at = 0; at < header.length; at = next) {
    const first = header.charCodeAt(at);
    if (first === NEWLINE || first === HASH) {
      next = header.indexOf("\n", at) + 1;
      continue;
    }
    const key = readKey(header, at);
    if (key === undefined || key === PLACED || hasKey(entries, key)) return undefined;
    const value = readValue(header, next, 0, 0);
    if (value === NEEDS_FULL_PARSER) return undefined;
    entries.push({ key, value, offset: at, raw: false });
  }
  return entries;
}

// Matches tabs, carriage returns, controls, unpaired surrogates, and line separators on which YAML readers disagree.
const UNUSUAL = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/u;
/** The key whose errors need positions. Only the full parser provides positions. */
const PLACED = "commands";
/** Maximum depth. Real files do not reach it, and the full parser reports its own limit. */
const MAX_DEPTH = 8;
const NEWLINE = 10;
const SPACE = 32;
const HASH = 35;
const DASH = 45;
const BRACKET = 91;
const BRACE = 123;

/** The position in the text after the value that was read last. Every successful read sets it. */
let next = 0;

/**
 * Matches a key: letters, digits, `_` and `-`, followed by a colon and a blank or the line's end. The match includes
 * the blanks.
 */
const KEY = /[A-Za-z_][\w-]*:(?=[ \n]) */y;

function readKey(text: string, from: number): string | undefined {
  KEY.lastIndex = from;
  if (!KEY.test(text)) return undefined;
  next = KEY.lastIndex;
  const key = text.slice(from, text.indexOf(":", from));
  return key === "__proto__" ? undefined : key;
}

function hasKey(entries: readonly HeaderEntry[], key: string): boolean {
  for (let at = 0; at < entries.length; at++) if (entries[at]?.key === key) return true;
  return false;
}

/**
 * Reads the value of a key that is indented by `indent`. `start` is the first character of the value, or the end of the
 * key's line.
 */
function readValue(text: string, start: number, indent: number, depth: number): unknown {
  const first = text.charCodeAt(start);
  const lineEnd = text.indexOf("\n", start);
  next = lineEnd + 1;
  if (first === NEWLINE) return readNested(text, next, indent, depth);
  const value = trimEnd(text.slice(start, lineEnd));
  if (first === 62 || first === 124) return readBlockScalar(text, value, next, indent);
  if (continues(text, next, indent)) return readLines(text, value, next, indent);
  return first === BRACKET ? readFlowList(value) : first === BRACE ? readJsonMap(value) : readScalar(value);
}

/** Reads a scalar over several lines: blanks replace its line breaks. */
function readLines(text: string, first: string, from: number, indent: number): unknown {
  const quoted = first.charCodeAt(0) === 34 || first.charCodeAt(0) === 39;
  if (quoted ? first.includes("\\") : readScalar(first) === NEEDS_FULL_PARSER) return NEEDS_FULL_PARSER;
  const lines = [first];
  let at = from;
  for (let deeper = indentAt(text, at); deeper > indent; deeper = indentAt(text, at)) {
    const lineEnd = text.indexOf("\n", at);
    const line = trimEnd(text.slice(at + deeper, lineEnd));
    if (line === "" || (quoted ? line.includes("\\") : line.charCodeAt(0) === HASH || containsScalarEnd(line)))
      return NEEDS_FULL_PARSER;
    lines.push(line);
    at = lineEnd + 1;
  }
  next = at;
  if (continues(text, at, indent)) return NEEDS_FULL_PARSER;
  return quoted ? readScalar(lines.join(" ")) : resolvePlain(lines.join(" "));
}

/** Reads `>`, `>-`, `|` and `|-` over lines of one indentation, with blank lines only between them. */
function readBlockScalar(text: string, style: string, from: number, parent: number): unknown {
  if (style !== ">-" && style !== ">" && style !== "|" && style !== "|-") return NEEDS_FULL_PARSER;
  const folded = style.charCodeAt(0) === 62;
  const indent = indentAt(text, from);
  if (indent <= parent) return NEEDS_FULL_PARSER;
  let value = "";
  let breaks = 0;
  let at = from;
  for (; isAt(text, at, SPACE) || isAt(text, at, NEWLINE); at = text.indexOf("\n", at) + 1) {
    const spaces = indentAt(text, at);
    if (isAt(text, at, NEWLINE)) {
      breaks++;
      continue;
    }
    if (spaces <= parent) break;
    // Blank lines with spaces, less indented lines, and more indented folded lines have special rules. The full parser
    // reads them.
    if (isAt(text, at + spaces, NEWLINE) || spaces < indent || (folded && spaces > indent)) return NEEDS_FULL_PARSER;
    const line = text.slice(at + indent, text.indexOf("\n", at));
    if (value !== "") value += breaks === 1 && folded ? " " : "\n".repeat(folded ? breaks - 1 : breaks);
    value += line;
    breaks = 1;
  }
  next = at;
  return style.length === 2 ? value : `${value}\n`;
}

/** Reads the value below a bare `key:`: nothing, a list, or a mapping. */
function readNested(text: string, from: number, parent: number, depth: number): unknown {
  const indent = indentAt(text, from);
  const first = from + indent;
  if (depth === MAX_DEPTH) return NEEDS_FULL_PARSER;
  if (isAt(text, first, DASH) && isAt(text, first + 1, SPACE) && indent >= parent)
    return readList(text, from, indent, depth + 1);
  if (indent > parent) return readMap(text, first, indent, depth + 1);
  return continues(text, from, parent) ? NEEDS_FULL_PARSER : null;
}

function readList(text: string, from: number, indent: number, depth: number): unknown {
  const items: unknown[] = [];
  let at = from;
  while (isAt(text, at + indent, DASH) && indentAt(text, at) === indent) {
    if (!isAt(text, at + indent + 1, SPACE)) return NEEDS_FULL_PARSER;
    const start = at + indent + 1 + indentAt(text, at + indent + 1);
    KEY.lastIndex = start;
    const item = KEY.test(text) ? readMap(text, start, start - at, depth) : readItem(text, start, indent, depth);
    if (item === NEEDS_FULL_PARSER) return NEEDS_FULL_PARSER;
    items.push(item);
    at = next;
  }
  return continues(text, at, indent) ? NEEDS_FULL_PARSER : items;
}

function readItem(text: string, start: number, indent: number, depth: number): unknown {
  return isAt(text, start, NEWLINE) ? NEEDS_FULL_PARSER : readValue(text, start, indent, depth);
}

/** Reads a mapping. `first` is the start of its first key; the keys below it are indented by `indent`. */
function readMap(text: string, first: number, indent: number, depth: number): unknown {
  const map: Record<string, unknown> = {};
  let at = first;
  do {
    const key = readKey(text, at);
    if (key === undefined || Object.hasOwn(map, key)) return NEEDS_FULL_PARSER;
    const value = readValue(text, next, indent, depth);
    if (value === NEEDS_FULL_PARSER) return NEEDS_FULL_PARSER;
    map[key] = value;
    at = next + indent;
  } while (indentAt(text, next) === indent);
  return continues(text, next, indent - 1) ? NEEDS_FULL_PARSER : map;
}

/** Returns true if the next line that is not blank has a larger indent, so that the value continues. */
function continues(text: string, from: number, indent: number): boolean {
  let at = from;
  while (isAt(text, at, NEWLINE)) at++;
  return indentAt(text, at) > indent;
}

/** Returns the number of blanks. */
function indentAt(text: string, from: number): number {
  let at = from;
  while (isAt(text, at, SPACE)) at++;
  return at - from;
}

/**
 * Returns true if the text has this character at an offset. It never reads past the end of the text, because then V8
 * would discard its compiled code.
 */
function isAt(text: string, at: number, code: number): boolean {
  return at < text.length && text.charCodeAt(at) === code;
}
