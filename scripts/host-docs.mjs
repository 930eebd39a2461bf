// Writes docs/hosts/ and hosts.json from the profiles. With `--check` it writes nothing, and fails if a file is not up
// to date.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROFILES } from "../dist/hosts.js";
import { hostFacts } from "./host-facts.mjs";
import { hostPages } from "./host-pages.mjs";

const directory = join(dirname(fileURLToPath(import.meta.url)), "..", "docs", "hosts");
const pages = hostPages(PROFILES);
const factsFile = join(directory, "..", "..", "hosts.json");
const facts = hostFacts(PROFILES);
const isStale = !existsSync(factsFile) || readFileSync(factsFile, "utf8") !== facts;
const present = existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".md")) : [];

const stale = [...pages].filter(([name, text]) => !present.includes(name) || read(name) !== text).map(([name]) => name);
const surplus = present.filter((name) => !pages.has(name));

if (process.argv.includes("--check")) {
  for (const name of [...stale, ...surplus]) console.error(`docs/hosts/${name} is not up to date`);
  if (isStale) console.error("hosts.json is not up to date");
  if (stale.length + surplus.length > 0 || isStale)
    console.error("run `node scripts/build.mjs && node scripts/host-docs.mjs`");
  process.exitCode = stale.length + surplus.length > 0 || isStale ? 1 : 0;
} else {
  mkdirSync(directory, { recursive: true });
  for (const name of stale) writeFileSync(join(directory, name), pages.get(name));
  if (isStale) writeFileSync(factsFile, facts);
  for (const name of surplus) rmSync(join(directory, name));
}

function read(name) {
  return readFileSync(join(directory, name), "utf8");
}
