/**
 * The header that most files have: name, description, then what the specification names besides, all of it printable ASCII on
 * single lines (a folded description and one level of `metadata` included). Whatever it accepts `parseSimple` reads alike, and
 * needs no word about it; a property test holds it to that. Otherwise: undefined.
 *
 * Expressions do nearly all of it, each of which knows from one character how to go on: they are machine code from the second
 * header on, whereas V8 has hardly compiled what loops over characters before the process is over.
 */
import type { Manifest } from "../../../model/skills/skill.ts";
import { resolvePlain } from "../../yaml/scalars.ts";
import { splitTools } from "../fields/tool-list.ts";
import { breaksPlain } from "./simple-values.ts";

export interface PlainFields {
  readonly name: string;
  /** One line, without blanks at its ends. */
  readonly description: string;
  readonly manifest: Manifest;
}

/** A description is quoted, unquoted, or folded over lines of one indentation. */
const START = /name: ([A-Za-z(][ -~]*)\ndescription: (?:"([ -~]+)"|([A-Za-z(][ -~]*)|>-?((?:\n {2}[!-~][ -~]*)+))\n/y;
const ENTRY = /(license|compatibility|allowed-tools): ([A-Za-z(][ -~]*)\n|metadata:\n((?: {2}[!-~][ -~]*\n)+)/y;
const PAIR = / {2}([A-Za-z_][\w-]*): (?:"([ !#-[\]-~]*)"|([A-Za-z0-9(][ -~]*))\n/y;
const ESCAPED = /^[^"\\]*(?:\\["\\/][^"\\]*)*$/;

/** In: the text between the fences. */
export function parsePlain(text: string): PlainFields | undefined {
  START.lastIndex = 0;
  const found = START.exec(text);
  if (found === null) return undefined;
  const name = unquoted(found[1] as string);
  const description = readDescription(found);
  if (name === undefined || description === undefined) return undefined;
  const manifest = START.lastIndex === text.length ? {} : readRest(text, START.lastIndex);
  return manifest && { name, description, manifest };
}

function readDescription(found: readonly (string | undefined)[]): string | undefined {
  if (found[3] !== undefined) return unquoted(found[3]);
  return found[2] === undefined ? folded(found[4] as string) : quoted(found[2]);
}

/** What stands without quotes, unless something ends or changes it before its line does, or YAML takes it for no text. */
function unquoted(value: string): string | undefined {
  return breaks(value) || (value.length < 6 && typeof resolvePlain(value) !== "string") ? undefined : value;
}

/** A blank at its end would be taken off. */
function breaks(value: string): boolean {
  return value.charCodeAt(value.length - 1) === SPACE || breaksPlain(value);
}

/** Only quotes, backslashes and slashes may be escaped in it. */
function quoted(value: string): string | undefined {
  // Blanks at its ends are taken off elsewhere, and those within it then too.
  if (value.charCodeAt(0) === SPACE || value.charCodeAt(value.length - 1) === SPACE) return undefined;
  if (value.indexOf("\\") === -1) return value.indexOf('"') === -1 ? value : undefined;
  return ESCAPED.test(value) ? value.replace(/\\(.)/g, "$1") : undefined;
}

/** Without any blank that would mean something. */
function folded(lines: string): string | undefined {
  const value = lines.slice(3).replaceAll("\n  ", " ");
  return value.indexOf("  ") === -1 && value.charCodeAt(value.length - 1) !== SPACE ? value : undefined;
}

const SPACE = 32;

/** What follows the description; undefined when a key is unknown or comes twice. */
function readRest(text: string, start: number): Manifest | undefined {
  const manifest: Manifest = {};
  for (let at = start; at < text.length; at = ENTRY.lastIndex) {
    ENTRY.lastIndex = at;
    const entry = ENTRY.exec(text);
    if (entry === null) return undefined;
    const put = entry[1] === undefined ? putPairs(manifest, entry[3] as string) : putText(manifest, entry);
    if (!put) return undefined;
  }
  return manifest;
}

function putText(manifest: Manifest, [, key, text]: readonly (string | undefined)[]): boolean {
  const value = unquoted(text as string);
  if (value === undefined) return false;
  if (key === "license" && manifest.license === undefined) manifest.license = value;
  else if (key === "compatibility" && manifest.compatibility === undefined) manifest.compatibility = value;
  else if (key === "allowed-tools" && manifest.allowedTools === undefined) manifest.allowedTools = splitTools(value);
  else return false;
  return true;
}

/** One level of `key: value`; false when a key comes twice or is no ordinary one. */
function putPairs(manifest: Manifest, lines: string): boolean {
  if (manifest.metadata !== undefined) return false;
  const map: Record<string, unknown> = {};
  for (let at = 0; at < lines.length; at = PAIR.lastIndex) {
    PAIR.lastIndex = at;
    const pair = PAIR.exec(lines);
    if (pair === null) return false;
    const key = pair[1] as string;
    const value = pair[2] ?? (breaks(pair[3] as string) ? undefined : resolvePlain(pair[3] as string));
    // What means nothing is no value; the others decide.
    if (value === undefined || value === null || key === "__proto__" || Object.hasOwn(map, key)) return false;
    map[key] = value;
  }
  manifest.metadata = map;
  return true;
}
