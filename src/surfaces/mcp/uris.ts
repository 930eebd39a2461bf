/** The addresses of served skills: `skill://PATH/FILE`. Only the spelling that every client produces is accepted. */
import { decodeSegment, isFileName } from "../../model/text/text.ts";

const SCHEME = "skill://";
const SKILL_FILE = "SKILL.md";
/** Maximum characters of an address. Served files have shorter addresses. */
const MAX_URI = 16_384;

/** Returns the URI of a file of the skill. Without `file`, returns the URI of the skill's directory. */
export function uriOf(path: string, file?: string): string {
  const segments = [...path.split("/"), ...(file === undefined ? [] : file.split("/"))];
  return SCHEME + segments.map(encodeURIComponent).join("/");
}

export function skillUri(path: string): string {
  return uriOf(path, SKILL_FILE);
}

/**
 * Returns the decoded segments of a skill's address; undefined for any other address. A final slash means a directory.
 */
export function segmentsOf(uri: string): readonly string[] | undefined {
  if (uri.length > MAX_URI || !uri.startsWith(SCHEME)) return undefined;
  const segments = uri.slice(SCHEME.length).replace(/\/$/, "").split("/").map(decodeSegment);
  return segments.every((each) => each !== undefined && isFileName(each)) ? (segments as string[]) : undefined;
}
