/**
 * The header that most files have: name, description, then what the specification names besides, all of it printable ASCII on
 * single lines (a folded description and one level of `metadata` included). Whatever it accepts `parseFlat` reads alike, and
 * needs no word about it; a property test holds it to that. Otherwise: undefined.
 *
 * Searches, which are native from the first call, do nearly all of it: a process reads each header once, and is mostly over
 * before V8 has compiled what loops over characters.
 */
import type { Manifest } from "../model/skill.ts";
import { resolvePlain } from "../yaml/scalars.ts";
import { splitTools } from "./tool-list.ts";

export interface PlainFields {
  readonly name: string;
  /** One line, without blanks at its ends. */
  readonly description: string;
  readonly manifest: Manifest;
}

const NAME = "name: ";
const DESCRIPTION = "description: ";
const UNUSUAL = /[^\n\x20-\x7e]/;
const SPACE = 32;
const QUOTE = 34;
const COLON = 58;

/** In: the text between the fences. */
export function parsePlain(text: string): PlainFields | undefined {
  if (!text.startsWith(NAME) || !text.endsWith("\n") || UNUSUAL.test(text)) return undefined;
  const name = readText(text, NAME.length);
  if (name === undefined || !text.startsWith(DESCRIPTION, next)) return undefined;
  const description = readDescription(text, next + DESCRIPTION.length);
  if (description === undefined) return undefined;
  const manifest = next === text.length ? {} : readRest(text);
  return manifest && { name, description, manifest };
}

/** Where the line after what was last read begins. */
let next = 0;

function readDescription(text: string, start: number): string | undefined {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return readQuoted(text, start);
  return first === 62 ? readFolded(text, start) : readText(text, start);
}

/** An unquoted value, to the end of its line: no indicator, digit or sign first, and not a word that YAML takes for something else. */
function readText(text: string, start: number): string | undefined {
  const end = text.indexOf("\n", start);
  next = end + 1;
  if (!isLetter(text.charCodeAt(start)) || breaks(text, start, end)) return undefined;
  const value = text.slice(start, end);
  return value.length < 6 && typeof resolvePlain(value) !== "string" ? undefined : value;
}

function isLetter(code: number): boolean {
  return (code > 96 && code < 123) || (code > 64 && code < 91) || code === 40;
}

/** Whether something ends or changes an unquoted value before its line does: `: `, ` #`, a colon or a blank at its end. */
function breaks(text: string, start: number, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  if (last === SPACE || last === COLON) return true;
  const value = text.slice(start, end);
  // A search for ` #` stops at every blank; one for `#` finds nothing in nearly every value.
  return value.indexOf(": ") !== -1 || (value.indexOf("#") !== -1 && value.indexOf(" #") !== -1);
}

/** Between double quotes; only quotes, backslashes and slashes may be escaped in it. */
function readQuoted(text: string, start: number): string | undefined {
  const end = text.indexOf("\n", start);
  next = end + 1;
  if (end - start < 3 || text.charCodeAt(end - 1) !== QUOTE) return undefined;
  const value = text.slice(start + 1, end - 1);
  // Blanks at its ends are taken off elsewhere, and those within it then too.
  if (value.charCodeAt(0) === SPACE || value.charCodeAt(value.length - 1) === SPACE) return undefined;
  if (value.indexOf("\\") === -1) return value.indexOf('"') === -1 ? value : undefined;
  return ESCAPED.test(value) ? value.replace(/\\(.)/g, "$1") : undefined;
}

const ESCAPED = /^[^"\\]*(?:\\["\\/][^"\\]*)*$/;

/** `>` or `>-`, over lines of one indentation, without any blank that would mean something. */
function readFolded(text: string, start: number): string | undefined {
  const first = text.indexOf("\n", start) + 1;
  const style = text.slice(start, first);
  if (style !== ">-\n" && style !== ">\n") return undefined;
  for (next = first; isIndented(text, next); ) next = text.indexOf("\n", next) + 1;
  if (next === first) return undefined;
  const value = text.slice(first + 2, next - 1).replaceAll("\n  ", " ");
  return value.indexOf("  ") === -1 && value.charCodeAt(value.length - 1) !== SPACE ? value : undefined;
}

/** By two blanks, and no more. */
function isIndented(text: string, start: number): boolean {
  return text.startsWith("  ", start) && text.charCodeAt(start + 2) > SPACE;
}

/** What follows the description; undefined when a key is unknown or comes twice. */
function readRest(text: string): Manifest | undefined {
  const manifest: Manifest = {};
  while (next < text.length) {
    if (manifest.license === undefined && text.startsWith("license: ", next)) {
      const license = readText(text, next + 9);
      if (license === undefined) return undefined;
      manifest.license = license;
    } else if (manifest.compatibility === undefined && text.startsWith("compatibility: ", next)) {
      const compatibility = readText(text, next + 15);
      if (compatibility === undefined) return undefined;
      manifest.compatibility = compatibility;
    } else if (manifest.allowedTools === undefined && text.startsWith("allowed-tools: ", next)) {
      const tools = readText(text, next + 15);
      if (tools === undefined) return undefined;
      manifest.allowedTools = splitTools(tools);
    } else if (manifest.metadata === undefined && text.startsWith("metadata:\n", next)) {
      const metadata = readPairs(text, next + 10);
      if (metadata === undefined) return undefined;
      manifest.metadata = metadata;
    } else return undefined;
  }
  return manifest;
}

/** One level of `key: value`; undefined when a key comes twice or is no ordinary one. */
function readPairs(text: string, start: number): Record<string, unknown> | undefined {
  const map: Record<string, unknown> = {};
  for (next = start; isIndented(text, next); ) {
    KEY.lastIndex = next + 2;
    if (!KEY.test(text)) return undefined;
    const key = text.slice(next + 2, KEY.lastIndex - 2);
    if (key === "__proto__" || Object.hasOwn(map, key)) return undefined;
    const value = readValue(text, KEY.lastIndex);
    if (value === undefined) return undefined;
    map[key] = value;
  }
  return next === start ? undefined : map;
}

const KEY = /[A-Za-z_][\w-]*: /y;

/** A value of `metadata`: between double quotes without anything escaped, or not quoted at all. */
function readValue(text: string, start: number): unknown {
  const end = text.indexOf("\n", start);
  next = end + 1;
  const first = text.charCodeAt(start);
  if (first === QUOTE) {
    const value = text.slice(start + 1, end - 1);
    const plain = end - start > 1 && text.charCodeAt(end - 1) === QUOTE;
    return plain && value.indexOf('"') === -1 && value.indexOf("\\") === -1 ? value : undefined;
  }
  if (!(isLetter(first) || (first > 47 && first < 58)) || breaks(text, start, end)) return undefined;
  // What means nothing is no value; the others decide.
  return resolvePlain(text.slice(start, end)) ?? undefined;
}
