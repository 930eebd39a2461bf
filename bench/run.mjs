// `npm run bench [-- --sizes 10,100,1000,10000 --runs 5 --peers --only pi,skills --tree DIR --compare REV|FILE
// --package]`: alternates whole processes, and prints the median of each. `node -e 0` measures Node alone, `floor.mjs`
// reading the files, and `least.cjs` listing them without checks. With `--peers`, other loaders also run, and the
// result is written to `bench/results/`.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generate } from "./generate.mjs";
import { chart } from "./lib/chart.mjs";
import { describe, differences, thisMachine } from "./lib/machine.mjs";
import { measureCall, measureNode, median } from "./lib/measure.mjs";
import { isolate, PEERS, preparePeers } from "./lib/peers.mjs";
import { comparison, ownTable, peerTable } from "./lib/tables.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, "..", "dist", "bin.cjs");
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10,100,1000,10000" },
    runs: { type: "string", default: "5" },
    peers: { type: "boolean", default: false },
    only: { type: "string", default: Object.keys(PEERS).join(",") },
    tree: { type: "string" },
    compare: { type: "string" },
    package: { type: "boolean", default: false },
    "write-readme": { type: "boolean", default: false },
  },
});
if (!existsSync(bin)) throw new Error("build first: npm run build");
const runs = Number(values.runs);
if (values.package) {
  const { benchPackage } = await import("./package.mjs");
  process.exit(await benchPackage({ runs, writeReadme: values["write-readme"] }));
}
const sizes = values.sizes.split(",").map(Number);
const machine = thisMachine();
// `--compare` names either a file with an earlier run of this bench, or a revision. A revision is built and measured
// now.
if (values.compare !== undefined && !existsSync(values.compare)) {
  const { compareWith } = await import("./compare.mjs");
  process.exit(await compareWith(values.compare, { rounds: runs }));
}
const earlier = values.compare ? JSON.parse(readFileSync(values.compare, "utf8")) : undefined;
refuseOthers(earlier);

/** The maximum time of a catalog of 10,000 skills, as a share of their load. The run fails if it takes longer. */
const MOST = 0.2;

const peers = values.peers ? await preparePeers(values.only.split(",")) : [];
const isolated = values.peers ? isolate() : false;
const work = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const environment = { PATH: process.env.PATH, HOME: homeOf("ours") };
try {
  const trees = [...sizes.map(generated), ...(values.tree ? [real(resolve(values.tree))] : [])];
  const rows = [];
  for (const tree of trees) {
    rows.push(await measureTree(tree));
    process.stderr.write(`${tree.name}: done\n`);
  }
  const result = { date: new Date().toISOString().slice(0, 10), machine, runs, isolated, versions: versions(), rows };
  const text = `${describe(machine)}. All figures are medians of ${runs} runs. [bench/README.md](../README.md) describes the programs *floor* and *least*.\n\n${ownTable(rows)}${peers.length > 0 ? `\n${peerTable(rows)}` : ""}`;
  console.log(text);
  if (peers.length === 0) console.log(catalogTable());
  if (earlier) console.log(comparison(earlier, result));
  if (peers.length > 0) keep(result, text);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** [SP1] Refuses to compare milliseconds of two different machines. */
function refuseOthers(other) {
  const differ = other ? differences(other.machine, machine) : [];
  if (differ.length === 0) return;
  process.stderr.write(`these are not runs of one machine, so they are not compared:\n  ${differ.join("\n  ")}\n`);
  process.exit(2);
}

function generated(size) {
  const project = projectAt(String(size));
  generate(join(project, ".agents", "skills"), size);
  return { name: String(size), size, project };
}

/** Copies real skills, so that they cannot change. Each loader decides which of them it loads. */
function real(directory) {
  const project = projectAt("real");
  cpSync(directory, join(project, ".agents", "skills"), { recursive: true });
  return { name: "real", size: undefined, project };
}

function projectAt(name) {
  const project = join(work, name);
  mkdirSync(join(project, ".git", "objects"), { recursive: true });
  return project;
}

function homeOf(name) {
  const home = join(work, "homes", name);
  mkdirSync(home, { recursive: true });
  return home;
}

/** Runs each program once to warm up, then all of them alternately. */
async function measureTree({ name, size, project }) {
  const programs = [...ownPrograms(project, size), ...peers.map((peer) => peerProgram(peer, project, size))];
  const measured = new Map(programs.map((program) => [program.name, []]));
  for (let round = 0; round <= runs; round++)
    for (const program of programs) {
      const figures = await program.measure();
      if (round > 0) measured.get(program.name).push(figures);
    }
  const results = programs.map((program) => {
    const all = measured.get(program.name);
    const of = (key) =>
      all[0][key] === undefined ? undefined : Number(median(all.map((each) => each[key])).toFixed(1));
    const { found, expected } = all[0];
    return { name: program.name, ms: of("ms"), cpuMs: of("cpuMs"), peakMiB: of("peakMiB"), found, expected };
  });
  return { tree: name, skills: size ?? results.find((each) => each.name === "list").found, results };
}

function ownPrograms(project, size) {
  const skills = join(project, ".agents", "skills");
  const output = join(work, "out");
  const node = (name, args, check) => ({
    name,
    measure: () => ({
      ...measureNode(args, { environment, output, cwd: project }),
      ...check?.(readFileSync(output, "utf8")),
    }),
  });
  return [
    node("node", ["-e", "0"]),
    node("floor", [join(here, "floor.mjs"), skills], (text) => counted(JSON.parse(text).skills, size)),
    ...(size === undefined
      ? []
      : [node("least", [join(here, "least.cjs"), skills], (text) => counted(JSON.parse(text).skills.length, size))]),
    node("list", [bin, "list", "--json", "--cwd", project], (text) => counted(ofProject(JSON.parse(text)), size)),
    ...(peers.length > 0
      ? []
      : [node("matrix", [bin, "matrix", "--hosts", "all", "--json", "--cwd", project], undefined)]),
  ];
}

/** Ignores the embedded skills. */
function ofProject({ skills }) {
  return skills.filter((skill) => skill.scope === "repo").length;
}

function counted(found, expected = found) {
  if (found !== expected) throw new Error(`${found} of ${expected} skills came back`);
  return { found, expected };
}

/**
 * Measures another loader. It must return the skills that its profile predicts; without a profile, the skills directly
 * in its directory.
 */
function peerProgram({ name, root, host, ask }, project, size) {
  const home = homeOf(name);
  const directory = root === ".agents/skills" ? project : mirrored(project, root);
  let expected;
  return {
    name,
    async measure() {
      const { value, ...figures } = await measureCall(() => ask(directory, home));
      if (value.hung) throw new Error(`${name} did not answer`);
      expected ??= host ? seenBy(host, directory, home) : directlyIn(join(directory, root));
      const found = value.skills.length;
      // Counts are compared only for generated skills, because each loader rejects different real skills.
      if (size !== undefined && found !== expected)
        throw new Error(`${name} returned ${found} skills, and should have returned ${expected}`);
      return { ...figures, found, expected };
    },
  };
}

function directlyIn(root) {
  return readdirSync(root).filter((name) => existsSync(join(root, name, "SKILL.md"))).length;
}

/** Copies the same skills to the places of other hosts. */
function mirrored(project, root) {
  const copy = `${project}-claude`;
  if (existsSync(copy)) return copy;
  mkdirSync(join(copy, ".git", "objects"), { recursive: true });
  cpSync(join(project, ".agents", "skills"), join(copy, root), { recursive: true });
  return copy;
}

function seenBy(host, directory, home) {
  const args = [bin, "list", "--host", host, "--json", "--cwd", directory];
  const { status, stdout } = spawnSync(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: home },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`\`node ${args.join(" ")}\` ended with ${status}`);
  return ofProject(JSON.parse(stdout));
}

function versions() {
  const own = JSON.parse(readFileSync(join(here, "..", "package.json"), "utf8")).version;
  return { skillwright: own, ...Object.fromEntries(peers.map(({ name, version }) => [name, version])) };
}

function keep(result, text) {
  const directory = join(here, "results");
  mkdirSync(directory, { recursive: true });
  const name = join(directory, result.date);
  writeFileSync(`${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(`${name}.md`, `# ${result.date}\n\n${text}\n![time over size](${result.date}.svg)\n`);
  writeFileSync(`${name}.svg`, chart(result));
  process.stderr.write(`written to ${name}.json, .md and .svg\n`);
}

/** Measures the catalog after the load of the skills, in one process for each size. */
function catalogTable() {
  const lines = [
    "| skills | load, ms | catalog, 2 % of 200,000 tokens, ms | to load |",
    "| ---: | ---: | ---: | ---: |",
  ];
  for (const size of sizes) {
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
    lines.push(`| ${size} | ${load.toFixed(0)} | ${catalog.toFixed(0)} | ${(catalog / load).toFixed(2)} |`);
  }
  return lines.join("\n");
}
