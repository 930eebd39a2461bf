/**
 * Converts a skill, or a found file that is not a valid skill, into a document for the search. The body is read from
 * its source.
 */

import type { Config } from "../catalog/config/config.ts";
import type { LoadOptions } from "../catalog/load/load.ts";
import { readBody } from "../catalog/read/read-current-skill.ts";
import { OperationError, systemCode } from "../model/errors.ts";
import type { Rejected, Skill } from "../model/skills/skill.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import type { SearchDocument } from "./search-document.ts";

interface Reading {
  readonly options: LoadOptions;
  readonly config: Pick<Config, "limits">;
}

export async function makeDocument(
  source: Skill | Rejected,
  context: Reading,
  bodies: boolean,
): Promise<SearchDocument> {
  if (!("manifest" in source)) return rejectedDocument(source, context, bodies);
  const { id, name, description, manifest, root } = source;
  const extra = [manifest.whenToUse ?? "", ...(manifest.triggers ?? [])].join("\n").trim();
  // A server's files are fetched only when the skill is loaded, so the body is not indexed.
  if (!bodies || root.foreign) return { id, name, description, extra };
  const { headings, rest } = splitHeadings(await bodyOf(source, context));
  return { id, name, description, extra, headings, body: rest };
}

async function bodyOf(skill: Skill, { options, config }: Reading): Promise<string> {
  try {
    return (await readBody(skill, options, config.limits)).body;
  } catch (error) {
    // The file was removed or changed since it was listed. Its name and description are still indexed.
    if (!(error instanceof OperationError)) throw error;
    return "";
  }
}

/** Indexes all text of a rejected file as body, because its parts are unknown. */
function rejectedDocument(
  { id, name, path, root }: Rejected,
  { options: { files = nodeFiles }, config }: Reading,
  bodies: boolean,
): SearchDocument {
  if (!bodies || root.source !== undefined) return { id, name, description: "" };
  try {
    const bytes = files.readFile(path, config.limits.maxSkillBytes);
    return { id, name, description: "", body: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return { id, name, description: "" };
  }
}

/** Splits a body into its headings and the rest. Lines in code blocks are not headings. */
function splitHeadings(markdown: string): { readonly headings: string; readonly rest: string } {
  const headings: string[] = [];
  const rest: string[] = [];
  let fence = "";
  let from = 0;
  for (let at = 0; at <= markdown.length; ) {
    const end = endOfLine(markdown, at);
    if (isMark(markdown, at)) {
      const line = markdown.slice(at, end);
      const opened = FENCE.exec(line)?.[1] ?? "";
      if (opened !== "") fence = fence === "" ? opened : fence === opened ? "" : fence;
      else if (fence === "" && HEADING.test(line)) {
        headings.push(line);
        if (from < at) rest.push(markdown.slice(from, at - 1));
        from = end + 1;
      }
    }
    at = end + 1;
  }
  if (from <= markdown.length) rest.push(markdown.slice(from));
  return { headings: headings.join("\n"), rest: rest.join("\n") };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** Returns true if the line can be a heading or a fence. Most lines cannot, so no regular expression reads them. */
function isMark(text: string, start: number): boolean {
  let at = start;
  while (at < start + MAX_INDENT && text.charCodeAt(at) === SPACE) at++;
  const unit = text.charCodeAt(at);
  return unit === HASH || unit === BACKTICK || unit === TILDE;
}

const MAX_INDENT = 3;
const [SPACE, HASH, BACKTICK, TILDE] = [0x20, 0x23, 0x60, 0x7e];
const FENCE = /^ {0,3}(`{3}|~{3})/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
