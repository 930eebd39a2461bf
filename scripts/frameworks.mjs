// Fetches the frameworks for tests of the adapters, 130 MB. The cache also has a link to this package, as if the
// package were installed next to the frameworks.
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cache, fetchLocked, lockedDirectory, printFetched, root } from "./locked-packages.mjs";

export { cache };

const locked = join(root, "test", "surfaces", "adapters", "frameworks");

/** Returns the directory of the frameworks, even if they are not fetched yet. */
export function frameworksDirectory() {
  return lockedDirectory("frameworks", locked);
}

/** Fetches the frameworks unless the cache has them, and returns their directory. */
export async function fetchFrameworks() {
  return linkUs(await fetchLocked("frameworks", "the frameworks that the adapters are tested with", locked));
}

/** Makes the link each time, because several checkouts may share a cache. */
function linkUs(directory) {
  const link = join(directory, "node_modules", "skillwright");
  rmSync(link, { force: true });
  symlinkSync(root, link, "junction");
  return directory;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await printFetched(fetchFrameworks);
