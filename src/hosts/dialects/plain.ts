/**
 * Reads simple frontmatter that has the same meaning in every host. It has keys with one line of plain or quoted text
 * or a folded paragraph, and an optional map of such lines under `metadata`. Most skills have simple frontmatter and
 * need no dialect. Returns undefined for all others.
 */
import type { DialectReading } from "./dialect.ts";

/** Matches the keys whose value is text in every host. */
const KEYS =
  /^(?:name|description|license|version|author|compatibility|allowed-tools|argument-hint|when_to_use|category|homepage)$/;
const MAP_KEY = "metadata";
const INNER_KEY = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Characters that no reader treats as a space or a line end. */
const SIGN = "[^\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}<>\\u2800\\ufff0-\\uffff";

/**
 * Text that is a string in every YAML version and for line-based readers. It starts with no indicator, and has no `: `,
 * no ` #` and no unusual spaces.
 */
const VALUE = new RegExp(`^[A-Za-z](?:${SIGN}:#]|:(?=\\S)|(?<!\\s)#| (?! |$))*$`, "u");

/** Matches double-quoted text with only the escapes `\"` and `\\`. */
const QUOTED = new RegExp(`^"(?! )((?:${SIGN}"\\\\]|\\\\["\\\\]| (?! |"$))+)"$`, "u");

/** Matches a line of a folded paragraph. */
const FOLDED = new RegExp(`^ {2}[A-Za-z0-9("](?:${SIGN}]| (?! |$))*$`, "u");
const FOLD = ">-";

/** Matches a version. It may look like a number, because no host checks its type. */
const VERSION = /^\d{1,4}(?:\.\d{1,4}){0,2}$/;

/** Matches words that YAML may read as another type. */
const WORD = /^(?:true|false|yes|no|on|off|y|n|null|nan|inf|infinity)$/i;

/**
 * Maximum characters of a text. A longer text exceeds the limit of some host. Some hosts count bytes, so the limit of
 * texts beyond ASCII is lower.
 */
const MAX_ASCII = 1024;
const MAX_LINE = MAX_ASCII + 16;
const MAX_OTHER = 300;
const MAX_MINOR = 400;
const ASCII = /^[\x20-\x7e]*$/;

/** A reading without the body, because the body may not have been read. */
export type HeadReading = Omit<DialectReading, "body">;

/**
 * Reads simple frontmatter. `text` is the whole file, or its beginning with the whole frontmatter and some of the body.
 */
export function readPlain(text: string): HeadReading | undefined {
  if (!text.startsWith("---\n")) return undefined;
  const fields: Record<string, unknown> = {};
  let inner: Record<string, string> | undefined;
  let at = 4;
  for (;;) {
    const end = text.indexOf("\n", at);
    if (end === -1 || end - at > MAX_LINE) return undefined;
    const line = text.slice(at, end);
    at = end + 1;
    if (line === "---") break;
    if (line.startsWith("  ") && inner !== undefined) {
      if (!addLine(line.slice(2), inner, INNER_KEY)) return undefined;
      continue;
    }
    if (isEmpty(inner)) return undefined;
    inner = undefined;
    if (line === `description: ${FOLD}` && fields["description"] === undefined) {
      const paragraph = readFolded(text, at);
      if (paragraph === undefined) return undefined;
      fields["description"] = paragraph.value;
      at = paragraph.end;
      continue;
    }
    if (line === `${MAP_KEY}:` && fields[MAP_KEY] === undefined) {
      inner = {};
      fields[MAP_KEY] = inner;
    } else if (!addLine(line, fields, KEYS)) return undefined;
  }
  const { name, description } = fields;
  // The text must have a body, because one host rejects a skill without a body.
  if (isEmpty(inner) || typeof name !== "string" || typeof description !== "string" || !hasText(text, at))
    return undefined;
  return { name, description, fields };
}

/**
 * Joins lines of one indentation with spaces. Texts with blank lines or other indentations are left to the dialects.
 */
function readFolded(text: string, start: number): { value: string; end: number } | undefined {
  const lines: string[] = [];
  let at = start;
  while (text.startsWith("  ", at)) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end);
    if (end === -1 || end - start > 2 * MAX_ASCII || line.includes("---") || !FOLDED.test(line)) return undefined;
    lines.push(line.slice(2));
    at = end + 1;
  }
  const value = lines.join(" ");
  return lines.length > 0 && isShort(value) ? { value, end: at } : undefined;
}

function isEmpty(inner: Record<string, string> | undefined): boolean {
  return inner !== undefined && Object.keys(inner).length === 0;
}

function addLine(line: string, into: Record<string, unknown>, keys: RegExp): boolean {
  const colon = line.indexOf(": ");
  const key = line.slice(0, Math.max(0, colon));
  const written = line.slice(colon + 2);
  const value = key === "version" && VERSION.test(written) ? written : plainValue(written);
  if (!keys.test(key) || Object.hasOwn(into, key) || value === undefined) return false;
  if (key !== "description" && value.length > MAX_MINOR) return false;
  into[key] = value;
  return true;
}

function plainValue(written: string): string | undefined {
  const quoted = written.startsWith('"');
  if (written.includes("---") || !(quoted ? QUOTED : VALUE).test(written) || WORD.test(written)) return undefined;
  const value = quoted ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
  return isShort(value) ? value : undefined;
}

function isShort(value: string): boolean {
  return value.length <= MAX_OTHER || (value.length <= MAX_ASCII && ASCII.test(value));
}

const BLANK = /\s*/y;

function hasText(text: string, from: number): boolean {
  BLANK.lastIndex = from;
  BLANK.test(text);
  return BLANK.lastIndex < text.length;
}
