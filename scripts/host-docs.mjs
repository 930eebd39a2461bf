// Writes docs/hosts/ from the profiles. With `--check` it writes nothing and fails where a page is not up to date.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROFILES } from "../dist/hosts.js";
import { hostPages } from "./host-pages.mjs";

const directory = join(dirname(fileURLToPath(import.meta.url)), "..", "docs", "hosts");
const pages = hostPages(PROFILES);
const present = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".md")) : [];

const stale = [...pages].filter(([name, text]) => !present.includes(name) || read(name) !== text).map(([name]) => name);
const surplus = present.filter((name) => !pages.has(name));

if (process.argv.includes("--check")) {
  for (const name of [...stale, ...surplus]) console.error(`docs/hosts/${name} is not up to date`);
  if (stale.length + surplus.length > 0) console.error("run `node scripts/build.mjs && node scripts/host-docs.mjs`");
  process.exitCode = stale.length + surplus.length > 0 ? 1 : 0;
} else {
  mkdirSync(directory, { recursive: true });
  for (const name of stale) writeFileSync(join(directory, name), pages.get(name));
  for (const name of surplus) rmSync(join(directory, name));
}

function read(name) {
  return readFileSync(join(directory, name), "utf8");
}
