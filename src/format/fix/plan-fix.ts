/**
 * Plans `check --fix` for one file: returns the new bytes, or nothing if there is no automatic fix. It rewrites only
 * the frontmatter; the bytes of the body stay.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { yamlNameValue, yamlQuotedText } from "../../model/text/data-formats/yaml-text.ts";
import { byteOffset, decodeText } from "../../model/text/decode.ts";
import { readFields } from "../parse/fields/fields.ts";
import { parseHeader } from "../parse/parse-header.ts";
import { splitFrontmatter } from "../parse/split-frontmatter.ts";
import { describeFix } from "./describe-fix.ts";
import { applyEdits, mechanicalEdits } from "./edits.ts";

export interface Fix {
  readonly path: string;
  /** The frontmatter before and after, for a diff. */
  readonly before: string;
  readonly after: string;
  readonly bytes: Uint8Array;
  readonly rename: string | undefined;
}

/** Returns true if a diagnostic has an automatic fix. */
export function isMechanical({ code, fix, rename }: Diagnostic): boolean {
  return fix !== undefined || rename !== undefined || code === "SK001" || BY_REWRITING.has(code);
}

/** Codes of problems that disappear when the header is written again. */
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
  const decoded = decodeText(bytes);
  const { text } = decoded;
  const found = splitFrontmatter(text);
  if ("code" in found) return found.code === "SK001" ? written(path, text, bytes) : undefined;
  // Invalid UTF-8 cannot be written back unchanged.
  if (decoded.notes.some(({ code, offset = 0 }) => code === "SK009" && offset < found.body)) return undefined;
  const bodyOffset = byteOffset(bytes, decoded, found.body);
  const header = text.slice(found.start, found.end);
  const edited = editedHeader(header, diagnostics, text.slice(0, found.start).split("\n").length);
  if (edited === header && !diagnostics.some((each) => BY_REWRITING.has(each.code))) return undefined;
  const before = Buffer.from(bytes.subarray(0, bodyOffset)).toString("utf8");
  const after = `---\n${edited}---\n`;
  return before === after ? undefined : { before, after, bodyOffset };
}

/** Applies the fixes to a header. No fix may activate a permission that could not be read. */
function editedHeader(header: string, diagnostics: readonly Diagnostic[], firstLine: number): string {
  const unread = diagnostics.some((each) => each.code === "SK118");
  // A misspelt key that is corrected (SK114) may take effect for the first time. Therefore it is not corrected before
  // the author has fixed the unreadable permission.
  const found = unread ? diagnostics.filter((each) => each.code !== "SK114") : diagnostics;
  const edited = applyEdits(header, mechanicalEdits(found, header, firstLine));
  return unread && rightsOf(header) !== rightsOf(edited) ? header : edited;
}

/** Creates frontmatter for a file without one, from the directory's name and the first paragraph. */
function written(path: string, text: string, bytes: Uint8Array): Head | undefined {
  const directory = path.split("/").at(-2) ?? "";
  const description = describeFix(text);
  if (description === "" || directory === "") return undefined;
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return {
    before: "",
    after: `---\nname: ${yamlNameValue(directory)}\ndescription: ${yamlQuotedText(description)}\n---\n\n`,
    bodyOffset: mark,
  };
}

/** Returns a header's permissions and invocation rules as text, for comparison. */
function rightsOf(header: string): string {
  const { manifest } = readFields(parseHeader(header).entries, header);
  const { allowedTools, disallowedTools, hooks, shell, disableModelInvocation, userInvocable } = manifest;
  return JSON.stringify([allowedTools, disallowedTools, hooks, shell, disableModelInvocation, userInvocable]);
}
