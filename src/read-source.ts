/** Conductor: what a source lists, fetched into a file system in memory, so that it goes through the same scan and parse. */
import { diagnostic } from "./diagnostics/diagnostic.ts";
import type { Diagnostic } from "./model/diagnostic.ts";
import type { SkillSource } from "./model/source.ts";
import { SIDECAR_FILES } from "./parse/sidecar-files.ts";
import type { Files } from "./platform/files.ts";
import { memoryFiles } from "./platform/memory-files.ts";
import { isSkillFile } from "./scan/scan.ts";

/** A source that fails brings nothing and says so; the others are not its hostages. */
export async function readSource(
  source: SkillSource,
  root: string,
): Promise<{ files: Files; diagnostics: Diagnostic[] }> {
  const tree: Record<string, Uint8Array | "directory"> = { [root]: "directory" };
  const diagnostics: Diagnostic[] = [];
  try {
    for (const path of await source.list()) if (isWanted(path)) tree[`${root}/${path}`] = await source.read(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    diagnostics.push(
      diagnostic("SK027", {
        path: root,
        message: `the source \`${source.name}\` failed (${why}); what it had not given yet is missing`,
        help: "check the source, then reload",
      }),
    );
  }
  return { files: memoryFiles(tree), diagnostics };
}

/** Only metadata is fetched; a path that leaves the source is nobody's skill. */
function isWanted(path: string): boolean {
  if (path.startsWith("/") || path.split("/").includes("..")) return false;
  return isSkillFile(path.slice(path.lastIndexOf("/") + 1)) || SIDECAR_FILES.some((file) => path.endsWith(`/${file}`));
}
