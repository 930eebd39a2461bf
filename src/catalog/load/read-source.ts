/** Conductor: what a source lists, fetched into a file system in memory, so that it goes through the same scan and parse. */
import { SIDECAR_FILES } from "../../format/parse/sidecar-files.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { SkillSource } from "../../model/skills/source.ts";
import type { Files } from "../../platform/files/files.ts";
import { memoryFiles } from "../../platform/files/memory-files.ts";
import { isSkillFile } from "../scan/found-file.ts";

/** What a source cannot give is missing and said; neither its other files nor other sources are hostages of that. */
export async function readSource(
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
  const { paths, strays } = (await attempt("cannot be listed", root, () => pathsOf(source))) ?? NO_PATHS;
  if (strays.length > 0) diagnostics.push(astray(source.name, root, strays));
  for (const path of paths) {
    if (!isWanted(path, sidecars)) continue;
    if (source.head && !path.endsWith("/SKILL.md")) continue;
    const bytes = await attempt(`cannot give \`${path}\``, `${root}/${path}`, () =>
      source.head ? source.head(path) : source.read(path),
    );
    if (bytes) tree[`${root}/${path}`] = bytes;
  }
  return { files: memoryFiles(tree), diagnostics: [...diagnostics, ...(source.diagnostics ?? [])] };
}

function failed(source: string, what: string, path: string, error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message : String(error);
  return diagnostic("SK027", {
    path,
    message: `the source \`${source}\` ${what} (${why})`,
    help: "check the source, then reload",
  });
}

interface Paths {
  readonly paths: readonly string[];
  /** Whatever else it lists. */
  readonly strays: readonly unknown[];
}

const NO_PATHS: Paths = { paths: [], strays: [] };

/** What a source lists, sorted out: a path that leaves it is nobody's skill, and whoever wrote it may not have had types. */
export async function pathsOf(source: SkillSource): Promise<Paths> {
  const listed: unknown = await source.list();
  if (!Array.isArray(listed)) throw new TypeError("it gives no list");
  return { paths: listed.filter(isWithin), strays: listed.filter((path) => !isWithin(path)) };
}

function isWithin(path: unknown): path is string {
  return typeof path === "string" && !path.startsWith("/") && !path.split("/").includes("..");
}

const MAX_SHOWN = 200;

function astray(source: string, root: string, paths: readonly unknown[]): Diagnostic {
  const [first] = paths;
  // Not every object can be made a text.
  const what = typeof first === "object" && first !== null ? "an object" : `\`${String(first).slice(0, MAX_SHOWN)}\``;
  const shown = paths.length === 1 ? what : `${what} and ${paths.length - 1} more`;
  return diagnostic("SK027", {
    path: root,
    message: `the source \`${source}\` lists what is no path in it, and that is left out: ${shown}`,
    help: "list paths that are relative to the source, without `..`",
  });
}

/** Only metadata is fetched. */
function isWanted(path: string, sidecars: readonly string[]): boolean {
  return isSkillFile(path.slice(path.lastIndexOf("/") + 1)) || sidecars.some((file) => path.endsWith(`/${file}`));
}
