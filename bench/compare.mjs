// `npm run bench -- --compare REV`: builds REV in a temporary work tree, and measures it and the present build in turns. Exits
// with 1 if a row got slower by more than `LIMIT`.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.mjs";
import { describe, thisMachine } from "./lib/machine.mjs";
import { measureNode, median } from "./lib/measure.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");

/** The maximum ratio of the new time of a row to the old time. Above it, the row fails. */
export const LIMIT = 1.05;
const MIN_ROUNDS = 11;

export async function compareWith(revision, { rounds = MIN_ROUNDS } = {}) {
  const work = mkdtempSync(join(tmpdir(), "skillwright-compare-"));
  try {
    const builds = { before: join(work, "before"), after: join(work, "latest") };
    copyPackage(buildRevision(revision, join(work, "tree")), builds.before);
    copyPackage(root, builds.after);
    const results = [];
    for (const row of rowsIn(work, builds)) {
      let result = judge(await measureRow(row, builds, Math.max(rounds, MIN_ROUNDS)));
      // Another program may have slowed the row down, so a slow row is measured again before it fails.
      if (result.slower) result = judge(await measureRow(row, builds, 2 * Math.max(rounds, MIN_ROUNDS)));
      results.push({ name: row.name, ...result });
      process.stderr.write(`${row.name}: done\n`);
    }
    console.log(`${describe(thisMachine())}, ${revision} and the present build\n\n${compareTable(results)}`);
    return results.some(({ slower }) => slower) ? 1 : 0;
  } finally {
    removeTree(join(work, "tree"));
    rmSync(work, { recursive: true, force: true });
  }
}

function buildRevision(revision, tree) {
  const git = (...args) => execFileSync("git", ["-C", root, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  git("worktree", "add", "--quiet", "--detach", tree, revision);
  const lock = (directory) => readFileSync(join(directory, "package-lock.json"), "utf8");
  if (lock(tree) === lock(root)) symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  else execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync(process.execPath, ["scripts/build.mjs", "--no-types"], {
    cwd: tree,
    stdio: ["ignore", "ignore", "ignore"],
  });
  return tree;
}

function removeTree(tree) {
  if (existsSync(tree)) execFileSync("git", ["-C", root, "worktree", "remove", "--force", tree]);
}

/** Copies a build. Both builds run from paths of the same length on the same disk. */
function copyPackage(from, to) {
  for (const name of ["dist", "skills", "package.json"]) cpSync(join(from, name), join(to, name), { recursive: true });
}

function rowsIn(work, builds) {
  const [small, middle, large] = [10, 1000, 10_000].map((size) => makeProject(work, size));
  const environment = { PATH: process.env.PATH, HOME: join(work, "home") };
  const output = join(work, "out");
  const command = (name, project, ...args) => ({
    name,
    measure: (bin) => measureNode([bin, ...args, "--cwd", project], { environment, output, cwd: project }),
  });
  const [skill] = readdirSync(join(small, ".agents", "skills"))
    .filter((name) => name.includes("-"))
    .sort();
  mkdirSync(environment.HOME);
  const trust = [join(root, "dist", "bin.cjs"), "trust", "--yes", "--cwd", small];
  execFileSync(process.execPath, trust, { env: environment, stdio: "ignore" });
  const hosts = commonHosts(builds, small, environment);
  return [
    command("list, 10 skills", small, "list", "--json"),
    command("list, 10,000 skills", large, "list", "--json"),
    command("load, 10 skills", small, "load", skill),
    command(`matrix of ${hosts.length} hosts, 1,000 skills`, middle, "matrix", "--hosts", hosts.join(","), "--json"),
    { name: "mcp, until `initialize` is answered", measure: (bin) => measureStart(bin, small, environment) },
  ];
}

/** Returns the hosts of `matrix --hosts all` that both builds have, because a newer build verifies more hosts. */
function commonHosts(builds, project, env) {
  const [before, after] = [builds.before, builds.after].map((build) => {
    const args = [join(build, "dist", "bin.cjs"), "matrix", "--hosts", "all", "--json", "--cwd", project];
    const { hosts } = JSON.parse(execFileSync(process.execPath, args, { env, encoding: "utf8" }));
    return hosts.map(({ name }) => name);
  });
  return before.filter((name) => after.includes(name));
}

export function makeProject(work, size) {
  const project = join(work, String(size));
  mkdirSync(join(project, ".git", "objects"), { recursive: true });
  generate(join(project, ".agents", "skills"), size);
  return project;
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

/** Returns the time until the server answers, and the CPU time and peak memory of its whole process. */
export async function measureStart(bin, cwd, env) {
  const from = performance.now();
  const server = spawn(process.execPath, ["--require", join(here, "usage.cjs"), bin, "mcp"], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "ignore", "pipe"],
  });
  const usage = server.stdio[3].toArray();
  const ended = once(server, "exit");
  try {
    server.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    const [line] = await once(createInterface(server.stdout), "line");
    const ms = performance.now() - from;
    if (JSON.parse(line).result === undefined) throw new Error(`the server answered ${line}`);
    server.stdin.end();
    await ended;
    return { ms, ...JSON.parse(Buffer.concat(await usage).toString()) };
  } finally {
    server.kill();
  }
}

/** Runs each build once to warm up, then pairs in alternating order. */
async function measureRow({ measure }, builds, rounds) {
  const runs = { before: [], after: [] };
  for (let round = 0; round <= rounds; round++)
    for (const which of round % 2 === 0 ? ["before", "after"] : ["after", "before"]) {
      const figures = await measure(join(builds[which], "dist", "bin.cjs"));
      if (round > 0) runs[which].push(figures);
    }
  return runs;
}

/**
 * Compares the times of a row. The row is slower only if two values are above the limit: its median time, and its least
 * processor time. Noise moves only one of them.
 */
export function judge({ before, after }) {
  const ms = (runs) => median(runs.map((run) => run.ms));
  const cpuMs = (runs) => Math.min(...runs.map((run) => run.cpuMs));
  const result = { ms: [ms(before), ms(after)], cpuMs: [cpuMs(before), cpuMs(after)] };
  return { ...result, slower: [result.ms, result.cpuMs].every(([old, now]) => now / old > LIMIT) };
}

export function compareTable(results) {
  const cells = ([old, now]) => [old.toFixed(1), now.toFixed(1), (now / old).toFixed(3)];
  const lines = results.map(({ name, ms, cpuMs, slower }) =>
    [name, ...cells(ms), ...cells(cpuMs), slower ? "slower" : ""].join(" | "),
  );
  return [
    "| | median ms, before | now | ratio | least CPU ms, before | now | ratio | |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
    ...lines.map((line) => `| ${line} |`),
  ].join("\n");
}
