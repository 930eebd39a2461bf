/**
 * The careful reader: any bytes in, a skill or a rejection out, and a diagnostic with a position for everything that had
 * to be repaired. It never throws on content.
 */
import { diagnostic } from "../diagnostics/diagnostic.ts";
import type { Diagnostic, Edit } from "../model/diagnostic.ts";
import type { Rejected, Sidecar, Skill } from "../model/skill.ts";
import { Lines } from "../model/span.ts";
import { byteOffset, decode } from "../text/decode.ts";
import { buildSkill, HIDDEN, oneLine } from "./build-skill.ts";
import { type HeaderEntry, inlineValue } from "./entries.ts";
import { type FieldIssue, type Fields, readFields } from "./fields.ts";
import { parseFlat } from "./parse-flat.ts";
import { parseHeader, quoted } from "./parse-header.ts";
import { directoryName, type Place, skillId } from "./place.ts";
import { lineNumber, split } from "./split.ts";

export interface Parsed {
  /** Undefined when there is no frontmatter to read. */
  readonly skill: Skill | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function parseCareful(place: Place, bytes: Uint8Array, maxFrontmatterBytes: number, sidecar?: Sidecar): Parsed {
  const decoded = decode(bytes);
  const { text } = decoded;
  const lines = new Lines(place.path, text);
  const found = split(text);
  const bodyAt = "code" in found ? bytes.length : byteOffset(bytes, decoded, found.body);
  const diagnostics: Diagnostic[] = decoded.notes
    // Only the frontmatter's line ends trouble anybody, and the body is not ours to change.
    .filter((note) => note.code !== "SK025" || bytes.subarray(0, bodyAt).includes(13))
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
  const said = { ...fields, name: oneLine(fields.name), description: oneLine(fields.description) };
  return { skill: buildSkill(place, said, block, sidecar), diagnostics };
}

/** A file that never got as far as a name. */
export function rejected(
  place: Place,
  diagnostics: readonly Diagnostic[],
  name: string = directoryName(place),
): Rejected {
  return { path: place.path, root: place.root, id: skillId(place), name: place.root.namespace + name, diagnostics };
}

function tooLarge(path: string, limit: number): Diagnostic {
  return diagnostic("SK007", {
    path,
    message: `the frontmatter is larger than ${limit} bytes (\`limits.max_frontmatter_bytes\`)`,
    help: "move text into the body; hosts keep the frontmatter in memory",
  });
}

function readHeader(header: string, reporter: Reporter): Fields {
  const flat = parseFlat(header);
  const { entries, issues } = flat ? { entries: flat, issues: [] } : parseHeader(header);
  for (const issue of issues) {
    // Quoting an unreadable grant would make it a readable one: that is for its author to decide.
    const fix = issue.key !== undefined && GRANTS.has(issue.key) ? undefined : issue.fix;
    reporter.at(issue.code, issue.offset, issue.length, issue.message, issue.help, fix);
  }
  const unquoted = entries.map((entry) => withoutSmartQuotes(entry, header, reporter));
  const fields = readFields(unquoted, header);
  reporter.fields(fields.issues);
  reportHidden(header, reporter);
  reportLines(entries, reporter);
  return fields;
}

/** Keys that give a skill something; no repair may bring one into force. */
const GRANTS: ReadonlySet<string> = new Set(["allowed-tools", "hooks", "shell", "permissions"]);

/** One opening quote at the very start, one closing quote at the very end, and none between. */
const SMART = /^[\u2018-\u201f\u00ab]([^\u201c-\u201f\u00ab\u00bb]*)[\u2018-\u201f\u00bb]$/s;

/** [P7] Typographic quotes are letters to YAML; around a whole value somebody meant the straight ones. */
function withoutSmartQuotes(entry: HeaderEntry, header: string, reporter: Reporter): HeaderEntry {
  const inner = typeof entry.value === "string" ? SMART.exec(entry.value)?.[1] : undefined;
  const { start, end } = inlineValue(header, entry);
  // Inside straight quotes they are somebody's own.
  if (inner === undefined || header[start] === '"' || header[start] === "'") return entry;
  const straight = quoted(inner);
  reporter.at(
    "SK111",
    start,
    end - start,
    `typographic quotes around \`${entry.key}\` are part of its text in YAML; they were taken off`,
    `use straight quotes: \`${entry.key}: ${straight}\``,
    [{ start, end, text: straight }],
  );
  return { ...entry, value: inner };
}

function reportHidden(header: string, reporter: Reporter): void {
  const at = header.search(HIDDEN);
  if (at === -1) return;
  const code = (header.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  reporter.at(
    "SK112",
    at,
    1,
    `the frontmatter has an invisible character (U+${code}); it is removed from what is shown`,
    "delete it: hidden text can say something else to a model than to you",
  );
}

function reportLines(entries: readonly HeaderEntry[], reporter: Reporter): void {
  const description = entries.find((entry) => entry.key === "description");
  if (typeof description?.value !== "string" || !description.value.trim().includes("\n")) return;
  reporter.at(
    "SK116",
    description.offset,
    description.key.length,
    "the description has several lines; listings show it as one",
    "use `>-` to fold it, or keep it to one line",
  );
}

/** Of one code in one file this many are told one by one; a hostile file can have thousands. */
const MAX_PER_CODE = 20;
/** And so many unknown keys are named. */
const MAX_KEYS = 12;

/** Collects diagnostics about one header. */
class Reporter {
  readonly #lines: Lines;
  readonly #into: Diagnostic[];
  readonly #counts = new Map<string, number>();

  constructor(path: string, header: string, firstLine: number, into: Diagnostic[]) {
    this.#lines = new Lines(path, header, firstLine);
    this.#into = into;
  }

  at(
    code: Parameters<typeof diagnostic>[0],
    offset: number,
    length: number,
    message: string,
    help: string,
    fix?: readonly Edit[],
  ): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > MAX_PER_CODE + 1) return;
    const at = this.#lines.span(offset, length);
    const last = count === MAX_PER_CODE + 1;
    this.#into.push(
      diagnostic(
        code,
        last
          ? { message: `there are more than ${MAX_PER_CODE} of these in this file`, at, help }
          : { message, at, help, fix },
      ),
    );
  }

  fields(issues: readonly FieldIssue[]): void {
    const unknown = issues.filter((issue) => issue.code === "SK113");
    for (const issue of issues) {
      if (issue.code === "SK113" && unknown.length > 1) continue;
      const { offset, key } = issue.entry;
      const fix =
        issue.rename === undefined || (issue.code === "SK114" && GRANTS.has(issue.rename))
          ? undefined
          : [{ start: offset, end: offset + key.length, text: issue.rename }];
      this.at(issue.code, offset, key.length, issue.message, issue.help, fix);
    }
    if (unknown.length < 2) return;
    const shown = unknown.slice(0, MAX_KEYS).map((issue) => `\`${issue.entry.key}\``);
    const more = unknown.length > MAX_KEYS ? ` and ${unknown.length - MAX_KEYS} more` : "";
    const keys = shown.join(", ") + more;
    const first = unknown[0] as FieldIssue;
    this.at(
      "SK113",
      first.entry.offset,
      first.entry.key.length,
      `${keys} are not keys of the specification`,
      first.help,
    );
  }
}
