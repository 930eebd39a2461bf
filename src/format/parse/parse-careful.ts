/**
 * The full reader: parses any bytes into a skill or a rejection, with a diagnostic and a position for each repair. No
 * content makes it throw.
 */

import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { LinePositions } from "../../model/diagnostics/span.ts";
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import type { Sidecar, Skill } from "../../model/skills/skill.ts";
import { byteOffset, decodeText } from "../../model/text/decode.ts";
import { lineNumber } from "../../model/text/text.ts";
import { buildSkill, HIDDEN_CHARACTERS, inMemoryLocation, type SkillLocation, toVisibleLine } from "./build-skill.ts";
import { type HeaderEntry, inlineValue } from "./entries.ts";
import { type ReadFields, readFields } from "./fields/fields.ts";
import { parseHeader, quoteYaml } from "./parse-header.ts";
import { parseSimple } from "./quick/parse-simple.ts";
import { GRANTING_KEYS, Reporter } from "./reporter.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";

export interface ParsedSkillFile {
  /** The skill; undefined if the file has no frontmatter. */
  readonly skill: Skill | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function parseCareful(
  place: SkillLocation,
  bytes: Uint8Array,
  maxFrontmatterBytes: number,
  sidecar?: Sidecar,
): ParsedSkillFile {
  const decoded = decodeText(bytes);
  const { text } = decoded;
  const lines = new LinePositions(place.path, text);
  const found = splitFrontmatter(text);
  const bodyAt = "code" in found ? bytes.length : byteOffset(bytes, decoded, found.body);
  const diagnostics: Diagnostic[] = decoded.notes
    // A load reports only problems of the frontmatter. `check` also reports problems of the body.
    .filter((note) => note.code !== "SK025" || bytes.subarray(0, bodyAt).includes(13))
    .filter((note) => note.code !== "SK009" || "code" in found || (note.offset ?? 0) < found.body)
    .map((note) =>
      diagnostic(note.code, {
        message: note.message,
        help: note.help,
        at: lines.span(note.offset ?? 0, 1),
      }),
    );
  const notes = "code" in found ? [found] : found.notes;
  for (const note of notes) {
    diagnostics.push(
      diagnostic(note.code, {
        message: note.message,
        help: note.help,
        at: lines.span(note.offset, note.length),
      }),
    );
  }
  if ("code" in found) return { skill: undefined, diagnostics };
  if (Buffer.byteLength(text.slice(found.start, found.end)) > maxFrontmatterBytes) {
    diagnostics.push(tooLarge(place.path, maxFrontmatterBytes));
    return { skill: undefined, diagnostics };
  }
  const header = text.slice(found.start, found.end);
  const headerLine = lineNumber(text, found.start);
  const fields = readHeader(header, new Reporter(place.path, header, headerLine, diagnostics));
  const block = { header, headerLine, bodyOffset: bodyAt };
  const said = { ...fields, name: toVisibleLine(fields.name), description: toVisibleLine(fields.description) };
  return { skill: buildSkill(place, said, block, sidecar), diagnostics };
}

function tooLarge(path: string, limit: number): Diagnostic {
  return diagnostic("SK007", {
    path,
    message: `the frontmatter is larger than ${limit} bytes (\`limits.max_frontmatter_bytes\`)`,
    help: "move text into the body; hosts keep the frontmatter in memory",
  });
}

function readHeader(header: string, reporter: Reporter): ReadFields {
  const simple = parseSimple(header);
  const { entries, issues } = simple ? { entries: simple, issues: [] } : parseHeader(header);
  for (const issue of issues) {
    // A key that grants something gets no fix. A fix would make its value readable, and only the author may decide
    // about that.
    const fix = issue.key !== undefined && GRANTING_KEYS.has(issue.key) ? undefined : issue.fix;
    reporter.at(issue.code, issue.offset, issue.length, issue.message, issue.help, fix);
  }
  const unquoted = entries.map((entry) => withoutSmartQuotes(entry, header, reporter));
  const fields = readFields(unquoted, header);
  reporter.fields(fields.issues);
  reportHidden(header, entries, reporter);
  reporter.lines(entries);
  return fields;
}

/**
 * Matches one opening typographic quote at the start and one closing quote at the end, without typographic quotes
 * between them.
 */
const SMART = /^[\u2018-\u201f\u00ab]([^\u201c-\u201f\u00ab\u00bb]*)[\u2018-\u201f\u00bb]$/s;

/**
 * Removes typographic quotes around a whole value. YAML reads them as letters, but the author meant straight quotes.
 */
function withoutSmartQuotes(entry: HeaderEntry, header: string, reporter: Reporter): HeaderEntry {
  const inner = typeof entry.value === "string" ? SMART.exec(entry.value)?.[1] : undefined;
  const { start, end } = inlineValue(header, entry);
  // Inside straight quotes, typographic quotes are part of the text.
  if (inner === undefined || header[start] === '"' || header[start] === "'") return entry;
  const straight = quoteYaml(inner);
  reporter.at(
    "SK111",
    start,
    end - start,
    `typographic quotes around \`${entry.key}\` are part of its text in YAML; they were removed`,
    `use straight quotes: \`${entry.key}: ${straight}\``,
    [{ start, end, text: straight }],
  );
  return { ...entry, value: inner };
}

/** Reports hidden characters, even if they are written as escapes (`"\u202e"`). */
function reportHidden(header: string, entries: readonly HeaderEntry[], reporter: Reporter): void {
  const at = header.search(HIDDEN_CHARACTERS);
  const escaped =
    at === -1 ? entries.find(({ value }) => typeof value === "string" && HIDDEN_CHARACTERS.test(value)) : undefined;
  if (at === -1 && escaped === undefined) return;
  const [found] = HIDDEN_CHARACTERS.exec(escaped ? (escaped.value as string) : header) as RegExpExecArray;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  reporter.at(
    "SK112",
    escaped ? escaped.offset : at,
    escaped ? escaped.key.length : 1,
    `the frontmatter has an invisible character (U+${code}); it is removed from what is shown`,
    "delete it: hidden text can say something else to a model than to you",
  );
}

/** Parses a skill file that is in memory. */
export function parseSkillBytes(name: string, bytes: Uint8Array): ParsedSkillFile {
  return parseCareful(inMemoryLocation(name), bytes, DEFAULT_LIMITS.maxFrontmatterBytes);
}
