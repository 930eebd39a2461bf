// Fetches locked sets of packages that only tests need, once into a cache, so that `npm ci` need not install them.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runNpm } from "./run-npm.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Directory for downloads that the build does not need. `npm ci` empties the default directory. */
export const cache = process.env.SKILLWRIGHT_CACHE ?? join(root, "node_modules", ".cache", "skillwright");

/** Returns the directory of a locked set, even if it is not fetched yet. Each lockfile has its own directory. */
export function lockedDirectory(name, locked) {
  const lock = readFileSync(join(locked, "package-lock.json"));
  return join(cache, `${name}-${createHash("sha256").update(lock).digest("hex").slice(0, 12)}`);
}

/** Fetches a locked set unless the cache has it, and returns its directory. */
export async function fetchLocked(name, what, locked) {
  const directory = lockedDirectory(name, locked);
  if (existsSync(directory)) return directory;
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(locked, file), join(partial, file));
  await runNpm(what, ["ci", "--prefix", partial]);
  // A module in this directory resolves packages of this directory for any file that imports it.
  writeFileSync(
    join(partial, "node_modules", "load-framework.mjs"),
    "export const loadFramework = (name) => import(name);\n",
  );
  renameSync(partial, directory);
  return directory;
}

/** Prints the result of `fetch`, or prints the error and exits with 1. It is for a script that a user starts. */
export async function printFetched(fetch) {
  try {
    console.log(await fetch());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
