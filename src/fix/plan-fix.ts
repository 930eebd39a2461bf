/**
 * What `check --fix` would make of one file: its bytes and findings in, the new bytes out, or nothing when there is
 * nothing mechanical to do. Only the frontmatter is rewritten; the body's bytes are carried over as they are.
 */
import type { Diagnostic, Edit } from "../model/diagnostic.ts";
import { quoted } from "../parse/parse-header.ts";
import { split } from "../parse/split.ts";
import { byteOffset, decode } from "../text/decode.ts";

export interface Fix {
  readonly path: string;
  /** The file's head, before and after: what a difference is shown of. */
  readonly before: string;
  readonly after: string;
  readonly bytes: Uint8Array;
  readonly rename: string | undefined;
}

/** Whether a finding comes with a repair that needs no judgement. */
export function isMechanical({ code, fix, rename }: Diagnostic): boolean {
  return fix !== undefined || rename !== undefined || code === "SK001" || BY_REWRITING.has(code);
}

/** Repaired by writing the head anew, whatever else is done. */
const BY_REWRITING = new Set(["SK008", "SK011", "SK025", "SK026"]);

export function planFix(path: string, bytes: Uint8Array, diagnostics: readonly Diagnostic[]): Fix | undefined {
  const rename = diagnostics.find((each) => each.rename !== undefined)?.rename;
  const head = diagnostics.some((each) => each.code === "SK010") ? undefined : newHead(path, bytes, diagnostics);
  if (head === undefined && rename === undefined) return undefined;
  if (head === undefined) return { path, before: "", after: "", bytes, rename };
  const body = bytes.subarray(head.bodyOffset);
  return {
    path,
    before: head.before,
    after: head.after,
    bytes: Buffer.concat([Buffer.from(head.after), body]),
    rename,
  };
}

interface Head {
  readonly before: string;
  readonly after: string;
  readonly bodyOffset: number;
}

function newHead(path: string, bytes: Uint8Array, diagnostics: readonly Diagnostic[]): Head | undefined {
  const decoded = decode(bytes);
  const { text } = decoded;
  const found = split(text);
  if ("code" in found) return found.code === "SK001" ? written(path, text, bytes) : undefined;
  const bodyOffset = byteOffset(bytes, decoded, found.body);
  const edits = editsOf(diagnostics);
  if (edits.length === 0 && !diagnostics.some((each) => BY_REWRITING.has(each.code))) return undefined;
  const before = Buffer.from(bytes.subarray(0, bodyOffset)).toString("utf8");
  const after = `---\n${applyEdits(text.slice(found.start, found.end), edits)}---\n`;
  return before === after ? undefined : { before, after, bodyOffset };
}

/** All mechanical edits; a missing name is not written where a misspelt `Name` becomes one. */
function editsOf(diagnostics: readonly Diagnostic[]): Edit[] {
  const renames = diagnostics
    .filter((each) => each.code === "SK114" || each.code === "SK115")
    .flatMap((each) => each.fix ?? []);
  const named = renames.some((edit) => edit.text === "name");
  return diagnostics.filter((each) => !(named && each.code === "SK101")).flatMap((each) => each.fix ?? []);
}

/** Applies edits from the back; of two that overlap the first stays. */
function applyEdits(header: string, edits: readonly Edit[]): string {
  let result = header;
  let from = Number.POSITIVE_INFINITY;
  for (const edit of [...edits].sort((a, b) => b.start - a.start || b.end - a.end)) {
    if (edit.end > from) continue;
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
    from = edit.start;
  }
  return result;
}

const MAX_DESCRIPTION = 1024;

/** Frontmatter for a file that has none: the directory's name and the first paragraph. */
function written(path: string, text: string, bytes: Uint8Array): Head | undefined {
  const directory = path.split("/").at(-2) ?? "";
  const paragraph = firstParagraph(text);
  if (paragraph === "" || directory === "") return undefined;
  const name = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(directory) ? directory : quoted(directory);
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return {
    before: "",
    after: `---\nname: ${name}\ndescription: ${quoted(paragraph.slice(0, MAX_DESCRIPTION))}\n---\n\n`,
    bodyOffset: mark,
  };
}

/** The first block of prose: no heading, list, quote, table, code or comment. */
function firstParagraph(text: string): string {
  for (const block of text.split(/\n[ \t]*\n/)) {
    const lines = block
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !line.startsWith("#"));
    const prose = lines.join(" ");
    if (prose !== "" && !/^(?:[-*+>|<`~]|\d+[.)]|---|===)/.test(prose))
      return prose.replace(/[*_`]/g, "").replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1");
  }
  return "";
}
