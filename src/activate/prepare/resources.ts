/**
 * Lists and reads a skill's files other than its SKILL.md. Whatever a path or a link contains, it reads only the
 * requested file, and never a file outside of the skill.
 */
import type { Resource } from "../../model/conversation/activation.ts";
import { undefinedIfRefused } from "../../model/errors.ts";
import { isSkillFile } from "../../model/skills/skill.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { compareText } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { type ByteRange, cutRange, type ResourceText } from "./cut-range.ts";

/** Maximum files that are named to a model. */
const MAX_LISTED = 50;
/** Maximum files that are counted. */
const MAX_COUNTED = 2000;
/** Maximum bytes of one file. Every MCP server of skills must support files of this size. */
const MAX_RESOURCE_BYTES = 16_777_216;
const MAX_PATH = 4096;
const FIRST: readonly string[] = ["scripts", "references", "assets"];

export interface ListedResources {
  readonly resources: readonly Resource[];
  readonly more: number;
}

export interface ResourceRefusal {
  readonly refused: { readonly code: "SK332" | "SK333" | "SK503"; readonly reason: string; readonly help?: string };
}

/**
 * Lists scripts, references and assets first, then other files; each group is sorted by name. Returns the first files
 * and the number of the remaining files.
 */
export function listBundle(directory: string, files: Files): ListedResources {
  const { shown, more } = chooseShownPaths(listSkillFiles(directory, files));
  return { resources: shown.map((path) => ({ path, bytes: sizeOf(`${directory}/${path}`, files) })), more };
}

/** Returns the paths that a listing shows, in the listing's order, and the number of the remaining paths. */
export function chooseShownPaths(paths: readonly string[]): { shown: readonly string[]; more: number } {
  const rank = (path: string): number => {
    const at = FIRST.indexOf(path.slice(0, path.indexOf("/")));
    return at === -1 ? FIRST.length : at;
  };
  const sorted = [...paths].sort((a, b) => rank(a) - rank(b) || compareText(a, b));
  return { shown: sorted.slice(0, MAX_LISTED), more: Math.max(0, sorted.length - MAX_LISTED) };
}

/** Returns whether a listing skips files or directories of this name. */
export function isSkippedName(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/**
 * Returns the files of a skill: without hidden files, nested skills, and links out of the directory. If the whole
 * directory is requested, nested skills and SKILL.md are included.
 */
export function listSkillFiles(directory: string, files: Files, { whole = false } = {}): string[] {
  const found: string[] = [];
  const pending = [""];
  let base: string | undefined;
  for (let at = 0; at < pending.length && found.length < MAX_COUNTED; at++) {
    const relative = pending[at] as string;
    const listing = undefinedIfRefused(() =>
      files.readDirectory(relative === "" ? directory : `${directory}/${relative}`),
    );
    if (listing === undefined || (!whole && relative !== "" && listing.files.some(isSkillFile))) continue;
    const within = (name: string): string => (relative === "" ? name : `${relative}/${name}`);
    for (const name of listing.files)
      if (!isSkippedName(name) && (whole || !(relative === "" && isSkillFile(name)))) found.push(within(name));
    for (const name of listing.directories) if (!isSkippedName(name)) pending.push(within(name));
    for (const name of listing.links) {
      base ??= undefinedIfRefused(() => files.realPath(directory)) ?? directory;
      if (!isSkippedName(name) && leadsToFile(`${directory}/${within(name)}`, base, files)) found.push(within(name));
    }
  }
  return found;
}

function leadsToFile(path: string, base: string, files: Files): boolean {
  const real = undefinedIfRefused(() => files.realPath(path));
  return (
    real !== undefined &&
    real !== base &&
    isInside(real, base) &&
    undefinedIfRefused(() => files.stat(real).kind) === "file"
  );
}

function sizeOf(path: string, files: Files): number {
  return undefinedIfRefused(() => files.stat(path).size) ?? 0;
}

/**
 * Returns a part of one file, or the reason for a refusal. SKILL.md can be read too, so that a model can read the rest
 * of a skill that was cut.
 */
export function readDirectoryResource(
  directory: string,
  path: string,
  files: Files,
  range: ByteRange = {},
  /** Returns why the bytes that were just read must not be used. If it returns undefined, the bytes may be used. */
  against: (path: string, bytes: Uint8Array) => ResourceRefusal | undefined = () => undefined,
): ResourceText | ResourceRefusal {
  const clean = path.replace(/^(?:\.\/)+/, "");
  const read = readBytes(directory, clean, files);
  return "refused" in read ? read : (against(clean, read.bytes) ?? cutRange(read.bytes, range));
}

/** Returns one whole file, or the reason for a refusal. */
export function readBytes(
  directory: string,
  clean: string,
  files: Files,
  maxBytes: number = MAX_RESOURCE_BYTES,
): { readonly bytes: Uint8Array } | ResourceRefusal {
  const wrong = whyPathIsRefused(clean);
  if (wrong) return wrong;
  const base = undefinedIfRefused(() => files.realPath(directory));
  const real = undefinedIfRefused(() => files.realPath(`${directory}/${clean}`));
  if (base === undefined || real === undefined) return missingFileRefusal(clean, listSkillFiles(directory, files));
  // If SKILL.md is a symlink, it was already followed when the skill was found. Its target is therefore allowed.
  if ((real === base || !isInside(real, base)) && !isSkillFile(clean))
    return resourceRefusal("SK332", "it leads out of the skill's directory");
  const stat = undefinedIfRefused(() => files.stat(real));
  if (stat?.kind === "directory") return resourceRefusal("SK333", "it is a directory", "ask for a file in it");
  if (stat?.kind !== "file") return resourceRefusal("SK333", "it is not a regular file");
  if (stat.size > maxBytes) return tooLarge(stat.size);
  const bytes = undefinedIfRefused(() => files.readFile(real, maxBytes));
  return bytes === undefined ? resourceRefusal("SK333", "it cannot be read") : { bytes };
}

/** Returns the reason why a path is refused, before the disk is touched. */
export function whyPathIsRefused(path: string): ResourceRefusal | undefined {
  const help = "give the path from the skill's directory, such as `scripts/run.sh`";
  if (path === "" || path === ".") return resourceRefusal("SK333", "no file was given", help);
  if (path.length > MAX_PATH) return resourceRefusal("SK332", `it is longer than ${MAX_PATH} characters`, help);
  if (path.includes("\0") || path.includes("\\"))
    return resourceRefusal("SK332", "it has a character that is not allowed in a path", help);
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return resourceRefusal("SK332", "it is absolute", help);
  if (path.split("/").includes("..")) return resourceRefusal("SK332", "it leaves the directory with `..`", help);
  return undefined;
}

export function missingFileRefusal(path: string, names: readonly string[]): ResourceRefusal {
  const near = findNearest(path, names).map((name) => `\`${name}\``);
  return resourceRefusal(
    "SK333",
    "the skill has no such file",
    near.length > 0 ? `did you mean ${near.join(", ")}?` : undefined,
  );
}

function tooLarge(bytes: number): ResourceRefusal {
  return resourceRefusal(
    "SK333",
    `it has ${bytes} bytes, which is over the limit`,
    "read part of the file with a program",
  );
}

export function resourceRefusal(code: "SK332" | "SK333", reason: string, help?: string): ResourceRefusal {
  return { refused: { code, reason, ...(help === undefined ? {} : { help }) } };
}

/** Returns the absolute path of a file of the skill if it exists. */
export function absolutePath(directory: string, path: string, files: Files): string | undefined {
  const absolute = `${directory}/${path}`;
  return !whyPathIsRefused(path) && undefinedIfRefused(() => files.stat(absolute).kind) === "file"
    ? absolute
    : undefined;
}
