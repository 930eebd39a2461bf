/**
 * Prepares the input for all rules once: text files with lines, and the parsed frontmatter. Sizes are limited. `unread`
 * lists content above a limit.
 */
import { type ReadFields, readFields } from "../../format/parse/fields/fields.ts";
import { parseSimple } from "../../format/parse/quick/parse-simple.ts";
import { type FrontmatterSplit, type SplitNote, splitFrontmatter } from "../../format/parse/split-frontmatter.ts";
import type { Bundle, BundleFile } from "../../model/skills/bundle.ts";
import { decodeText } from "../../model/text/decode.ts";
import { type FileRole, isText, languageOf, roleOf } from "./kinds.ts";

export interface TextFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The text of the file with `\n` as line ends. */
  readonly text: string;
  /** The lines of the text. They are computed on first use, because most texts do not need them. */
  readonly lines: readonly AuditLine[];
  /** True if a line is so long that it was split into pieces. */
  readonly cut: boolean;
  readonly role: FileRole;
  /** The language of a script; "" for any other file. */
  readonly language: string;
}

export interface AuditedFrontmatter extends ReadFields {
  readonly header: string;
  /** Line number of the first line of the frontmatter. */
  readonly line: number;
  /** Aliases and tags of YAML in the file, each with the first line in which one occurs. */
  readonly oddities: readonly { readonly kind: "alias" | "tag"; readonly line: number; readonly text: string }[];
}

export interface AuditMaterial {
  readonly files: readonly BundleFile[];
  readonly texts: readonly TextFile[];
  readonly skill: TextFile | undefined;
  readonly frontmatter: AuditedFrontmatter | undefined;
  /** The reason why there is no frontmatter. */
  readonly problem: SplitNote | undefined;
  readonly unread: readonly { readonly path: string; readonly why: string }[];
}

/**
 * Maximum bytes of one text. Real instructions and scripts are far smaller. A larger text contains data, or hides
 * something.
 */
const MAX_TEXT_BYTES = 1_000_000;
/** Maximum bytes of all texts of a bundle. The rules take a few hundred milliseconds for this amount of text. */
const MAX_ALL_BYTES = 16_000_000;
const MAX_HEADER = 65_536;
const MAX_ODDITIES = 5;

export async function readMaterial(bundle: Bundle): Promise<AuditMaterial> {
  const texts: TextFile[] = [];
  const unread: { path: string; why: string }[] = [];
  let left = MAX_ALL_BYTES;
  for (const file of bundle.files) {
    if (!isText(file.path, file.bytes)) continue;
    const why = tooMuch(file.bytes.length, left);
    if (why !== undefined) unread.push({ path: file.path, why });
    left = Math.max(0, left - Math.min(file.bytes.length, MAX_TEXT_BYTES));
    if (left > 0) texts.push(decodeFile(file));
  }
  const skill = texts.find(({ path }) => path.toLowerCase() === "skill.md");
  const found = skill === undefined ? undefined : splitFrontmatter(skill.text);
  const block = found === undefined || "code" in found ? undefined : found;
  return {
    files: bundle.files,
    texts,
    skill,
    frontmatter: skill && block ? await readFrontmatter(skill, block, unread) : undefined,
    problem: found !== undefined && "code" in found ? found : undefined,
    unread,
  };
}

function tooMuch(size: number, left: number): string | undefined {
  if (size > MAX_TEXT_BYTES) return `only its first ${MAX_TEXT_BYTES} bytes were read`;
  return size >= left ? `the bundle has more than ${MAX_ALL_BYTES} bytes of text` : undefined;
}

function decodeFile({ path, bytes }: BundleFile): TextFile {
  const { text } = decodeText(bytes.subarray(0, MAX_TEXT_BYTES));
  const role = roleOf(path, text);
  const language = role === "script" ? languageOf(path, text) : "";
  let lines: readonly AuditLine[] | undefined;
  return {
    path,
    bytes,
    text,
    get lines() {
      lines ??= auditLines(text, role);
      return lines;
    },
    cut: hasLongLine(text),
    role,
    language,
  };
}

async function readFrontmatter(
  { path, text }: TextFile,
  { start, end }: FrontmatterSplit,
  unread: { path: string; why: string }[],
): Promise<AuditedFrontmatter | undefined> {
  if (end - start > MAX_HEADER) {
    unread.push({ path, why: `its frontmatter is larger than ${MAX_HEADER} characters` });
    return undefined;
  }
  const header = text.slice(start, end);
  const line = text.slice(0, start).split("\n").length;
  // Simple YAML has no aliases or tags. Most frontmatter is simple, so the YAML library is not needed.
  const simple = parseSimple(header);
  if (simple) return { ...readFields(simple, header), header, line, oddities: [] };
  const { parseHeader } = await import("../../format/parse/parse-header.ts");
  const { entries, issues } = parseHeader(header);
  const odd = issues.filter(({ code }) => code === "SK120" || code === "SK121").slice(0, MAX_ODDITIES);
  const oddities = odd.map(({ code, offset }) => {
    const before = header.slice(0, Math.max(0, offset)).split("\n").length - 1;
    const kind = code === "SK120" ? ("alias" as const) : ("tag" as const);
    return { kind, line: line + before, text: header.split("\n")[before] ?? "" };
  });
  return { ...readFields(entries, header), header, line, oddities };
}

// Splits a text into lines for the rules. Lines are limited in length, because long lines would make rules slow.

export interface AuditLine {
  readonly text: string;
  /** Line number, starting at 1. */
  readonly number: number;
  /** Offset of the text in its line. It is above 0 only for later pieces of a very long line. */
  readonly column: number;
  /**
   * Kind of the line. A model reads `prose` as instructions. `code` is in a fence or a script. A page does not show a
   * `comment`.
   */
  readonly kind: "prose" | "code" | "comment";
}

/**
 * Maximum length of a line. Longer lines are split into pieces. The pieces overlap, so that nothing is hidden at a cut.
 */
const MAX_LINE = 2000;
const OVERLAP = 200;

function auditLines(text: string, role: FileRole): AuditLine[] {
  const markdown = role === "skill" || role === "instructions";
  const state: MarkdownState = { fence: "", comment: "" };
  const lines: AuditLine[] = [];
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    const kind = markdown ? kindOfLine(line, state) : "code";
    for (let start = 0; start === 0 || start + OVERLAP < line.length; start += MAX_LINE - OVERLAP)
      lines.push({ text: line.slice(start, start + MAX_LINE), number, column: start, kind });
  }
  return lines;
}

/** Returns true if a line must be split into pieces. */
function hasLongLine(text: string): boolean {
  for (let start = 0; text.length - start > MAX_LINE; ) {
    // Jumps to the last line end within the limit. The lines before it cannot exceed the limit.
    const end = text.lastIndexOf("\n", start + MAX_LINE);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

interface MarkdownState {
  fence: string;
  /**
   * The opening of the current comment; empty outside of a comment. A comment that begins within a paragraph ends with
   * the paragraph.
   */
  comment: "" | "block" | "paragraph";
}

const COMMENT_BLOCK = /^ {0,3}<!--/;

function kindOfLine(line: string, state: MarkdownState): AuditLine["kind"] {
  const fence = FENCE.exec(line)?.[1];
  if (state.fence !== "") {
    if (fence?.startsWith(state.fence)) state.fence = "";
    return "code";
  }
  if (fence !== undefined && state.comment === "") {
    state.fence = fence;
    return "code";
  }
  if (state.comment === "paragraph" && line.trim() === "") state.comment = "";
  const text = state.comment === "" ? withoutCodeSpans(line) : line;
  const inComment = state.comment !== "" || text.includes("<!--");
  const opened = text.lastIndexOf("<!--");
  if (opened !== -1 && state.comment === "") state.comment = COMMENT_BLOCK.test(text) ? "block" : "paragraph";
  if (text.indexOf("-->", Math.max(0, opened)) !== -1) state.comment = "";
  return inComment ? "comment" : "prose";
}

/** Matches a code span that ends on the same line. An escaped backtick does not start a code span. */
const CODE_SPAN = /(?<![`\\])(`{1,3})(?!`)[^`]{1,400}\1(?!`)/g;

/**
 * Removes code spans that contain `<!--`, because no comment begins in a code span. Spans are matched from left to
 * right, so that the text between two spans is not treated as a span. A line of HTML has no code spans.
 */
function withoutCodeSpans(line: string): string {
  if (line.length > MAX_LINE || !line.includes("<!--") || line.trimStart().startsWith("<")) return line;
  return line.replace(CODE_SPAN, (span) => (span.includes("<!--") ? "" : span));
}
