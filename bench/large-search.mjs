// `node bench/large-search.mjs --from DIR [--size 10000] [--warm 5000] [--large 60000]`: measures search over many
// skills. DIR has SKILL.md files with real text, for `large-tree.mjs`. Prints ratios, and fails above the limits.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeLargeTree } from "./large-tree.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    from: { type: "string" },
    size: { type: "string", default: "10000" },
    warm: { type: "string", default: "5000" },
    large: { type: "string", default: "60000" },
    runs: { type: "string", default: "7" },
  },
});
if (values.from === undefined) throw new Error("usage: node bench/large-search.mjs --from DIR");

const MAX_BUILD_TO_READ = 3;
const MAX_INDEX_MIB = 60;
const MAX_WARM_TO_NODE = 2.5;
const MAX_PEAK_MIB = 1024;
const MIB = 1 << 20;
const REQUEST = "fill a pdf form";
/** The commands that a user runs over all skills. */
const COMMANDS = [
  ["list"],
  ["search", REQUEST],
  ["matrix", "--hosts", "every"],
  ["catalog"],
  ["check"],
  ["audit"],
  ["budget"],
  ["doctor"],
  ["explain", "no-such-skill"],
];
const READ = `
const { readdirSync, readFileSync } = require("node:fs");
for (const entry of readdirSync(process.argv[1], { recursive: true, withFileTypes: true }))
  if (entry.name === "SKILL.md") readFileSync((entry.parentPath ?? entry.path) + "/SKILL.md", "utf8");`;
/** The minimum work to detect that no file and no directory has changed. The paths are already known. */
const STAT = `
const { readFileSync, statSync } = require("node:fs");
for (const path of readFileSync(process.argv[1], "utf8").split("\\n")) statSync(path);`;
const work = mkdtempSync(join(tmpdir(), "skillwright-large-"));

try {
  console.log("| work | measured | limit |\n| --- | ---: | ---: |");
  measureIndex(treeOf(Number(values.size)), Number(values.size));
  measureWarm(treeOf(Number(values.warm)), Number(values.warm), Number(values.runs));
  if (Number(values.large) > 0) measurePeaks(treeOf(Number(values.large)), Number(values.large));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function measureIndex(root, size) {
  const node = run("-e", ["0"]).cpuMs;
  const read = least(3, () => run("-e", [READ, root]).cpuMs) - node;
  const cold = least(3, () => {
    rmSync(join(work, "cache", "skillwright", "search"), { recursive: true, force: true });
    return command(["search", REQUEST], root).cpuMs;
  });
  const warm = least(3, () => command(["search", REQUEST], root).cpuMs);
  row(`CPU time to build the index of ${size} skills, to read them`, (cold - warm) / read, MAX_BUILD_TO_READ);
  row(`index of ${size} skills, MiB`, sizeOf(join(work, "cache")) / MIB, MAX_INDEX_MIB);
}

function measureWarm(root, size, runs) {
  command(["search", REQUEST], root);
  const paths = join(work, "paths");
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  writeFileSync(paths, [root, ...entries.map((each) => join(each.parentPath ?? each.path, each.name))].join("\n"));
  const ours = [];
  const stats = [];
  const nodes = [];
  for (let at = 0; at < runs; at++) {
    ours.push(command(["search", REQUEST], root).cpuMs);
    stats.push(run("-e", [STAT, paths]).cpuMs);
    nodes.push(run("-e", ["0"]).cpuMs);
  }
  row(
    `\`stat\` of each file and directory of ${size} skills, to \`node -e 0\` (lowest CPU)`,
    Math.min(...stats) / Math.min(...nodes),
    Number.POSITIVE_INFINITY,
  );
  row(
    `warm search of ${size} skills, to \`node -e 0\` (lowest CPU)`,
    Math.min(...ours) / Math.min(...nodes),
    MAX_WARM_TO_NODE,
  );
}

function measurePeaks(root, size) {
  for (const args of COMMANDS)
    row(`peak memory of \`${args.join(" ")}\` with ${size} skills, MiB`, command(args, root).peakMiB, MAX_PEAK_MIB);
}

function least(runs, measure) {
  return Math.min(...Array.from({ length: runs }, measure));
}

function row(what, value, limit) {
  console.log(`| ${what} | ${value.toFixed(2)} | ${Number.isFinite(limit) ? limit : ""} |`);
  if (value > limit) process.exitCode = 1;
}

function treeOf(size) {
  const root = join(work, String(size));
  writeLargeTree(values.from, root, size);
  return root;
}

function command(args, root) {
  return run(join(here, "..", "dist", "bin.cjs"), [...args, "--root", root, "--no-default-skills"]);
}

/** Runs Node with an empty home, and returns its CPU time and the most memory that it ever held. */
function run(script, args) {
  const home = join(work, "home");
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(work, "cache") };
  const { status, output, stderr } = spawnSync(process.execPath, ["-r", join(here, "usage.cjs"), script, ...args], {
    ...{ cwd: home, env, encoding: "utf8", maxBuffer: 1 << 30 },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const usage = output?.[3];
  // `check` and `doctor` exit with 1 if they find problems.
  if (!usage || (status !== 0 && status !== 1))
    throw new Error(`${args.join(" ")} ended with ${status}: ${stderr.slice(-500)}`);
  return JSON.parse(usage);
}

function sizeOf(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}
