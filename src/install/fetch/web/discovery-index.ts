/**
 * Reads the index of a site's skills. It knows three formats: version 0.2 (an artifact and its digest for each skill),
 * version 0.1, and OpenCode's (both with a list of files for each skill). Names and paths are untrusted. A problem of
 * one entry is a diagnostic, and the other entries are still read.
 */
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../../model/errors.ts";
import { isMap, isStringList, parseJson } from "../../../model/schema.ts";
import type { InstallLimits } from "../../../model/skills/bundle.ts";
import { checkPath } from "../../../trust/bundle/check-path.ts";
import { describeRefusal, showPath } from "../../../trust/bundle/refusal.ts";
import { directoryNotOffered } from "../collect-skills.ts";

/** One skill of an index, with an artifact or with files. */
export type IndexEntry = ArtifactEntry | FilesEntry;

export interface ArtifactEntry {
  readonly type: "skill-md" | "archive";
  readonly name: string;
  /** The URL as in the index: absolute, or relative to the index. */
  readonly url: string;
  readonly digest: string;
  /** The expected files of an archive, if the index names them. */
  readonly files?: readonly string[];
}

export interface FilesEntry {
  readonly type: "files";
  readonly name: string;
  readonly files: readonly string[];
  readonly version?: string;
}

export interface DiscoveryIndex {
  readonly entries: readonly IndexEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

export const MAX_INDEX_BYTES = 4 * 1024 * 1024;
/** The `$schema` of an index of version 0.2. */
export const DISCOVERY_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const MAX_NAME = 64;

/** Parses an index. Throws SK623 for an invalid or unknown index. `where` is used in messages. */
export function readDiscoveryIndex(bytes: Uint8Array, where: string, limits: InstallLimits): DiscoveryIndex {
  const index = parseJson(bytes);
  if (!isMap(index) || !Array.isArray(index["skills"])) throw refused(where, "is not an index of skills");
  const { $schema: schema, skills } = index;
  const isCurrent = schema === DISCOVERY_SCHEMA;
  if (schema !== undefined && !isCurrent)
    throw refused(where, `follows \`${showPath(String(schema))}\`, which is not known here`);
  if (skills.length > limits.maxSkills) throw refused(where, `has more than ${limits.maxSkills} skills`);
  const entries = new Map<string, IndexEntry>();
  const diagnostics: Diagnostic[] = [];
  for (const item of skills) {
    const entry = isMap(item) ? readEntry(item, isCurrent, limits) : unnamed("is not an index entry");
    if (!("type" in entry)) diagnostics.push(entry);
    else if (entries.has(entry.name.toLowerCase())) diagnostics.push(twice(entry.name));
    else entries.set(entry.name.toLowerCase(), entry);
  }
  return { entries: [...entries.values()], diagnostics };
}

type Item = Readonly<Record<string, unknown>>;

function readEntry(item: Item, isCurrent: boolean, limits: InstallLimits): IndexEntry | Diagnostic {
  const { name } = item;
  if (typeof name !== "string") return unnamed("has no name");
  const problem = checkName(name, limits);
  if (problem) return problem;
  return isCurrent ? readArtifact(name, item) : readFiles(name, item, limits);
}

/** Checks a name. The name is used as a local directory and as a part of a URL. */
function checkName(name: string, limits: InstallLimits): Diagnostic | undefined {
  const help = "a skill's name is one word; report it to the author of the index";
  const problem = checkPath(name, limits);
  if (problem) return describeRefusal(problem.code, { entry: name, what: problem.what, help });
  const odd = name.includes("/") || name.startsWith(".") || name.startsWith("-") || name.length > MAX_NAME;
  return odd ? describeRefusal("SK640", { entry: name, what: "is not a valid skill name", help }) : undefined;
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

function readArtifact(name: string, { type, url, digest, files }: Item): ArtifactEntry | Diagnostic {
  if (type !== "skill-md" && type !== "archive")
    return directoryNotOffered(
      name,
      `is of the type \`${showPath(String(type))}\``,
      "only `skill-md` and `archive` are known",
    );
  if (typeof url !== "string")
    return directoryNotOffered(name, "has no address", "report it to the author of the index");
  if (typeof digest !== "string" || !DIGEST.test(digest))
    return diagnostic("SK605", {
      path: showPath(name),
      message: `the index states no SHA-256 of \`${showPath(name)}\``,
      help: "without it, changes of the skill cannot be detected; report it to the author of the index",
    });
  return { type, name, url, digest, ...(isStringList(files) ? { files } : {}) };
}

/**
 * Reads the file list of an entry. Returns undefined if a path leads out of the skill; no file of the skill is then
 * requested.
 */
function readFiles(name: string, { files, version }: Item, limits: InstallLimits): FilesEntry | Diagnostic {
  if (!isStringList(files))
    return directoryNotOffered(name, "has no list of files", "report it to the author of the index");
  if (files.length > limits.maxFiles) {
    const help = "a skill is a small directory; keep data and dependencies elsewhere";
    return describeRefusal("SK642", { entry: name, what: `has more than ${limits.maxFiles} files`, help });
  }
  for (const file of files) {
    const problem = checkPath(file, limits);
    if (problem)
      return describeRefusal(problem.code, { entry: `${name}/${file}`, what: problem.what, help: problem.help });
  }
  if (!files.includes("SKILL.md"))
    return directoryNotOffered(name, "has no `SKILL.md` among its files", "every skill needs a SKILL.md");
  return { type: "files", name, files, ...(typeof version === "string" ? { version: showPath(version) } : {}) };
}

function twice(name: string): Diagnostic {
  return directoryNotOffered(name, "is in the index twice", "the first one wins; report it to the author of the index");
}

function unnamed(what: string): Diagnostic {
  return diagnostic("SK606", {
    message: `an entry of the index ${what}, and is left out`,
    help: "report it to the author of the index",
  });
}

function refused(where: string, what: string): OperationError {
  return new OperationError("SK623", `\`${where}\` ${what}`, {
    hint: "nothing was installed; a newer version of skillwright may support it",
  });
}
