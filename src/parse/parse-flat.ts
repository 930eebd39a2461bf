/**
 * The fast path: the flat frontmatter that nearly every real file has, read line by line without a YAML library. It takes
 * plain, quoted and block scalars, one level of mapping, and lists of scalars, and gives up (undefined) on anything it
 * is not certain of; the full parser then decides. A property test holds the two to the same answer.
 * In: the text between the fences, each line ended by `\n`. It must never guess.
 *
 * A process reads each header once, mostly before V8 has compiled this file: searches and regular expressions, which are
 * native code from the first call, do the work here that loops over characters would do at a tenth of their speed.
 */

import { resolvePlain } from "../yaml/scalars.ts";
import type { HeaderEntry } from "./entries.ts";

export function parseFlat(header: string): HeaderEntry[] | undefined {
  if (header.charCodeAt(header.length - 1) !== NEWLINE || UNUSUAL.test(header)) return undefined;
  const entries: HeaderEntry[] = [];
  for (let at = 0; at < header.length; at = next) {
    if (header.charCodeAt(at) === NEWLINE) {
      next = at + 1;
      continue;
    }
    const key = readKey(header, at);
    if (key === undefined || hasKey(entries, key)) return undefined;
    const value = readValue(header, next);
    if (value === GIVE_UP) return undefined;
    entries.push({ key, value, offset: at, raw: false });
  }
  return entries;
}

// Tabs, carriage returns, other controls, the line separators on which YAML readers disagree, and what is not a character.
const UNUSUAL = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/u;
const GIVE_UP = Symbol("give up");
const NEWLINE = 10;
const SPACE = 32;
const DASH = 45;
const COLON = 58;

/** Where the reader stands after what it last read; set by every successful read. */
let next = 0;

/** Letters, digits, `_` and `-`, followed by a colon and a blank or the line's end; the blanks are skipped. */
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

/** The value of a top-level key; `start` is its first character, or the end of the key's line. */
function readValue(text: string, start: number): unknown {
  const first = text.charCodeAt(start);
  const lineEnd = text.indexOf("\n", start);
  next = lineEnd + 1;
  if (first === NEWLINE) return readNested(text, next);
  const end = trimSpaces(text, start, lineEnd);
  if (first === 62 || first === 124) return readBlockScalar(text, text.slice(start, end), next);
  if (continues(text, next)) return GIVE_UP;
  return first === 91 ? readFlowList(text, start, end) : readScalar(text, start, end);
}

/** A scalar that stands on one line, quoted or plain. */
function readScalar(text: string, start: number, end: number): unknown {
  const first = text.charCodeAt(start);
  if (first === 34) return readDoubleQuoted(text.slice(start, end));
  if (first === 39) return readSingleQuoted(text.slice(start, end));
  if (INDICATORS.has(first)) return GIVE_UP;
  const value = text.slice(start, end);
  if (value.charCodeAt(value.length - 1) === COLON || value.includes(": ")) return GIVE_UP;
  // A search for ` #` stops at every blank; one for `#` finds nothing in nearly every value.
  if (value.includes("#") && value.includes(" #")) return GIVE_UP;
  return resolvePlain(value);
}

// - ? : , [ ] { } # & * ! | > % @ ` and the quotes, which are read elsewhere.
const INDICATORS: ReadonlySet<number> = new Set([..."-?:,[]{}#&*!|>%@`"].map((character) => character.charCodeAt(0)));

/** Escapes that mean the same in JSON. */
const DOUBLE_QUOTED = /^"[^"\\]*(?:\\["\\/nt][^"\\]*)*"$/;

function readDoubleQuoted(source: string): unknown {
  if (!DOUBLE_QUOTED.test(source)) return GIVE_UP;
  return source.includes("\\") ? JSON.parse(source) : source.slice(1, -1);
}

const SINGLE_QUOTED = /^'[^']*(?:''[^']*)*'$/;

function readSingleQuoted(source: string): unknown {
  if (!SINGLE_QUOTED.test(source)) return GIVE_UP;
  return source.slice(1, -1).replaceAll("''", "'");
}

function readFlowList(text: string, start: number, end: number): unknown {
  if (text.charCodeAt(end - 1) !== 93) return GIVE_UP;
  const inner = text.slice(start + 1, end - 1);
  if (/[[\]{}"'#:&*!|>%@`?]/.test(inner)) return GIVE_UP;
  const items: unknown[] = [];
  for (const part of inner.split(",")) {
    const item = part.replace(/^ +| +$/g, "");
    if (item === "" || item.charCodeAt(0) === DASH) return GIVE_UP;
    items.push(resolvePlain(item));
  }
  return items;
}

/** `>`, `>-`, `|` and `|-` over lines of one indentation, without blank lines. */
function readBlockScalar(text: string, style: string, from: number): unknown {
  if (style !== ">-" && style !== ">" && style !== "|" && style !== "|-") return GIVE_UP;
  const folded = style.charCodeAt(0) === 62;
  const indent = skipSpaces(text, from) - from;
  if (indent === 0) return GIVE_UP;
  const lines: string[] = [];
  let at = from;
  while (isAt(text, at, SPACE)) {
    const content = skipSpaces(text, at);
    // Blank and less indented lines, and more indented ones when folding, follow rules of their own.
    if (text.charCodeAt(content) === NEWLINE || content - at < indent || (folded && content - at > indent))
      return GIVE_UP;
    const lineEnd = text.indexOf("\n", content);
    lines.push(text.slice(at + indent, lineEnd));
    at = lineEnd + 1;
  }
  if (isAt(text, at, NEWLINE)) return GIVE_UP;
  next = at;
  const value = lines.join(folded ? " " : "\n");
  return style.length === 2 ? value : `${value}\n`;
}

/** What stands under a bare `key:`: nothing, a list of scalars, or one level of `key: scalar`. */
function readNested(text: string, from: number): unknown {
  const indent = skipSpaces(text, from) - from;
  const first = from + indent;
  if (isAt(text, first, DASH) && isAt(text, first + 1, SPACE)) return readList(text, from, indent);
  if (indent > 0) return isAt(text, first, NEWLINE) ? GIVE_UP : readMap(text, from, indent);
  return continues(text, from) ? GIVE_UP : null;
}

function readList(text: string, from: number, indent: number): unknown {
  const items: unknown[] = [];
  let at = from;
  while (isAt(text, at + indent, DASH) && skipSpaces(text, at) - at === indent) {
    if (!isAt(text, at + indent + 1, SPACE)) return GIVE_UP;
    const item = readItem(text, skipSpaces(text, at + indent + 1));
    if (item === GIVE_UP) return GIVE_UP;
    items.push(item);
    at = next;
  }
  return continues(text, at) ? GIVE_UP : items;
}

function readMap(text: string, from: number, indent: number): unknown {
  const map: Record<string, unknown> = {};
  let at = from;
  while (isAt(text, at, SPACE)) {
    if (skipSpaces(text, at) - at !== indent) return GIVE_UP;
    const key = readKey(text, at + indent);
    if (key === undefined || Object.hasOwn(map, key)) return GIVE_UP;
    const value = readItem(text, next);
    if (value === GIVE_UP) return GIVE_UP;
    map[key] = value;
    at = next;
  }
  return continues(text, at) ? GIVE_UP : map;
}

/** A scalar of a list or mapping, from its first character to the end of its line. */
function readItem(text: string, start: number): unknown {
  const lineEnd = text.indexOf("\n", start);
  next = lineEnd + 1;
  return start === lineEnd ? GIVE_UP : readScalar(text, start, trimSpaces(text, start, lineEnd));
}

/** Whether the next line that is not blank is indented: then the value above goes on. */
function continues(text: string, from: number): boolean {
  let at = from;
  while (isAt(text, at, NEWLINE)) at++;
  return isAt(text, at, SPACE);
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (isAt(text, at, SPACE)) at++;
  return at;
}

function trimSpaces(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) === SPACE) at--;
  return at;
}

/** Never looks beyond the end: V8 would throw its compiled code away and begin again. */
function isAt(text: string, at: number, code: number): boolean {
  return at < text.length && text.charCodeAt(at) === code;
}
