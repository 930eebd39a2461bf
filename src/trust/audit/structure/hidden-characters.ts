/**
 * Finds invisible characters. Characters that no honest text contains block the skill. Other invisible characters are
 * advice.
 */
import type { Finding } from "../../../model/rules/audit.ts";
import { isAscii } from "../../../model/text/text.ts";
import { finding } from "../finding.ts";
import type { AuditMaterial } from "../material.ts";
import type { RuleCode } from "../rules.ts";
import { needsInvisibleCharacters } from "./is-joined-rightly.ts";

/** Maximum findings of one kind in a file. Further findings would tell the user nothing new. */
const MAX_SHOWN = 3;

export function findHiddenCharacters({ texts, files }: AuditMaterial): Finding[] {
  const found: Finding[] = [];
  for (const { path, text } of texts) {
    const counts = new Map<RuleCode, number>();
    for (const { code, offset, what } of findHidden(text)) {
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      if (count <= MAX_SHOWN) found.push(describe(code, what, path, text, offset));
    }
  }
  for (const { path } of files) {
    const first = findHidden(path).next().value;
    if (first) found.push(finding(first.code, { message: `the name of a file has ${first.what}`, path, text: path }));
  }
  return found;
}

function describe(code: RuleCode, what: string, path: string, text: string, offset: number): Finding {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  return finding(code, {
    message: `the text has ${what}`,
    path,
    line: text.slice(0, start).split("\n").length,
    column: offset - start + 1,
    text: text.slice(start, end === -1 ? undefined : end).slice(Math.max(0, offset - start - WINDOW)),
    at: Math.min(offset - start, WINDOW),
  });
}

const WINDOW = 60;

interface Hidden {
  readonly code: RuleCode;
  readonly offset: number;
  readonly what: string;
}

// Matches consecutive suspicious characters as one match, because a text may consist only of such characters. A byte
// order mark at the start of the text is skipped elsewhere, because it is part of the encoding.
const SUSPECT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]+|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu;

// Matches the same control characters in text that is only ASCII.
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]+/g;

function* findHidden(text: string): Generator<Hidden, undefined> {
  for (const match of text.matchAll(isAscii(text) ? CONTROLS : SUSPECT)) {
    const offset = match.index;
    const run = match[0];
    const judged = judgeControls(text, offset, run) ?? judgeInvisible(text, offset, run);
    if (judged) yield { offset, ...judged };
  }
  return undefined;
}

type Judged = Omit<Hidden, "offset"> | undefined;

function judgeControls(text: string, offset: number, run: string): Judged {
  const first = run.charCodeAt(0);
  if (first > 0x9f) return undefined;
  // Form feeds are allowed, because they separate pages in licences. C1 control characters without escapes may be UTF-8
  // that was encoded twice.
  if (/^\f+$/.test(run) || isMojibake(text, offset, run)) return undefined;
  const what = run.includes("\x1b") || run.includes("\x9b") ? "a terminal's control sequence" : "a control character";
  return { code: "SK803", what: `${what} (${codePoint(run)})` };
}

/**
 * Returns true if bytes of UTF-8 were decoded as single letters: `â\x80\x99` was originally `’`. This happens by
 * accident and hides nothing.
 */
function isMojibake(text: string, offset: number, run: string): boolean {
  if (!/^[\x80-\x9f]+$/.test(run)) return false;
  const around = text.slice(Math.max(0, offset - 4), offset + run.length + 3);
  return /[\xc2-\xf4\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/.test(around);
}

function judgeInvisible(text: string, offset: number, run: string): Judged {
  const points = [...run];
  const first = points[0] as string;
  if (first.charCodeAt(0) <= 0x9f) return undefined;
  if (points.some(isTag)) return isFlag(text, offset, run) ? undefined : { code: "SK801", what: tagText(points) };
  const bidi = points.find((point) => /[\u202a-\u202e\u2066-\u2069]/.test(point));
  if (bidi !== undefined) return { code: "SK802", what: `a bidirectional control (${codePoint(bidi)})` };
  if (points.length >= MIN_CARRIER) return { code: "SK804", what: `${points.length} invisible characters in a row` };
  if (needsInvisibleCharacters(text, offset, run)) return undefined;
  if (run.includes("\u200d"))
    return { code: "SK804", what: `a zero-width joiner where nothing is joined (${codePoint("\u200d")})` };
  if (SPELT_OUT.test(text.slice(Math.max(0, offset - 6), offset + 6)))
    return { code: "SK804", what: `a word with an invisible character between its letters (${codePoint(first)})` };
  return { code: "SK816", what: `an invisible character (${codePoint(first)})` };
}

/** Matches a word with an invisible character after every letter. Searches do not find such a word. */
const SPELT_OUT = /(?:\p{Script=Latin}[\u200b\u200c\u2060\ufeff\u00ad]){3}/u;

/**
 * Minimum length of a hidden message. Eight invisible characters can encode one byte. That many invisible characters do
 * not occur by accident.
 */
const MIN_CARRIER = 8;

function isTag(point: string): boolean {
  const code = point.codePointAt(0) as number;
  return code >= 0xe0000 && code <= 0xe007f;
}

const FLAGS: readonly string[] = ["gbeng", "gbsct", "gbwls"];
/** Length of the tags in a flag, in UTF-16 code units. A flag has five letters and the end tag, each with two units. */
const FLAG_UNITS = 12;

/** Returns true for the three regional flags that consist of tag characters: a black flag, letters, and the end tag. */
function isFlag(text: string, offset: number, run: string): boolean {
  if (run.length !== FLAG_UNITS || text.slice(offset - 2, offset) !== "\u{1f3f4}") return false;
  const tags = [...run].map((point) => (point.codePointAt(0) as number) - 0xe0000);
  return (
    tags.at(-1) === 0x7f && FLAGS.includes(String.fromCodePoint(...tags.slice(0, -1).map((tag) => Math.max(0, tag))))
  );
}

const MAX_SPELT = 80;

/** Returns the text that the tag characters encode. */
function tagText(points: readonly string[]): string {
  const spelt = points
    .slice(0, MAX_SPELT)
    .map((point) => (point.codePointAt(0) as number) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCodePoint(code))
    .join("");
  return spelt === "" ? "tag characters" : `tag characters that spell \`${spelt}\``;
}

function codePoint(text: string): string {
  return `U+${(text.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
