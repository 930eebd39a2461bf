/**
 * What the rules look at: a bundle's files as text with lines, where they are text, and the skill's frontmatter as read.
 * Made once for all rules; bounded, and whatever is beyond a bound is named in `unread`, never passed over in silence.
 */
import { type Fields, readFields } from "../../format/parse/fields/fields.ts";
import { parseSimple } from "../../format/parse/quick/parse-simple.ts";
import { type Split, type SplitNote, splitFrontmatter } from "../../format/parse/split-frontmatter.ts";
import type { Bundle, BundleFile } from "../../model/skills/bundle.ts";
import { decode } from "../../model/text/decode.ts";
import { isText, languageOf, type Role, roleOf } from "./kinds.ts";

export interface TextFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Line ends as `\n`. */
  readonly text: string;
  /** Made when they are first asked for: most texts have nothing that needs them. */
  readonly lines: readonly Line[];
  /** Whether a line of it is so long that it is looked at in pieces. */
  readonly cut: boolean;
  readonly role: Role;
  /** What a script is written in; "" for everything else. */
  readonly language: string;
}

export interface Frontmatter extends Fields {
  readonly header: string;
  /** The line on which the header begins. */
  readonly line: number;
  /** First lines of YAML aliases and tags, in the file. */
  readonly oddities: readonly { readonly kind: "alias" | "tag"; readonly line: number; readonly text: string }[];
}

export interface Material {
  readonly files: readonly BundleFile[];
  readonly texts: readonly TextFile[];
  readonly skill: TextFile | undefined;
  readonly frontmatter: Frontmatter | undefined;
  /** Why there is no frontmatter, where there is none. */
  readonly problem: SplitNote | undefined;
  readonly unread: readonly { readonly path: string; readonly why: string }[];
}

/** Real instructions and scripts are far smaller; a text beyond this is data, or hides something. */
const MAX_TEXT_BYTES = 1_000_000;
/** All text of one bundle: some hundred milliseconds of rules. */
const MAX_ALL_BYTES = 16_000_000;
const MAX_HEADER = 65_536;
const MAX_ODDITIES = 5;

export async function readMaterial(bundle: Bundle): Promise<Material> {
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
  const { text } = decode(bytes.subarray(0, MAX_TEXT_BYTES));
  const role = roleOf(path, text);
  const language = role === "script" ? languageOf(path, text) : "";
  let lines: readonly Line[] | undefined;
  return {
    path,
    bytes,
    text,
    get lines() {
      lines ??= readLines(text, role);
      return lines;
    },
    cut: hasLongLine(text),
    role,
    language,
  };
}

async function readFrontmatter(
  { path, text }: TextFile,
  { start, end }: Split,
  unread: { path: string; why: string }[],
): Promise<Frontmatter | undefined> {
  if (end - start > MAX_HEADER) {
    unread.push({ path, why: `its frontmatter is larger than ${MAX_HEADER} characters` });
    return undefined;
  }
  const header = text.slice(start, end);
  const line = text.slice(0, start).split("\n").length;
  // What is simple has neither aliases nor tags, and most need no YAML library.
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

// A text as lines that rules can look at one by one, none of them long enough to make a rule slow.

export interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** Where in the line of the file this begins; above 0 only in pieces of very long lines. */
  readonly column: number;
  /** Prose that a model reads as instructions, code in a fence or a script, or a comment that a reader of the page never sees. */
  readonly place: "prose" | "code" | "comment";
}

/** Longer lines are looked at in pieces, which overlap so that nothing is hidden at a seam. */
const MAX_LINE = 2000;
const OVERLAP = 200;

export function readLines(text: string, role: Role): Line[] {
  const markdown = role === "skill" || role === "instructions";
  const state = { fence: "", comment: false };
  const lines: Line[] = [];
  let number = 0;
  for (const line of text.split("\n")) {
    number++;
    const place = markdown ? placeOf(line, state) : "code";
    for (let start = 0; start === 0 || start + OVERLAP < line.length; start += MAX_LINE - OVERLAP)
      lines.push({ text: line.slice(start, start + MAX_LINE), number, column: start, place });
  }
  return lines;
}

/** Whether a line has to be looked at in pieces. */
export function hasLongLine(text: string): boolean {
  for (let start = 0; text.length - start > MAX_LINE; ) {
    // The last line end that a line from here may have: what stands before it has no longer one.
    const end = text.lastIndexOf("\n", start + MAX_LINE);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

function placeOf(line: string, state: { fence: string; comment: boolean }): Line["place"] {
  const fence = FENCE.exec(line)?.[1];
  if (state.fence !== "") {
    if (fence?.startsWith(state.fence)) state.fence = "";
    return "code";
  }
  if (fence !== undefined && !state.comment) {
    state.fence = fence;
    return "code";
  }
  const inComment = state.comment || line.includes("<!--");
  const opened = line.lastIndexOf("<!--");
  if (opened !== -1) state.comment = true;
  if (line.indexOf("-->", Math.max(0, opened)) !== -1) state.comment = false;
  return inComment ? "comment" : "prose";
}
