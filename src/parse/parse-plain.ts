/**
 * The header that most files have: name, description, then what the specification names besides, all of it printable ASCII on
 * single lines (a folded description and one level of `metadata` included). In: its text, and what `skim` saw in its lines.
 * Whatever it accepts `parseFlat` reads alike, and needs no word about it; a property test holds it to that. Otherwise:
 * undefined.
 */
import type { Manifest } from "../model/skill.ts";
import { resolvePlain } from "../yaml/scalars.ts";
import { BACKSLASH, BLANKS, BREAK, COLON, skimmed } from "./skim.ts";
import { splitTools } from "./tool-list.ts";

export interface PlainFields {
  readonly name: string;
  /** One line, without blanks at its ends. */
  readonly description: string;
  readonly manifest: Manifest;
}

const NAME = "name: ";
const DESCRIPTION = "description: ";

export function parsePlain(text: string): PlainFields | undefined {
  const { count, ends } = skimmed;
  if (count < 2 || !text.startsWith(NAME)) return undefined;
  const second = (ends[0] as number) + 1;
  if (!text.startsWith(DESCRIPTION, second)) return undefined;
  const name = readText(text, NAME.length, 0);
  const description = readDescription(text, second + DESCRIPTION.length);
  if (name === undefined || description === undefined) return undefined;
  const manifest = next === count ? {} : readRest(text);
  return manifest && { name, description, manifest };
}

/** The line after what was last read. */
let next = 0;

function readDescription(text: string, start: number): string | undefined {
  const first = text.charCodeAt(start);
  next = 2;
  if (first === 34) return readQuoted(text, start);
  return first === 62 ? readFolded(text, start) : readText(text, start, 1);
}

/** An unquoted value from `start` to the end of its line: no indicator, digit or sign first, and not a word that YAML takes for something else. */
function readText(text: string, start: number, line: number): string | undefined {
  if (((skimmed.marks[line] as number) & (COLON | BREAK)) !== 0 || !isLetter(text.charCodeAt(start))) return undefined;
  const value = text.slice(start, skimmed.ends[line]);
  return value.length < 6 && typeof resolvePlain(value) !== "string" ? undefined : value;
}

function isLetter(code: number): boolean {
  return (code > 96 && code < 123) || (code > 64 && code < 91) || code === 40;
}

/** Between double quotes, on the second line; only quotes, backslashes and slashes may be escaped in it. */
function readQuoted(text: string, start: number): string | undefined {
  const mark = skimmed.marks[1] as number;
  const last = (skimmed.ends[1] as number) - 1;
  if (last <= start || text.charCodeAt(last) !== 34) return undefined;
  const value = text.slice(start + 1, last);
  // Blanks at its ends are taken off elsewhere, and those within it then too.
  if (value === "" || value.charCodeAt(0) === 32 || value.charCodeAt(value.length - 1) === 32) return undefined;
  if ((mark & BACKSLASH) === 0) return value.indexOf('"') === -1 ? value : undefined;
  return ESCAPED.test(value) ? value.replace(/\\(.)/g, "$1") : undefined;
}

const ESCAPED = /^[^"\\]*(?:\\["\\/][^"\\]*)*$/;

/** `>` or `>-`, over lines of one indentation. */
function readFolded(text: string, start: number): string | undefined {
  const { count, ends, marks } = skimmed;
  const style = text.slice(start, ends[1]);
  if (style !== ">-" && style !== ">") return undefined;
  for (; next < count && isIndented(text, next); next++) if (((marks[next] as number) & BLANKS) !== 0) return undefined;
  if (next === 2) return undefined;
  return text.slice((ends[1] as number) + 3, ends[next - 1]).replaceAll("\n  ", " ");
}

/** By two blanks, and no more. */
function isIndented(text: string, line: number): boolean {
  const start = (skimmed.ends[line - 1] as number) + 1;
  return text.startsWith("  ", start) && text.charCodeAt(start + 2) > 32;
}

/** What follows the description; undefined when a key is unknown or comes twice. */
function readRest(text: string): Manifest | undefined {
  const manifest: Manifest = {};
  while (next < skimmed.count) {
    const start = (skimmed.ends[next - 1] as number) + 1;
    const line = next++;
    if (manifest.license === undefined && text.startsWith("license: ", start)) {
      const license = readText(text, start + 9, line);
      if (license === undefined) return undefined;
      manifest.license = license;
    } else if (manifest.compatibility === undefined && text.startsWith("compatibility: ", start)) {
      const compatibility = readText(text, start + 15, line);
      if (compatibility === undefined) return undefined;
      manifest.compatibility = compatibility;
    } else if (manifest.allowedTools === undefined && text.startsWith("allowed-tools: ", start)) {
      const tools = readText(text, start + 15, line);
      if (tools === undefined) return undefined;
      manifest.allowedTools = splitTools(tools);
    } else if (manifest.metadata === undefined && text.startsWith("metadata:\n", start)) {
      const metadata = readPairs(text);
      if (metadata === undefined) return undefined;
      manifest.metadata = metadata;
    } else return undefined;
  }
  return manifest;
}

/** One level of `key: value`; undefined when a key comes twice or is no ordinary one. */
function readPairs(text: string): Record<string, unknown> | undefined {
  const map: Record<string, unknown> = {};
  const first = next;
  for (; next < skimmed.count && isIndented(text, next); next++) {
    const start = (skimmed.ends[next - 1] as number) + 3;
    KEY.lastIndex = start;
    if (!KEY.test(text)) return undefined;
    const key = text.slice(start, KEY.lastIndex - 2);
    if (key === "__proto__" || Object.hasOwn(map, key)) return undefined;
    const value = readValue(text, KEY.lastIndex, next);
    if (value === undefined) return undefined;
    map[key] = value;
  }
  return next === first ? undefined : map;
}

const KEY = /[A-Za-z_][\w-]*: /y;

/** A value of `metadata`: between double quotes without anything escaped, or not quoted at all. */
function readValue(text: string, start: number, line: number): unknown {
  const mark = skimmed.marks[line] as number;
  const end = skimmed.ends[line] as number;
  const first = text.charCodeAt(start);
  if (first === 34) {
    if ((mark & BACKSLASH) !== 0 || text.charCodeAt(end - 1) !== 34) return undefined;
    if (text.indexOf('"', start + 1) !== end - 1) return undefined;
    return text.slice(start + 1, end - 1);
  }
  if ((mark & (COLON | BREAK)) !== 0 || !(isLetter(first) || (first > 47 && first < 58))) return undefined;
  // `null` says nothing here either, and is no value; the others decide what it means.
  return resolvePlain(text.slice(start, end)) ?? undefined;
}
