/**
 * Reads and writes `skills.lock`. It lists the installed skills with their directory, origin and approved bytes. The
 * same entries give the same text. A repository may contain a lock, so a lock can withhold a skill, but never allow
 * one.
 */

import { OperationError } from "../../model/errors.ts";
import type { ApprovedFiles } from "../../model/rules/approval.ts";
import type { Capabilities } from "../../model/rules/audit.ts";
import {
  anything,
  hasShape,
  isMap,
  list,
  matching,
  object,
  oneOf,
  optional,
  parseJson,
  readShape,
  record,
  type Schema,
  string,
  stringList,
} from "../../model/schema.ts";
import { type Origin, SOURCE_KINDS } from "../../model/skills/origin.ts";
import { withoutSecrets } from "../../model/text/display/without-secrets.ts";
import { parentPath } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { directoryProblem, readExisting, readProblem } from "../../platform/files/read-text.ts";

export interface LockEntry extends ApprovedFiles {
  readonly name: string;
  readonly origin: Origin;
  /** The capabilities and findings that the user approved. */
  readonly approval: { readonly capabilities: Capabilities; readonly findings: readonly string[] };
}

/** Entries by key, as in the file. A key names a directory; `resolveKeys` decides which keys are allowed. */
export type Lock = ReadonlyMap<string, LockEntry>;

const SCHEMA = 1;
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a lock. A missing lock has no entries. Throws SK504 for an invalid lock. */
export function readLock(path: string, files: Files): Lock {
  const text = readStateText(path, files, MAX_BYTES);
  return text === undefined ? new Map() : parseLock(text, path);
}

/**
 * Reads only the digest of each directory. The digests are enough for a listing, and reading them takes a tenth of the
 * time.
 */
export function readLockDigests(path: string, files: Files): ReadonlyMap<string, string> {
  const text = readStateText(path, files, MAX_BYTES);
  return text === undefined ? new Map() : digestsIn(skillsIn(text, path), path);
}

/**
 * Returns the digest of each directory. Throws SK504 if the list or a digest is missing. Without a digest, the lock
 * would withhold no changed skill.
 */
export function digestsIn(entries: unknown, path: string): ReadonlyMap<string, string> {
  if (!isMap(entries)) throw unreadable(path, "it has no list of skills");
  const digests = new Map<string, string>();
  for (const [key, value] of Object.entries(entries)) {
    const digest = isMap(value) ? value["digest"] : undefined;
    if (!isDigest(digest)) throw unreadable(path, `its entry \`${key.slice(0, 100)}\` is not valid`);
    digests.set(key, digest);
  }
  return digests;
}

/** Returns the text of an optional file. Throws SK504 if it exists but cannot be read. */
export function readStateText(path: string, files: Files, maxBytes: number): string | undefined {
  try {
    const bytes = readExisting(path, maxBytes, files);
    if (bytes !== undefined) return Buffer.from(bytes).toString("utf8");
  } catch (error) {
    throw unreadable(path, readProblem(error));
  }
  const problem = directoryProblem(parentPath(path), files);
  if (problem !== undefined) throw unreadable(path, `its directory cannot be read (${problem})`, MEND);
  return undefined;
}

export function parseLock(text: string, path: string): Lock {
  const skills = skillsIn(text, path);
  if (!isMap(skills)) throw unreadable(path, "it has no `skills`");
  const lock = new Map<string, LockEntry>();
  for (const [key, value] of Object.entries(skills)) {
    const entry = readEntry(value);
    if (entry === undefined) throw unreadable(path, `its entry \`${key.slice(0, 100)}\` is not valid`);
    lock.set(key, entry);
  }
  return lock;
}

/**
 * Returns the entries of a lock. If git left conflict markers because two branches added skills, the entries of both
 * branches are returned.
 */
function skillsIn(text: string, path: string): unknown {
  const sides = conflictSidesOf(text);
  if (sides === undefined) return parseSchema(text, path)["skills"];
  const [ours, theirs] = [sides.ours, sides.theirs].map((side) => parseSchema(side, path)["skills"]);
  if (!isMap(ours) || !isMap(theirs)) throw unreadable(path, "it has no `skills`");
  const key = Object.keys(ours).find((each) => Object.hasOwn(theirs, each) && !isSame(ours[each], theirs[each]));
  if (key === undefined) return { ...theirs, ...ours };
  throw new OperationError("SK504", `\`${path}\` cannot be used: two branches changed \`${key.slice(0, 100)}\``, {
    hint: "keep one side of the conflict, then run `skillwright install`",
  });
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Parses a file that Skillwright writes and checks its schema. */
export function parseSchema(text: string, path: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (value === undefined) throw unreadable(path, "it is not JSON");
  if (!isMap(value)) throw unreadable(path, "it is not an object");
  if (value["schema"] !== SCHEMA) throw unreadable(path, "it was written by another version");
  return value;
}

const RESTORE = "restore it from version control or a backup, or run `skillwright doctor --fix`";
const MEND = "make it a directory that you can read";

function unreadable(path: string, why: string, hint: string = RESTORE): OperationError {
  return new OperationError("SK504", `\`${path}\` cannot be used: ${why}`, { hint });
}

const DIGEST = matching(/^sha256:[0-9a-f]{64}$/, "the digest of a directory");
const APPROVED_FIELDS = {
  digest: DIGEST,
  files: record(matching(/^(?:644|755) [0-9a-f]{64}$/, "mode and hash"), "modes and hashes by path"),
};
/** The schema of approved files: each with its mode and hash. */
export const APPROVED_SCHEMA: Schema<ApprovedFiles> = object(APPROVED_FIELDS);
const ORIGIN = object({
  kind: oneOf(SOURCE_KINDS, "the kind of the source"),
  source: string("the source as the user named it"),
  path: string("the directory in the source"),
});
const ENTRY = object({
  name: string("the skill's name"),
  origin: ORIGIN,
  approval: optional(anything("the approval at that time")),
});
/**
 * The schema of a lock entry in the history and in the journal of an installation. Only Skillwright writes these files.
 */
export const STORED_ENTRY: Schema<LockEntry> = object({
  ...APPROVED_FIELDS,
  name: string("the skill's name"),
  origin: ORIGIN,
  approval: object({
    capabilities: object({}) as Schema<Capabilities>,
    findings: stringList("the findings at that time"),
  }),
});
const ORIGIN_TEXTS = ["resolved", "artifact", "released", "signer", "plugin"] as const;

function readEntry(value: unknown): LockEntry | undefined {
  const approved = readShape(value, APPROVED_SCHEMA);
  if (approved === undefined || !hasShape(value, ENTRY)) return undefined;
  const { name, origin, approval } = value;
  const { capabilities, findings } = isMap(approval) ? approval : {};
  return {
    name,
    origin: readOrigin(origin),
    ...approved,
    approval: { capabilities: readCapabilities(capabilities), findings: readShape(findings, CAPABILITY) ?? [] },
  };
}

export function isDigest(value: unknown): value is string {
  return hasShape(value, DIGEST);
}

function readOrigin({ kind, source, path, ...rest }: Origin): Origin {
  const more = ORIGIN_TEXTS.flatMap((key) => (typeof rest[key] === "string" ? [[key, withoutSecrets(rest[key])]] : []));
  return { kind, source: withoutSecrets(source), path, ...Object.fromEntries(more) };
}

const CAPABILITY = stringList("capabilities of the skill");
const CAPABILITIES: { readonly [K in keyof Capabilities]: Schema<Capabilities[K]> } = {
  tools: CAPABILITY,
  scripts: list(object({ path: string("the path of the script"), language: string("the script's language") })),
  hosts: CAPABILITY,
  hooks: CAPABILITY,
  shell: CAPABILITY,
  secrets: CAPABILITY,
  outside: CAPABILITY,
  binaries: CAPABILITY,
};

/**
 * Reads the capabilities of an entry. An invalid list is treated as empty, so the skill's capabilities are reported as
 * new.
 */
function readCapabilities(from: unknown): Capabilities {
  const given = isMap(from) ? from : {};
  const read = Object.entries(CAPABILITIES).map(([key, schema]) => [key, readShape<unknown>(given[key], schema) ?? []]);
  return Object.fromEntries(read) as Capabilities;
}

/**
 * Writes sorted entries without times or names of machines. Two users who install the same skills get the same file.
 */
export function formatLock(lock: Lock): string {
  const skills = [...lock].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, plain(entry)]);
  return formatFile({ skills: fromEntries(skills) });
}

function plain({ name, origin, digest, files, approval }: LockEntry): object {
  const { kind, source, path, ...more } = origin;
  const { capabilities, findings } = approval;
  return {
    name,
    origin: { kind, source, path, ...sorted(more) },
    digest,
    files: sorted(files),
    approval: { capabilities: sorted(capabilities), findings },
  };
}

function sorted(map: object): object {
  return fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** `Object.fromEntries` with a simpler type. An entry named `__proto__` becomes an ordinary key. */
function fromEntries(entries: readonly (readonly unknown[])[]): object {
  return Object.fromEntries(entries as [string, unknown][]);
}

export function formatFile(fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ schema: SCHEMA, ...fields }, null, 2)}\n`;
}

/** The text of a file with conflict markers, once for each of the two branches. */
export interface ConflictSides {
  readonly ours: string;
  readonly theirs: string;
}

const MARKERS = { ours: /^<{7}(?: |$)/, base: /^\|{7}(?: |$)/, theirs: /^={7}$/, end: /^>{7}(?: |$)/ } as const;

/**
 * Returns both sides of a file with conflict markers. Returns undefined if there is no conflict. The common base of the
 * branches is left out.
 */
export function conflictSidesOf(text: string): ConflictSides | undefined {
  if (!/^<{7}/m.test(text)) return undefined;
  const ours: string[] = [];
  const theirs: string[] = [];
  let part: "both" | "ours" | "base" | "theirs" = "both";
  for (const line of text.split("\n")) {
    const next = partAfter(line, part);
    if (next !== undefined) part = next;
    else {
      if (part === "both" || part === "ours") ours.push(line);
      if (part === "both" || part === "theirs") theirs.push(line);
    }
  }
  return { ours: ours.join("\n"), theirs: theirs.join("\n") };
}

/**
 * Returns the side to which the lines after a conflict marker belong. Returns undefined if the line is not a marker.
 */
function partAfter(line: string, part: string): "both" | "ours" | "base" | "theirs" | undefined {
  if (part === "both") return MARKERS.ours.test(line) ? "ours" : undefined;
  if (part === "ours" && MARKERS.base.test(line)) return "base";
  if (part !== "theirs" && MARKERS.theirs.test(line)) return "theirs";
  return part === "theirs" && MARKERS.end.test(line) ? "both" : undefined;
}
