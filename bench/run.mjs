// `npm run bench [-- --sizes 10,100,1000,10000 --runs 5]`: whole processes, one after the other in turns, and the median
// of each. `node -e 0` is what Node itself costs; `floor.mjs` is what reading the files costs.
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generate } from "./generate.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, "..", "dist", "bin.cjs");
const peakHook = join(here, "peak.cjs");
const { values } = parseArgs({
  options: { sizes: { type: "string", default: "10,100,1000,10000" }, runs: { type: "string", default: "5" } },
});
const sizes = values.sizes.split(",").map(Number);
const runs = Number(values.runs);
if (!existsSync(bin)) throw new Error("build first: npm run build");

/** What a catalog of ten thousand skills may take of their load; beyond it the run fails. */
const MOST = 0.2;

const work = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const environment = { PATH: process.env.PATH, HOME: join(work, "home") };
mkdirSync(environment.HOME);

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, medians of ${runs} runs, ms\n`);
console.log(
  "| skills | `node -e 0` | floor | `list --json` | to floor | to `node -e 0` | peak MB ours / floor | `matrix --hosts all` | to `list` |",
);
console.log("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
try {
  for (const size of sizes) console.log(row(size));
  console.log("\n| skills | load | catalog, 2 % of 200,000 tokens | to load |");
  console.log("| ---: | ---: | ---: | ---: |");
  for (const size of sizes) console.log(catalogRow(size));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function row(size) {
  const project = join(work, String(size));
  const skills = join(project, ".agents", "skills");
  mkdirSync(join(project, ".git"), { recursive: true });
  generate(skills, size);
  const commands = {
    node: ["-e", "0"],
    floor: [join(here, "floor.mjs"), skills],
    matrix: [bin, "matrix", "--hosts", "all", "--json", "--cwd", project],
    list: [bin, "list", "--json", "--cwd", project],
  };
  const measured = { node: [], floor: [], matrix: [], list: [] };
  for (let run = 0; run < runs; run++) {
    for (const [name, args] of Object.entries(commands)) measured[name].push(measure(args));
  }
  check(size, readFileSync(join(work, "out"), "utf8"));
  const time = (name) => median(measured[name].map((each) => each.ms));
  const peak = (name) => median(measured[name].map((each) => each.megabytes));
  const ratio = (a, b) => (time(a) / time(b)).toFixed(2);
  const cells = [
    size,
    time("node").toFixed(0),
    time("floor").toFixed(0),
    time("list").toFixed(0),
    ratio("list", "floor"),
    ratio("list", "node"),
    `${peak("list").toFixed(0)} / ${peak("floor").toFixed(0)}`,
    time("matrix").toFixed(0),
    ratio("matrix", "list"),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** In one process each: what the catalog takes once the skills are loaded. */
function catalogRow(size) {
  const args = ["--expose-gc", join(here, "catalog.mjs"), join(work, String(size), ".agents", "skills"), "200000"];
  const measured = Array.from({ length: runs }, () => {
    const { status, stdout } = spawnSync(process.execPath, args, { env: environment, encoding: "utf8" });
    if (status !== 0) throw new Error(`\`node ${args.join(" ")}\` ended with ${status}`);
    return JSON.parse(stdout);
  });
  if (measured.some(({ skills }) => skills !== size)) throw new Error("skills are missing from the catalog");
  const load = median(measured.map(({ loadMs }) => loadMs));
  const catalog = median(measured.map(({ catalogMs }) => catalogMs));
  if (size >= 10_000 && catalog > load * MOST) process.exitCode = 1;
  return `| ${size} | ${load.toFixed(0)} | ${catalog.toFixed(0)} | ${(catalog / load).toFixed(2)} |`;
}

/** One process, its output in a file as with `>`. Its peak comes from a hook that all of them carry. */
function measure(args) {
  const out = openSync(join(work, "out"), "w");
  const from = performance.now();
  const result = spawnSync(process.execPath, ["--require", peakHook, ...args], {
    env: environment,
    stdio: ["ignore", out, "inherit", "pipe"],
  });
  const ms = performance.now() - from;
  closeSync(out);
  if (result.status !== 0) throw new Error(`\`node ${args.join(" ")}\` ended with ${result.status}`);
  return { ms, megabytes: Number(result.output[3]) / 1024 };
}

function check(size, text) {
  const { skills: all, diagnostics } = JSON.parse(text);
  // The embedded skills come on top.
  const skills = all.filter((skill) => skill.scope === "repo");
  if (skills.length !== size)
    throw new Error(`${skills.length} of ${size} skills came back: ${JSON.stringify(diagnostics.slice(0, 3))}`);
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}
