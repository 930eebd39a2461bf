/**
 * The first look at a SKILL.md: its head, in one buffer that all files share. When the frontmatter is plainly there and
 * simple, a skill comes out and the file need not be opened again; anything else is left (undefined) for the careful
 * reader. It reports what a field's value deserves, and nothing that would need a repair.
 */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import type { Sidecar, Skill } from "../../../model/skills/skill.ts";
import { buildSkill, HIDDEN, oneLine } from "../build-skill.ts";
import { readFields } from "../fields/fields.ts";
import type { SkillPlace } from "../place.ts";
import { Reporter } from "../reporter.ts";
import { parsePlain } from "./parse-plain.ts";
import { parseSimple } from "./parse-simple.ts";

/** More than nearly every whole file, so that its end is known without another read. */
export const HEAD_BYTES = 16_384;

/** `bytes` is how much of the file stands in `head`; a header beyond the limit is the careful reader's matter too. */
export function parseQuick(
  place: SkillPlace,
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
  const said = { ...fields, description: oneLine(fields.description), name: oneLine(fields.name) };
  return buildSkill(place, said, { header, headerLine: 2, bodyOffset }, sidecar);
}

/** Where the header begins in a head that `parseQuick` read. */
export const OPEN_BYTES = 4;
const DASH = 45;
const NEWLINE = 10;
const CLOSE = Buffer.from("\n---");
/** Broken bytes, hidden characters, and typographic quotes at either end of a value. */
const DOUBTFUL = new RegExp(`\\ufffd|${HIDDEN.source}|: *[\\u2018-\\u201f\\u00ab]|[\\u2018-\\u201f\\u00bb] *\\n`, "u");
