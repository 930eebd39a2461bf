/** The real packages, from the cache that `scripts/frameworks.mjs` fills. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { frameworksDirectory } from "../../../scripts/frameworks.mjs";

export async function framework<T>(name: string): Promise<T> {
  const loader = join(frameworksDirectory(), "node_modules", "load-framework.mjs");
  if (!existsSync(loader))
    throw new Error("the frameworks are not here yet: `node scripts/frameworks.mjs` fetches them");
  const { loadFramework } = (await import(pathToFileURL(loader).href)) as {
    loadFramework: (name: string) => Promise<T>;
  };
  return loadFramework(name);
}
