/** The real packages, from the cache that `scripts/frameworks.mjs` fills. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { frameworksDirectory } from "../../../scripts/frameworks.mjs";
import { needsDownload, type Runners } from "../../needs.ts";

const loader = join(frameworksDirectory(), "node_modules", "load-framework.mjs");

/** `test` and `describe` for files that import a framework. */
export const withFrameworks: Runners = needsDownload("frameworks", existsSync(loader));

export async function framework<T>(name: string): Promise<T> {
  const { loadFramework } = (await import(pathToFileURL(loader).href)) as {
    loadFramework: (name: string) => Promise<T>;
  };
  return loadFramework(name);
}
