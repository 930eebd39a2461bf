/** The addresses of served skills: `skill://PATH/FILE`, in the only spelling that every client produces. */
import { decodeSegment, isFileName } from "../../model/text/text.ts";

const SCHEME = "skill://";
const SKILL_FILE = "SKILL.md";
/** Maximum characters of an address. No served file has a longer one. */
const MAX_URI = 16_384;

/** Returns the URI of a file, or of the skill's directory. */
export function uriOf(path: string, file?: string): string {
  const segments = [...path.split("/"), ...(file === undefined ? [] : file.split("/"))];
  return SCHEME + segments.map(encodeURIComponent).join("/");
}

export function skillUri(path: string): string {
  return uriOf(path, SKILL_FILE);
}

/** Returns the decoded segments of a skill address; undefined for any other. A final slash means a directory. */
export function segmentsOf(uri: string): readonly string[] | undefined {
  if (uri.length > MAX_URI || !uri.startsWith(SCHEME)) return undefined;
  const segments = uri.slice(SCHEME.length).replace(/\/$/, "").split("/").map(decodeSegment);
  return segments.every((each) => each !== undefined && isFileName(each)) ? (segments as string[]) : undefined;
}
