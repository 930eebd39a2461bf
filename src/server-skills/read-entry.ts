/**
 * An entry of a server comes in, checked by the protocol's library; out goes the skill as the catalog may have it, or why it is
 * declined. What would widen rights or run something is not taken over, whatever the server says.
 */
import { hash } from "node:crypto";
import { isMap } from "../model/is-map.ts";
import { SHARED_LIMITS } from "../model/shared.ts";
import { compareText } from "../model/text.ts";
import { decodeSegment, isFileName } from "../model/uri-segment.ts";
import { writeHeader } from "../share/write-header.ts";

export interface ServedFile {
  readonly uri: string;
  readonly digest: string;
  readonly size: number;
}

/** The entry that a server's skill is held to as long as it is used. */
export interface ServedSkill {
  readonly uri: string;
  readonly name: string;
  /** Where it stands in the source: the address, as a path. */
  readonly directory: string;
  /** By path from the skill's directory; SKILL.md is among them. */
  readonly files: ReadonlyMap<string, ServedFile>;
  /** Of every address and digest: what an approval is bound to. */
  readonly set: string;
  /** What the catalog reads in the place of the frontmatter, fences included. */
  readonly header: string;
  /** As the server says it, and as the library that verifies files wants it. */
  readonly entry: unknown;
}

/** Keys that only say something; every other one asks for something, and is left out. */
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

/** [MC21] [MC22] `called` is the name that nobody else of this server has. */
export function readEntry(entry: Entry, server: string, called: string): ServedSkill | { readonly declined: string } {
  const { uri, frontmatter, resources } = entry;
  if (resources === "dynamic")
    return { declined: "its files change all the time, so no approval could be held to them" };
  if (resources.length > SHARED_LIMITS.files) return { declined: `it has more than ${SHARED_LIMITS.files} files` };
  const bytes = resources.reduce((sum, { size }) => sum + size, 0);
  if (bytes > SHARED_LIMITS.bytes) return { declined: `it has more than ${SHARED_LIMITS.bytes} bytes` };
  const root = uri.slice(0, -"SKILL.md".length);
  const files = new Map(resources.map((file) => [pathOf(file.uri, root), file]));
  if ([...files.keys()].some((path) => path === undefined))
    return { declined: "a file of it has no name that could be used" };
  const kept = SAFE.filter((key) => Object.hasOwn(frontmatter, key)).map((key) => [key, frontmatter[key]]);
  const said = { name: called, ...Object.fromEntries(kept), description: withOrigin(frontmatter.description, server) };
  return {
    uri,
    name: called,
    directory: directoryOf(uri),
    files: files as ReadonlyMap<string, ServedFile>,
    set: setOf(resources),
    header: writeHeader(said),
    entry,
  };
}

/** [MC24] */
export function setOf(resources: readonly ServedFile[]): string {
  const lines = resources.map(({ uri, digest, size }) => JSON.stringify([uri, digest, size])).sort(compareText);
  return `sha256:${hash("sha256", lines.join("\n"), "hex")}`;
}

/** [MC23] Names that several skills of one server have are told apart by their addresses. */
export function namesFor(entries: readonly Pick<Entry, "uri" | "frontmatter">[]): ReadonlyMap<string, string> {
  const uses = new Map<string, number>();
  for (const { frontmatter } of entries) uses.set(frontmatter.name, (uses.get(frontmatter.name) ?? 0) + 1);
  const taken = new Set([...uses].filter(([, count]) => count === 1).map(([name]) => name));
  const names = new Map<string, string>();
  for (const { uri, frontmatter } of entries) {
    if (uses.get(frontmatter.name) === 1) {
      names.set(uri, frontmatter.name);
      continue;
    }
    const long = directoryOf(uri).split("/").slice(1).join("-");
    let name = long;
    for (let number = 2; taken.has(name); number++) name = `${long}-${number}`;
    taken.add(name);
    names.set(uri, name);
  }
  return names;
}

function withOrigin(description: string, server: string): string {
  return `${description} [from the MCP server \`${server}\`]`;
}

/** `skill://acme/pdf/SKILL.md` → `skill/acme/pdf`. */
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

/** A directory of an address that no path can have stays as it is written. */
function plainSegment(segment: string): string {
  const plain = decodeSegment(segment);
  return plain !== undefined && isFileName(plain) ? plain : segment;
}

/** Whether a value has the shape of an entry at all; what is in it the protocol's library has checked. */
export function isEntry(value: unknown): value is Entry {
  return isMap(value) && typeof value["uri"] === "string" && isMap(value["frontmatter"]);
}
