/** The addresses under which skills are served: `skill://PATH/FILE`, in the one spelling that every client makes of them. */

const SCHEME = "skill://";
const SKILL_FILE = "SKILL.md";
/** Characters; nothing that is served has a longer one. */
const MAX_URI = 16_384;

/** Of a file, or of the skill's directory. */
export function uriOf(path: string, file?: string): string {
  const segments = [...path.split("/"), ...(file === undefined ? [] : file.split("/"))];
  return SCHEME + segments.map(encodeURIComponent).join("/");
}

export function skillUri(path: string): string {
  return uriOf(path, SKILL_FILE);
}

/** The segments of such an address, decoded; undefined for anything else. */
export function segmentsOf(uri: string): readonly string[] | undefined {
  if (uri.length > MAX_URI || !uri.startsWith(SCHEME)) return undefined;
  const segments = uri.slice(SCHEME.length).split("/").map(decoded);
  return segments.every(isName) ? (segments as string[]) : undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** What could be a file's name, and stays one. */
function isName(segment: string | undefined): boolean {
  if (segment === undefined || segment === "" || segment === "." || segment === "..") return false;
  return !/[/\\\0]/.test(segment);
}
