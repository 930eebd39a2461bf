/**
 * The first look at a SKILL.md: its head, in one buffer that all files share. When the frontmatter is plainly there and
 * simple, a skill comes out and the file need not be opened again; anything else is left (undefined) for the careful
 * reader. It reports what a field's value deserves, and nothing that would need a repair.
 */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { isMap } from "../../../model/schema.ts";
import type { Manifest, Sidecar, Skill, SkillInterface } from "../../../model/skills/skill.ts";
import { breaksPlain, resolvePlain } from "../../yaml/scalars.ts";
import { buildSkill, HIDDEN, type SkillLocation, visibleLine } from "../build-skill.ts";
import { readFields } from "../fields/fields.ts";
import { splitTools } from "../fields/tool-list.ts";
import { Reporter } from "../reporter.ts";
import { parseSimple } from "./parse-simple.ts";

/** More than nearly every whole file, so that its end is known without another read. */
export const HEAD_BYTES = 16_384;

/** `bytes` is how much of the file stands in `head`; a header beyond the limit is the careful reader's matter too. */
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
  // The buffer holds an earlier file's bytes behind `bytes`.
  if (close === -1 || close + CLOSE.length > bytes) return undefined;
  if (close + 4 === bytes ? bytes === head.length : head[close + 4] !== NEWLINE) return undefined;
  if (close + 1 - OPEN_BYTES > maxHeaderBytes) return undefined;
  const bodyOffset = Math.min(close + 5, bytes);
  // As Latin-1 it is only right when it is ASCII; a plain header is nothing else.
  const ascii = head.toString("latin1", OPEN_BYTES, close + 1);
  const plain = parsePlain(ascii);
  if (plain) return buildSkill(place, plain, { header: ascii, headerLine: 2, bodyOffset }, sidecar);
  const header = head.toString("utf8", OPEN_BYTES, close + 1);
  const entries = parseSimple(header);
  if (entries === undefined) return undefined;
  // Only characters of several bytes make the text shorter than its bytes; `parseSimple` has ruled out what is doubtful in ASCII.
  if ((header.length < close + 1 - OPEN_BYTES || header.includes("\ufffd")) && DOUBTFUL.test(header)) return undefined;
  const fields = readFields(entries, header);
  if (fields.name === "" || fields.description === "") return undefined;
  const reporter = new Reporter(place.path, header, 2, into);
  reporter.fields(fields.issues);
  reporter.lines(entries);
  const said = { ...fields, description: visibleLine(fields.description), name: visibleLine(fields.name) };
  return buildSkill(place, said, { header, headerLine: 2, bodyOffset }, sidecar);
}

/** Where the header begins in a head that `parseQuick` read. */
export const OPEN_BYTES = 4;
const DASH = 45;
const NEWLINE = 10;
const CLOSE = Buffer.from("\n---");
/** Broken bytes, hidden characters, and typographic quotes at either end of a value. */
const DOUBTFUL = new RegExp(`\\ufffd|${HIDDEN.source}|: *[\\u2018-\\u201f\\u00ab]|[\\u2018-\\u201f\\u00bb] *\\n`, "u");

/*
 * `parsePlain` reads the header that most files have: name, description, then the other keys of the specification, all of it
 * printable ASCII on single lines (a folded description and one level of `metadata` included). Whatever it accepts,
 * `parseSimple` reads alike without a finding; a property test proves that. Otherwise it returns undefined.
 *
 * Expressions do nearly all of it, because V8 compiles them to machine code from the second header on. It has hardly compiled
 * a loop over characters before the process ends.
 */

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

// The quick reader of a sidecar: display and policy, plainly written, without the YAML library that it would take
// longer to load than to list a small catalog. Anything else, and whatever deserves a word, is left (undefined) for
// `parseSidecars`.

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
