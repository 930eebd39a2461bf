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

export function parsePlain(header: string): PlainFields | undefined {
  const { count, ends } = skimmed;
  if (count < 2 || !header.startsWith(NAME)) return undefined;
  const second = (ends[0] as number) + 1;
  if (!header.startsWith(DESCRIPTION, second)) return undefined;
  const name = readText(header, NAME.length, 0);
  const description = readDescription(header, second + DESCRIPTION.length);
  if (name === undefined || description === undefined) return undefined;
  const manifest = next === count ? {} : readRest(header);
  return manifest && { name, description, manifest };
}

/** The line after what was last read. */
let next = 0;

function readDescription(header: string, start: number): string | undefined {
  const first = header.charCodeAt(start);
  next = 2;
  if (first === 34) return readQuoted(header, start);
  return first === 62 ? readFolded(header, start) : readText(header, start, 1);
}

/** An unquoted value from `start` to the end of its line: no indicator, digit or sign first, and not a word that YAML takes for something else. */
function readText(header: string, start: number, line: number): string | undefined {
  if (((skimmed.marks[line] as number) & (COLON | BREAK)) !== 0 || !isLetter(header.charCodeAt(start)))
    return undefined;
  const text = header.slice(start, skimmed.ends[line]);
  return text.length < 6 && typeof resolvePlain(text) !== "string" ? undefined : text;
}

function isLetter(code: number): boolean {
  return (code > 96 && code < 123) || (code > 64 && code < 91) || code === 40;
}

/** Between double quotes, on the second line; only quotes, backslashes and slashes may be escaped in it. */
function readQuoted(header: string, start: number): string | undefined {
  const mark = skimmed.marks[1] as number;
  const last = (skimmed.ends[1] as number) - 1;
  if (last <= start || header.charCodeAt(last) !== 34) return undefined;
  const text = header.slice(start + 1, last);
  // Blanks at its ends are taken off elsewhere, and those within it then too.
  if (text === "" || text.charCodeAt(0) === 32 || text.charCodeAt(text.length - 1) === 32) return undefined;
  if ((mark & BACKSLASH) === 0) return text.indexOf('"') === -1 ? text : undefined;
  return ESCAPED.test(text) ? text.replace(/\\(.)/g, "$1") : undefined;
}

const ESCAPED = /^[^"\\]*(?:\\["\\/][^"\\]*)*$/;

/** `>` or `>-`, over lines of one indentation. */
function readFolded(header: string, start: number): string | undefined {
  const { count, ends, marks } = skimmed;
  const style = header.slice(start, ends[1]);
  if (style !== ">-" && style !== ">") return undefined;
  for (; next < count && isIndented(header, next); next++)
    if (((marks[next] as number) & BLANKS) !== 0) return undefined;
  if (next === 2) return undefined;
  return header.slice((ends[1] as number) + 3, ends[next - 1]).replaceAll("\n  ", " ");
}

/** By two blanks, and no more. */
function isIndented(header: string, line: number): boolean {
  const start = (skimmed.ends[line - 1] as number) + 1;
  return header.startsWith("  ", start) && header.charCodeAt(start + 2) > 32;
}

/** What follows the description; undefined when a key is unknown or comes twice. */
function readRest(header: string): Manifest | undefined {
  const manifest: Manifest = {};
  while (next < skimmed.count) {
    const start = (skimmed.ends[next - 1] as number) + 1;
    const line = next++;
    if (header.startsWith("metadata:\n", start)) {
      if (manifest.metadata !== undefined) return undefined;
      const metadata = readPairs(header);
      if (metadata === undefined) return undefined;
      manifest.metadata = metadata;
      continue;
    }
    const key = TEXTS.find((each) => header.startsWith(each.prefix, start));
    if (key === undefined || manifest[key.field] !== undefined) return undefined;
    const text = readText(header, start + key.prefix.length, line);
    if (text === undefined) return undefined;
    if (key.field === "allowedTools") manifest.allowedTools = splitTools(text);
    else manifest[key.field] = text;
  }
  return manifest;
}

const TEXTS = [
  { prefix: "license: ", field: "license" },
  { prefix: "compatibility: ", field: "compatibility" },
  { prefix: "allowed-tools: ", field: "allowedTools" },
] as const;

/** One level of `key: value`; undefined when a key comes twice or is no ordinary one. */
function readPairs(header: string): Record<string, unknown> | undefined {
  const map: Record<string, unknown> = {};
  const first = next;
  for (; next < skimmed.count && isIndented(header, next); next++) {
    const start = (skimmed.ends[next - 1] as number) + 3;
    KEY.lastIndex = start;
    if (!KEY.test(header)) return undefined;
    const key = header.slice(start, KEY.lastIndex - 2);
    if (key === "__proto__" || Object.hasOwn(map, key)) return undefined;
    const value = readValue(header, KEY.lastIndex, next);
    if (value === undefined) return undefined;
    map[key] = value;
  }
  return next === first ? undefined : map;
}

const KEY = /[A-Za-z_][\w-]*: /y;

/** A value of `metadata`: between double quotes without anything escaped, or not quoted at all. */
function readValue(header: string, start: number, line: number): unknown {
  const mark = skimmed.marks[line] as number;
  const end = skimmed.ends[line] as number;
  const first = header.charCodeAt(start);
  if (first === 34) {
    if ((mark & BACKSLASH) !== 0 || header.indexOf('"', start + 1) !== end - 1) return undefined;
    return header.slice(start + 1, end - 1);
  }
  if ((mark & (COLON | BREAK)) !== 0 || !(isLetter(first) || (first > 47 && first < 58))) return undefined;
  // `null` says nothing here either, and is no value; the others decide what it means.
  return resolvePlain(header.slice(start, end)) ?? undefined;
}
