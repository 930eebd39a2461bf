/**
 * Converts a server's entry into a skill for the catalog, or returns why the entry is declined. The MCP library has
 * validated the entry. Keys that extend rights or run something are dropped.
 */
import { hash } from "node:crypto";
import { writeHeader } from "../../format/conform/write-header.ts";
import { hasShape, object, string } from "../../model/schema.ts";
import { SHARED_LIMITS } from "../../model/skills/shared.ts";
import { compareText, decodeSegment, isFileName } from "../../model/text/text.ts";

export interface ServedFile {
  readonly uri: string;
  readonly digest: string;
  readonly size: number;
}

/** A skill's entry on the server. All files of the skill must match it. */
export interface ServedSkill {
  readonly uri: string;
  readonly name: string;
  /** The skill's directory in the source: the skill's address in the form of a path. */
  readonly directory: string;
  /** Files by path relative to the skill's directory, including SKILL.md. */
  readonly files: ReadonlyMap<string, ServedFile>;
  /** Digest of the addresses and digests of all files. An approval is bound to it. */
  readonly set: string;
  /** The frontmatter for the catalog, with its fences. */
  readonly header: string;
  /** The server's entry in the form that the MCP library needs to verify files. */
  readonly entry: unknown;
}

/** Frontmatter keys that only inform. All other keys request something of the host and are dropped. */
const SAFE: readonly string[] = [
  "description",
  "license",
  "compatibility",
  "metadata",
  "when_to_use",
  "argument-hint",
  "arguments",
  "user-invocable",
  "disable-model-invocation",
];

interface Entry {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string } & Readonly<Record<string, unknown>>;
  readonly resources: readonly ServedFile[] | "dynamic";
}

/** Maximum characters of an address. Long paths with many parts are slow to walk. */
const MAX_URI = 4096;
/** Matches addresses that contain only allowed characters. Entries with other addresses are declined. */
const PLAIN_URI = /^[a-z][a-z0-9+.-]*:[a-z0-9._~:/@!$&'()*+,;=%-]+\/SKILL\.md$/i;

export interface ServedSkillNames {
  /** The user's label of the server. */
  readonly server: string;
  /** A name that is unique within the server. */
  readonly called: string;
  /** A directory that is unique within the server. */
  readonly directory: string;
}

export function readEntry(
  entry: Entry,
  { server, called, directory }: ServedSkillNames,
): ServedSkill | { readonly declined: string } {
  const { uri, frontmatter, resources } = entry;
  if (!PLAIN_URI.test(uri)) return { declined: "its address has characters that are not allowed" };
  if (uri.length > MAX_URI) return { declined: `its address has more than ${MAX_URI} characters` };
  if (resources === "dynamic")
    return { declined: "its files are generated for each request, so they cannot be approved" };
  if (resources.length > SHARED_LIMITS.files) return { declined: `it has more than ${SHARED_LIMITS.files} files` };
  const bytes = resources.reduce((sum, { size }) => sum + size, 0);
  if (bytes > SHARED_LIMITS.bytes) return { declined: `it has more than ${SHARED_LIMITS.bytes} bytes` };
  if (resources.some((file) => file.uri.length > MAX_URI))
    return { declined: `the address of a file has more than ${MAX_URI} characters` };
  const root = uri.slice(0, -"SKILL.md".length);
  const files = new Map(resources.map((file) => [pathOf(file.uri, root), file]));
  if (files.has(undefined) || files.size < resources.length) return { declined: "one of its files has no usable name" };
  if (nestsTooDeep(frontmatter)) return { declined: "its frontmatter is nested too deeply" };
  const kept = SAFE.filter((key) => Object.hasOwn(frontmatter, key)).map((key) => [key, frontmatter[key]]);
  const said = { name: called, ...Object.fromEntries(kept), description: withOrigin(frontmatter.description, server) };
  return {
    uri,
    name: called,
    directory,
    files: files as ReadonlyMap<string, ServedFile>,
    set: digestOfFiles(resources),
    header: writeHeader(said),
    entry,
  };
}

function digestOfFiles(resources: readonly ServedFile[]): string {
  const lines = resources.map(({ uri, digest, size }) => JSON.stringify([uri, digest, size])).sort(compareText);
  return `sha256:${hash("sha256", lines.join("\n"), "hex")}`;
}

/** Makes names unique within a server by adding parts of their addresses. */
export function assignSkillNames(entries: readonly Pick<Entry, "uri" | "frontmatter">[]): ReadonlyMap<string, string> {
  const uses = new Map<string, number>();
  for (const { frontmatter } of entries) uses.set(frontmatter.name, (uses.get(frontmatter.name) ?? 0) + 1);
  const taken = new Set([...uses].filter(([, count]) => count === 1).map(([name]) => name));
  const names = new Map<string, string>();
  const next = new Map<string, number>();
  for (const { uri, frontmatter } of entries) {
    if (uses.get(frontmatter.name) === 1) {
      names.set(uri, frontmatter.name);
      continue;
    }
    const long = directoryOf(uri).split("/").slice(1).join("-");
    let number = next.get(long) ?? 1;
    const name = () => (number === 1 ? long : `${long}-${number}`);
    while (taken.has(name())) number++;
    next.set(long, number + 1);
    taken.add(name());
    names.set(uri, name());
  }
  return names;
}

/** Returns a unique directory in the source for each address. */
export function assignDirectories(entries: readonly Pick<Entry, "uri">[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    entries.map(({ uri }) => {
      const plain = directoryOf(uri);
      const directory = taken.has(plain) ? `${plain}~${hash("sha256", uri, "hex").slice(0, 16)}` : plain;
      taken.add(directory);
      return [uri, directory];
    }),
  );
}

/** Maximum levels of nested values. Recursive functions fail on deeper values. */
const MAX_DEPTH = 32;

function nestsTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === MAX_DEPTH || Object.values(value).some((inner) => nestsTooDeep(inner, depth + 1));
}

function withOrigin(description: string, server: string): string {
  return `${description} [from the MCP server \`${server}\`]`;
}

/**
 * Returns the path of a declined entry in the source, so that `explain` finds the entry. Returns "" if its address is
 * invalid.
 */
export function declinedEntryPath(uri: string): string {
  return uri.length <= MAX_URI && PLAIN_URI.test(uri) && URL.canParse(uri) ? `/${directoryOf(uri)}/SKILL.md` : "";
}

/** Converts `skill://acme/pdf/SKILL.md` into `skill/acme/pdf`. */
function directoryOf(uri: string): string {
  const { protocol, host, pathname } = new URL(uri);
  const path = `${host}${pathname}`.split("/").slice(0, -1);
  return [protocol.slice(0, -1), ...path.map(plainSegment)].filter((part) => part !== "").join("/");
}

function pathOf(uri: string, root: string): string | undefined {
  if (!uri.startsWith(root)) return undefined;
  const segments = uri.slice(root.length).split("/").map(decodeSegment);
  return segments.every((each) => each !== undefined && isFileName(each)) ? segments.join("/") : undefined;
}

/** Decodes a segment of an address. A segment that cannot be a directory name stays encoded. */
function plainSegment(segment: string): string {
  const plain = decodeSegment(segment);
  return plain !== undefined && isFileName(plain) ? plain : segment;
}

const ENTRY = object({ uri: string("the address of SKILL.md"), frontmatter: object({}) });

/** Returns true if a value has the type of an entry. The MCP library checks the entry's content. */
export function isEntry(value: unknown): value is Entry {
  return hasShape(value, ENTRY);
}
