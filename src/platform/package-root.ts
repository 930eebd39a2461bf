import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

let known: string | undefined;

/** The directory of our own package.json, whether we run bundled or not. */
export function packageRoot(): string {
  if (known !== undefined) return known;
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, "package.json")) && dirname(directory) !== directory)
    directory = dirname(directory);
  known = directory;
  return directory;
}

/** The text of a file of our own package. */
export function readPackageFile(path: string): string {
  return readFileSync(join(packageRoot(), path), "utf8");
}
