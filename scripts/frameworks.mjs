// The frameworks that the adapters are tested with, 130 MB. Beside them lies a link to this package, as if it were installed
// there too.
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cache, fetchLocked, lockedDirectory, root } from "./locked-packages.mjs";

export { cache };

const locked = join(root, "test", "surfaces", "adapters", "frameworks");

/** Where they are, or would be. */
export function frameworksDirectory() {
  return lockedDirectory("frameworks", locked);
}

/** Fetches them unless they are there; says so and returns undefined where npm cannot. */
export function fetchFrameworks() {
  const directory = fetchLocked("frameworks", locked);
  return directory && linkUs(directory);
}

/** Each time anew: several checkouts may share a cache. */
function linkUs(directory) {
  const link = join(directory, "node_modules", "skillwright");
  rmSync(link, { force: true });
  symlinkSync(root, link, "junction");
  return directory;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = fetchFrameworks();
  console.log(directory ?? "npm could not fetch them");
  process.exit(directory ? 0 : 1);
}
