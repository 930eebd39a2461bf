/** Resolves paths of a project without loading skills. */
import { dirname, resolve } from "node:path";
import { type LoadOptions, prepareLoad } from "../catalog/load/load.ts";
import { requireTargetIn } from "../platform/files/real-target.ts";

export async function projectRootOf(load: LoadOptions): Promise<string> {
  return (await prepareLoad({ ...load, host: "skillwright" })).projectRoot;
}

/**
 * Returns the real path of the file that the user names for output. Throws SK601 if a symlink leads out of the project.
 */
export async function outputFile(named: string, load: LoadOptions): Promise<string> {
  const { cwd, projectRoot } = await prepareLoad({ ...load, host: "skillwright" });
  const path = resolve(cwd, named);
  return requireTargetIn(path, dirname(path), projectRoot);
}
