/**
 * Reads skills of a source that is not a disk. A load fetches their metadata into an in-memory file system, so that the
 * scan and the parser for directories apply. All other files are read on demand.
 */

import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError, OwnError } from "../../model/errors.ts";
import { isSkillFile, MAX_SIDECAR_BYTES, SIDECAR_FILES, type Sidecar, type Skill } from "../../model/skills/skill.ts";
import type { SkillSource } from "../../model/skills/skill-source.ts";
import { reasonOf } from "../../model/text/display/foreign-text.ts";
import { baseName } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { memoryFiles } from "../../platform/files/memory-files.ts";

/** The part of `LoadOptions` that has the sources. */
interface SourceOptions {
  readonly sources?: readonly SkillSource[];
}

/** Fetches every skill file and sidecar of a source. Files that fail are reported and left out. */
export async function fetchMetadata(
  source: SkillSource,
  root: string,
  sidecars: readonly string[] = SIDECAR_FILES,
): Promise<{ files: Files; diagnostics: Diagnostic[] }> {
  const tree: Record<string, Uint8Array | "directory"> = { [root]: "directory" };
  const diagnostics: Diagnostic[] = [];
  const attempt = async <T>(what: string, path: string, action: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      diagnostics.push(failed(source.name, what, path, error));
      return undefined;
    }
  };
  const { paths, strays } = (await attempt("cannot be listed", root, () => listPaths(source))) ?? NO_PATHS;
  if (strays.length > 0) diagnostics.push(astray(source.name, root, strays));
  for (const path of paths) {
    if (!isWanted(path, sidecars)) continue;
    if (source.head && !path.endsWith("/SKILL.md")) continue;
    const bytes = await attempt(`cannot return \`${path}\``, `${root}/${path}`, () =>
      source.head ? source.head(path) : source.read(path),
    );
    if (bytes) tree[`${root}/${path}`] = bytes;
  }
  return { files: memoryFiles(tree), diagnostics: [...diagnostics, ...(source.diagnostics ?? [])] };
}

function failed(source: string, what: string, path: string, error: unknown): Diagnostic {
  return diagnostic("SK027", {
    path,
    message: `the source \`${source}\` ${what} (${reasonOf(error)})`,
    help: "check the source, then reload",
  });
}

interface Paths {
  readonly paths: readonly string[];
  /** Values in the source's list that are not valid paths. */
  readonly strays: readonly unknown[];
}

const NO_PATHS: Paths = { paths: [], strays: [] };

/** Sorts the paths of a source. Paths that leave the source and values of other types are reported as strays. */
async function listPaths(source: SkillSource): Promise<Paths> {
  const listed: unknown = await source.list();
  if (!Array.isArray(listed)) throw new OwnError("it returns no list");
  return { paths: listed.filter(isRelativePath), strays: listed.filter((path) => !isRelativePath(path)) };
}

function isRelativePath(path: unknown): path is string {
  return typeof path === "string" && !path.startsWith("/") && !path.split("/").includes("..");
}

const MAX_SHOWN = 200;

function astray(source: string, root: string, paths: readonly unknown[]): Diagnostic {
  const [first] = paths;
  // Some objects cannot be converted to a text.
  const what = typeof first === "object" && first !== null ? "an object" : `\`${String(first).slice(0, MAX_SHOWN)}\``;
  const shown = paths.length === 1 ? what : `${what} and ${paths.length - 1} more`;
  return diagnostic("SK027", {
    path: root,
    message: `the source \`${source}\` lists entries that are not paths in it; they are left out: ${shown}`,
    help: "list paths that are relative to the source, without `..`",
  });
}

/** Returns true for metadata files. */
function isWanted(path: string, sidecars: readonly string[]): boolean {
  return isSkillFile(baseName(path)) || sidecars.some((file) => path.endsWith(`/${file}`));
}

interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Returns every file of the skill's directory. Sidecars of a server's skill are left out, because they have no effect.
 */
export async function readSourceFiles(skill: Skill, options: SourceOptions): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const path of await ownPaths(skill, options))
    if (!(skill.root.foreign && SIDECAR_FILES.includes(path)))
      files.push({ path, bytes: await requireSkillSource(skill, options).read(inSource(skill, path)) });
  return files;
}

/** Returns the sidecar of a server's skill for display. The sidecar has no effect on the skill. */
export async function readServedSidecar(skill: Skill, options: SourceOptions): Promise<Sidecar | undefined> {
  const paths = await ownPaths(skill, options);
  const found: { path: string; text: string }[] = [];
  for (const path of SIDECAR_FILES.filter((each) => paths.includes(each))) {
    const bytes = await requireSkillSource(skill, options).read(inSource(skill, path));
    if (bytes.length <= MAX_SIDECAR_BYTES) found.push({ path, text: Buffer.from(bytes).toString("utf8") });
  }
  if (found.length === 0) return undefined;
  const { parseSidecars } = await import("../../format/parse/parse-sidecar.ts");
  return parseSidecars(found).sidecar;
}

/**
 * Returns the sorted, unique paths of the skill's files, relative to its directory. The files of nested skills are
 * included.
 */
async function ownPaths(skill: Skill, options: SourceOptions): Promise<readonly string[]> {
  const below = inSource(skill, "");
  const { paths } = await listPaths(requireSkillSource(skill, options));
  const own = paths.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length));
  return [...new Set(own)].sort();
}

/**
 * Converts a path in the skill into a path in its source. The path of a source's root is a slash and the source's name.
 */
function inSource({ root, directory }: Skill, path: string): string {
  const place = directory.slice(root.path.length + 1);
  return place === "" ? path : `${place}/${path}`;
}

/** Returns the source of a skill. Throws SK027 if the source is not part of this load. */
export function requireSkillSource({ root }: Skill, { sources = [] }: SourceOptions): SkillSource {
  const found = sources.find(({ name }) => name === root.source);
  if (found) return found;
  throw new OperationError("SK027", `the source \`${root.source}\` was not given to this \`openSkills\` call`, {
    hint: "pass it in `sources`",
  });
}
