// Fetches a newer Node from npm, under which some tests run again.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./locked-packages.mjs";
import { runNpm } from "./run-npm.mjs";

const VERSION = "24.9.0";

/** Fetches the newer Node unless the cache has it, and returns the path of its binary. */
export async function fetchNewerNode() {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const binary = join(cache, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(binary)) return binary;
  mkdirSync(cache, { recursive: true });
  const what = `Node ${VERSION} for this machine (${name})`;
  await runNpm(what, ["install", "--no-save", "--no-package-lock", "--prefix", cache, `${name}@${VERSION}`]);
  if (!existsSync(binary)) throw new Error(`npm could not fetch ${what}:\nthe package has no ${binary}`);
  return binary;
}
