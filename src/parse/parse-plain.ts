/**
 * The header that most files have, read by one regular expression: name, description, then what the specification names
 * besides, in its order, all of it printable ASCII on single lines (a folded description and one level of `metadata`
 * included). Native code from the first call, it takes a quarter of what reading line by line does. Whatever it accepts
 * `parseFlat` reads alike, and needs no word about it; a property test holds it to that. Otherwise: undefined.
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

// Runs of printable characters; a colon or blanks between them must not begin a mapping, a comment or the line's end.
const RUN = "[\\x21-\\x39\\x3b-\\x7e]*";
const MORE = `${RUN}(?:(?::(?![ \\n])| +(?![# \\n]))${RUN})*`;
/** No indicator, digit or sign first, and not a word that YAML takes for something else. */
const TEXT = `(?!(?:[nN]ull|NULL|[tT]rue|TRUE|[fF]alse|FALSE)\\n)[A-Za-z(]${MORE}`;
const QUOTABLE = "[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*";
const QUOTED = `${QUOTABLE}(?:\\\\["\\\\/]${QUOTABLE})*`;
const FOLDED = "(?:  [\\x21-\\x7e][\\x20-\\x7e]*\\n)+";
const PAIRS = `(?:  [A-Za-z_][\\w-]*: (?:"${QUOTABLE}"|[A-Za-z0-9(]${MORE})\\n)+`;
const TOOLS = `allowed-tools: (${TEXT})\\n`;
const METADATA = `metadata:\\n(${PAIRS})`;

const PLAIN = new RegExp(
  `^name: (?!(?:null|true|false)\\n)([a-z](?:[a-z0-9]|-(?=[a-z0-9]))*)\\n` +
    `description: (?:(${TEXT})\\n|"(${QUOTED})"\\n|>-?\\n(${FOLDED}))` +
    `(?:license: (${TEXT})\\n)?(?:compatibility: (${TEXT})\\n)?` +
    `(?:(?:${TOOLS})?(?:${METADATA})?|${METADATA}${TOOLS})$`,
);

export function parsePlain(header: string): PlainFields | undefined {
  const match = PLAIN.exec(header);
  if (match === null) return undefined;
  const description = match[2] ?? (match[3] === undefined ? unfold(match[4] as string) : unquote(match[3]));
  if (description === "" || (match[4] !== undefined && / {2}| $/.test(description))) return undefined;
  const manifest: Manifest = {};
  if (match[5] !== undefined) manifest.license = match[5];
  if (match[6] !== undefined) manifest.compatibility = match[6];
  const tools = match[7] ?? match[10];
  if (tools !== undefined) manifest.allowedTools = splitTools(tools);
  const pairs = match[8] ?? match[9];
  if (pairs !== undefined) {
    const metadata = readPairs(pairs);
    if (metadata === undefined) return undefined;
    manifest.metadata = metadata;
  }
  return { name: match[1] as string, description, manifest };
}

function unfold(lines: string): string {
  return lines.slice(2, -1).replaceAll("\n  ", " ");
}

function unquote(text: string): string {
  return (text.includes("\\") ? text.replace(/\\(.)/g, "$1") : text).trim();
}

/** One level of `key: value`; undefined when a key comes twice or is no ordinary one. */
function readPairs(lines: string): Record<string, unknown> | undefined {
  const map: Record<string, unknown> = {};
  for (let at = 2; at < lines.length; ) {
    const colon = lines.indexOf(":", at);
    const end = lines.indexOf("\n", colon);
    const key = lines.slice(at, colon);
    if (key === "__proto__" || Object.hasOwn(map, key)) return undefined;
    const quoted = lines.charCodeAt(colon + 2) === 34;
    map[key] = quoted ? lines.slice(colon + 3, end - 1) : resolvePlain(lines.slice(colon + 2, end));
    at = end + 3;
  }
  return map;
}
