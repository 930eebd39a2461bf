/**
 * The quick reader: parses the head of a SKILL.md from a buffer that all files share. Simple frontmatter gives a skill
 * without a second read. For other frontmatter it returns undefined, and the full reader takes over. It reports
 * problems of values, but repairs nothing.
 */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { isMap } from "../../../model/schema.ts";
import type { Manifest, Sidecar, Skill, SkillInterface } from "../../../model/skills/skill.ts";
import { containsScalarEnd, resolvePlain } from "../../yaml/scalars.ts";
import { buildSkill, HIDDEN_CHARACTERS, type SkillLocation, toVisibleLine } from "../build-skill.ts";
import { readFields } from "../fields/fields.ts";
import { splitTools } from "../fields/split-tools.ts";
import { Reporter } from "../reporter.ts";
import { parseSimple } from "./parse-simple.ts";

/** Size of the shared buffer. Nearly every file is smaller, so the end of the file is known without a second read. */
export const HEAD_BYTES = 16_384;

/**
 * Parses a skill from `head`. Only the first `bytes` bytes of `head` are from the file. A longer header is left to the
 * full reader.
 */
export function parseQuick(
  place: SkillLocation,
  head: Buffer,
  bytes: number,
  maxHeaderBytes: number,
  into: Diagnostic[],
  sidecar?: Sidecar,
): Skill | undefined {
  if (head[0] !== DASH || head[1] !== DASH || head[2] !== DASH || head[3] !== NEWLINE) return undefined;
  const close = head.indexOf(CLOSE, 3);
  // After the first `bytes` bytes, the shared buffer still has bytes of an earlier file.
  if (close === -1 || close + CLOSE.length > bytes) return undefined;
  if (close + 4 === bytes ? bytes === head.length : head[close + 4] !== NEWLINE) return undefined;
  if (close + 1 - HEADER_OFFSET > maxHeaderBytes) return undefined;
  const bodyOffset = Math.min(close + 5, bytes);
  // Latin-1 is only correct for ASCII, and `parsePlain` accepts only ASCII.
  const ascii = head.toString("latin1", HEADER_OFFSET, close + 1);
  const plain = parsePlain(ascii);
  if (plain) return buildSkill(place, plain, { header: ascii, headerLine: 2, bodyOffset }, sidecar);
  const header = head.toString("utf8", HEADER_OFFSET, close + 1);
  const entries = parseSimple(header);
  if (entries === undefined) return undefined;
  // If a text is as long as its bytes, it is pure ASCII, and `parseSimple` has already checked its characters. Only
  // other texts are searched for suspicious characters.
  if ((header.length < close + 1 - HEADER_OFFSET || header.includes("\ufffd")) && DOUBTFUL.test(header))
    return undefined;
  const fields = readFields(entries, header);
  if (fields.name === "" || fields.description === "") return undefined;
  const reporter = new Reporter(place.path, header, 2, into);
  reporter.fields(fields.issues);
  reporter.lines(entries);
  const said = { ...fields, description: toVisibleLine(fields.description), name: toVisibleLine(fields.name) };
  return buildSkill(place, said, { header, headerLine: 2, bodyOffset }, sidecar);
}

/** Offset of the header in a head that `parseQuick` read. */
export const HEADER_OFFSET = 4;
const DASH = 45;
const NEWLINE = 10;
const CLOSE = Buffer.from("\n---");
/** Matches invalid bytes, hidden characters, and typographic quotes at the ends of a value. */
const DOUBTFUL = new RegExp(
  `\\ufffd|${HIDDEN_CHARACTERS.source}|: *[\\u2018-\\u201f\\u00ab]|[\\u2018-\\u201f\\u00bb] *\\n`,
  "u",
);

/*
 * `parsePlain` reads the header that most files have: name, description, then the other keys of the specification. All
 * text must be printable ASCII on single lines; a folded description and one level of `metadata` are also accepted. For
 * every accepted header, `parseSimple` returns the same values without a diagnostic; a property test proves that. For
 * any other header, `parsePlain` returns undefined. Regular expressions do nearly all of the work, because V8 compiles
 * them to machine code from the second header on. A loop over characters would rarely be compiled before the process
 * ends.
 */

export interface PlainFields {
  readonly name: string;
  /** The description as one line, without surrounding blanks. */
  readonly description: string;
  readonly manifest: Manifest;
}

/** A description is quoted, unquoted, or folded over lines of one indentation. */
const START = /name: ([A-Za-z(][ -~]*)\ndescription: (?:"([ -~]+)"|([A-Za-z(][ -~]*)|>-?((?:\n {2}[!-~][ -~]*)+))\n/y;
const ENTRY = /(license|compatibility|allowed-tools): ([A-Za-z(][ -~]*)\n|metadata:\n((?: {2}[!-~][ -~]*\n)+)/y;
const PAIR = / {2}([A-Za-z_][\w-]*): (?:"([ !#-[\]-~]*)"|([A-Za-z0-9(][ -~]*))\n/y;
const ESCAPED = /^[^"\\]*(?:\\["\\/][^"\\]*)*$/;

/** Parses the text between the fences; undefined if the quick reader cannot read it. */
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

/** Returns an unquoted value; undefined if it has a comment, a colon or another type. */
function unquoted(value: string): string | undefined {
  return breaks(value) || (value.length < 6 && typeof resolvePlain(value) !== "string") ? undefined : value;
}

/**
 * Returns true if YAML would read a text as another value, because the text has a trailing blank or is not one plain
 * value.
 */
function breaks(value: string): boolean {
  return value.charCodeAt(value.length - 1) === SPACE || containsScalarEnd(value);
}

/** Returns the value between quotes. Only quotes, backslashes and slashes may be escaped. */
function quoted(value: string): string | undefined {
  // A value with a surrounding blank is left to the full reader. There, other code removes that blank and also
  // collapses inner blanks.
  if (value.charCodeAt(0) === SPACE || value.charCodeAt(value.length - 1) === SPACE) return undefined;
  if (value.indexOf("\\") === -1) return value.indexOf('"') === -1 ? value : undefined;
  return ESCAPED.test(value) ? value.replace(/\\(.)/g, "$1") : undefined;
}

/** Returns a folded text; undefined if blanks in it are significant. */
function folded(lines: string): string | undefined {
  const value = lines.slice(3).replaceAll("\n  ", " ");
  return value.indexOf("  ") === -1 && value.charCodeAt(value.length - 1) !== SPACE ? value : undefined;
}

const SPACE = 32;

/** Parses the keys after the description. Returns undefined for an unknown or repeated key. */
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

/** Parses one level of `key: value`. Returns false for a repeated or unusual key. */
function putPairs(manifest: Manifest, lines: string): boolean {
  if (manifest.metadata !== undefined) return false;
  const map: Record<string, unknown> = {};
  for (let at = 0; at < lines.length; at = PAIR.lastIndex) {
    PAIR.lastIndex = at;
    const pair = PAIR.exec(lines);
    if (pair === null) return false;
    const key = pair[1] as string;
    const value = pair[2] ?? (breaks(pair[3] as string) ? undefined : resolvePlain(pair[3] as string));
    // An empty value is left to the full reader.
    if (value === undefined || value === null || key === "__proto__" || Object.hasOwn(map, key)) return false;
    map[key] = value;
  }
  manifest.metadata = map;
  return true;
}

// The quick reader of a sidecar with simple display and policy. It avoids the YAML library, which takes longer to load
// than a small catalog. For other sidecars it returns undefined, and `parseSidecars` takes over.

export function parseSidecarQuick(path: string, text: string): Sidecar | undefined {
  const entries = parseSimple(text);
  if (entries === undefined || entries.length === 0) return undefined;
  let shown: SkillInterface | undefined;
  let implicit: boolean | undefined;
  for (const { key, value } of entries) {
    if (key === "interface" && isMap(value)) shown = readInterface(value);
    else if (key === "policy" && isMap(value)) implicit = readPolicy(value);
    else return undefined;
    if (key === "interface" ? shown === undefined : implicit === undefined) return undefined;
  }
  return {
    files: [path],
    ...(shown ? { interface: shown } : {}),
    ...(implicit === undefined ? {} : { policy: { allowImplicitInvocation: implicit } }),
  };
}

const TEXT = /\S/;
const ICON = /^(?:\.\/)?[\w-]+(?:\/[\w-][\w.-]*)*$/;

const FIELDS: ReadonlyMap<string, readonly [to: keyof SkillInterface, plain: RegExp]> = new Map([
  ["display_name", ["displayName", TEXT]],
  ["short_description", ["shortDescription", TEXT]],
  ["icon_small", ["iconSmall", ICON]],
  ["icon_large", ["iconLarge", ICON]],
  ["brand_color", ["brandColor", /^#[0-9a-fA-F]{3,8}$/]],
  ["default_prompt", ["defaultPrompt", TEXT]],
]);

function readInterface(map: Record<string, unknown>): SkillInterface | undefined {
  const shown: SkillInterface = {};
  for (const [key, value] of Object.entries(map)) {
    const [to, plain] = FIELDS.get(key) ?? [];
    if (to === undefined || typeof value !== "string" || !plain?.test(value)) return undefined;
    shown[to] = value.trim();
  }
  return shown;
}

function readPolicy(map: Record<string, unknown>): boolean | undefined {
  const { allow_implicit_invocation: implicit, ...others } = map;
  return typeof implicit === "boolean" && Object.keys(others).length === 0 ? implicit : undefined;
}
