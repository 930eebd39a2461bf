// Packages that only tests need: a locked set, fetched once into a cache, so that `npm ci` need not bring them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** What is not needed to build goes here; `npm ci` empties it, unless SKILLWRIGHT_CACHE names another place. */
export const cache = process.env.SKILLWRIGHT_CACHE ?? join(root, "node_modules", ".cache", "skillwright");

/** Where they are, or would be: another lock is another directory. */
export function lockedDirectory(name, locked) {
  const lock = readFileSync(join(locked, "package-lock.json"));
  return join(cache, `${name}-${createHash("sha256").update(lock).digest("hex").slice(0, 12)}`);
}

/** Fetches them unless they are there; says so and returns undefined where npm cannot. */
export function fetchLocked(name, locked) {
  const directory = lockedDirectory(name, locked);
  if (existsSync(directory)) return directory;
  const partial = `${directory}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) cpSync(join(locked, file), join(partial, file));
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--silent", "--prefix", partial];
  const { status } = spawnSync(npm, ["ci", ...options], { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) return undefined;
  // A module that lies there finds what lies there, whoever imports it.
  writeFileSync(
    join(partial, "node_modules", "load-framework.mjs"),
    "export const loadFramework = (name) => import(name);\n",
  );
  renameSync(partial, directory);
  return directory;
}
