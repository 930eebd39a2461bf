// `npm run mutate -- --room NAME [--n 60] [--seed S] [--json FILE] [--again FILE] [--list] [TESTS …]`: finds code whose
// behaviour no test checks. It changes `n` random places of `src/NAME`, one at a time, and runs the test files that
// reach the changed place. It works in a temporary copy of the project, which it builds once with every change behind a
// switch (see mutants.mjs).
import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { chooseMutants, collectMutants, instrument } from "./mutants.mjs";

/** Mutants that change no behaviour: a list of `{ file, original, mutated, reason }`, with `line` if others look the same. */
const EQUIVALENT = "test/equivalent-mutants.json";
/**
 * The maximum time of the tests of a mutant, as a multiple of their time without a mutant; and an additional time for
 * the start.
 */
const SLOWER = 4;
const START_MS = 60_000;
const STATUSES = ["killed", "timeout", "survived", "not reached", "equivalent"];

const { values: options, positionals: tests } = parseArgs({
  allowPositionals: true,
  options: {
    room: { type: "string", default: "" },
    n: { type: "string", default: "60" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e6)) },
    json: { type: "string" },
    again: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const project = process.cwd();
const room = join("src", options.room);
if (!options.room || !fs.existsSync(join(project, room))) {
  console.error(`--room must name a directory in src/, got \`${options.room}\``);
  process.exit(2);
}
// The tests run for a long time, and the sources may change meanwhile.
const sources = new Map();
const all = fs
  .readdirSync(join(project, room), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(?:d|test)\.ts$/.test(name))
  .map((name) => join(room, name).replaceAll("\\", "/"))
  .sort()
  .flatMap((file) => collectMutants(file, sources.set(file, read(project, file)).get(file)));
const mutants = options.again
  ? findAgain(all, JSON.parse(read(options.again)).results)
  : chooseMutants(all, Number(options.n), Number(options.seed));
const known = fs.existsSync(join(project, EQUIVALENT)) ? JSON.parse(read(project, EQUIVALENT)) : [];
console.log(`${mutants.length} of ${all.length} mutants in ${room}, seed ${options.seed}`);
if (options.list) {
  for (const mutant of mutants) console.log(describe(mutant));
  process.exit(0);
}

const work = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "skw-")));
const copy = join(work, "project");
let running;
process.once("exit", () => {
  endTests();
  fs.rmSync(work, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

copyProject();
console.log("building the copy");
execFileSync(process.execPath, ["scripts/build.mjs", "--no-types"], { cwd: copy, stdio: "ignore" });
console.log("running the tests without a mutant");
const { times, reached } = await runBaseline();
const results = [];
for (const mutant of mutants) {
  const started = Date.now();
  const files = reached.get(mutant.id) ?? [];
  const status = await tryMutant(mutant, files);
  const killer = status === "killed" ? read(work, "killer") : "";
  results.push({ ...mutant, status, tests: files.map((file) => relative(copy, file)), ...(killer && { killer }) });
  const took = ((Date.now() - started) / 1000).toFixed(1);
  const by = killer && `\n  by ${killer}`;
  console.log(`[${results.length}/${mutants.length}] ${status} after ${took} s: ${describe(mutant)}${by}`);
}
report();

/** Returns the mutants that survived or were not reached in an earlier run. The sources may have changed since. */
function findAgain(all, results) {
  const open = results.filter(({ status }) => status === "survived" || status === "not reached");
  const nearest = open.map((each) => {
    const distance = (mutant) => Math.abs(mutant.line - each.line);
    return all.filter((mutant) => isSame(mutant, each)).sort((a, b) => distance(a) - distance(b))[0];
  });
  return [...new Set(nearest)].filter(Boolean).map((mutant, index) => ({ id: index + 1, ...mutant }));
}

function isSame(a, b) {
  return a.file === b.file && a.original === b.original && a.mutated === b.mutated;
}

function read(...path) {
  return fs.readFileSync(join(...path), "utf8");
}

/** Copies every file that git does not ignore, and puts the switches and a configuration for vitest into the copy. */
function copyProject() {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: project, encoding: "utf8", maxBuffer: 1e8 }).split("\0");
  for (const file of listed.filter((each) => each && fs.existsSync(join(project, each)))) {
    fs.mkdirSync(join(copy, dirname(file)), { recursive: true });
    fs.copyFileSync(join(project, file), join(copy, file));
  }
  fs.symlinkSync(fs.realpathSync(join(project, "node_modules")), join(copy, "node_modules"), "junction");
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = mutants.filter((mutant) => mutant.file === file);
    fs.writeFileSync(join(copy, file), instrument(sources.get(file), own, work));
  }
  for (const name of ["running", "tmp"]) fs.mkdirSync(join(work, name));
  const place = (name) => JSON.stringify(join(work, name));
  fs.writeFileSync(
    join(copy, "mutate.setup.mjs"),
    `import { writeFileSync } from "node:fs";
    import { afterAll } from "vitest";
    const own = ${place("running")} + "/" + process.pid;
    writeFileSync(own, globalThis.__vitest_worker__.filepath);
    afterAll(() => writeFileSync(own, ""));`,
  );
  fs.writeFileSync(
    join(copy, "mutate.config.mjs"),
    `import { readFileSync, writeFileSync } from "node:fs";
    import { mergeConfig } from "vitest/config";
    import { BaseSequencer } from "vitest/node";
    import config from "./vitest.config.ts";
    const order = JSON.parse(readFileSync(${place("order.json")}, "utf8"));
    class Sequencer extends BaseSequencer {
      async sort(files) {
        return files.sort((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId));
      }
    }
    // A test that never ends in one process would delay the end after a failure in another, so nothing is waited for.
    const end = (file, name, [error]) => {
      writeFileSync(${place("killer")}, file + name + ": " + (error?.message ?? "").split("\\n")[0]);
      process.exit(1);
    };
    const endAtFailure = {
      onTestCaseResult: (test) =>
        test.result().state === "failed" && end(test.module.relativeModuleId, " > " + test.fullName, test.result().errors),
      onTestModuleEnd: (module) => module.ok() || end(module.relativeModuleId, "", module.errors()),
    };
    const reporters = order.length > 0 ? [endAtFailure] : [];
    const experimental = { fsModuleCache: true, fsModuleCachePath: ${place("modules")} };
    const test = { setupFiles: ["./mutate.setup.mjs"], sequence: { sequencer: Sequencer }, reporters, experimental };
    export default mergeConfig(config, { cacheDir: ${place("cache")}, test });`,
  );
}

/** Runs the tests with no mutant active. Returns the time of each test file, and the files that reach each mutant by its id. */
async function runBaseline() {
  fs.writeFileSync(join(work, "active"), "0");
  fs.writeFileSync(join(work, "reached"), "");
  const output = join(work, "baseline.json");
  // Each test file runs in a separate process, so it also reaches the mutants in code that runs at import.
  await runTests([...tests, "--isolate", "--reporter=json", `--outputFile=${output}`], []);
  const times = new Map();
  for (const { name, status, startTime, endTime } of JSON.parse(read(output)).testResults)
    if (status === "passed") times.set(name, endTime - startTime);
    else console.log(`  left out, because it fails in the copy: ${relative(copy, name)}`);
  const reached = new Map(mutants.map(({ id }) => [id, []]));
  for (const line of new Set(read(work, "reached").trim().split("\n"))) {
    const [id, file] = line.split("\t");
    if (times.has(file)) reached.get(Number(id)).push(file);
  }
  return { times, reached };
}

async function tryMutant(mutant, files) {
  const { id, file } = mutant;
  const line = sources.get(file).split("\n")[mutant.line - 1].trim();
  if (known.some((each) => isSame(each, mutant) && (each.line ?? line) === line)) return "equivalent";
  if (files.length === 0) return "not reached";
  fs.writeFileSync(join(work, "active"), String(id));
  fs.writeFileSync(join(work, "killer"), "");
  files.sort((a, b) => countSharedFolders(file, b) - countSharedFolders(file, a) || times.get(a) - times.get(b));
  const timeoutMs = START_MS + SLOWER * files.reduce((sum, each) => sum + times.get(each), 0);
  const code = await runTests(files, files, timeoutMs);
  return code === undefined ? "timeout" : code === 0 ? "survived" : "killed";
}

/** Returns how many folders the path of a test has in common with the path of a source. Such a test is likely to kill a mutant. */
function countSharedFolders(source, test) {
  const folders = (path) => dirname(path).split("/").slice(1);
  const own = folders(relative(copy, test));
  const different = folders(source).findIndex((folder, index) => folder !== own[index]);
  return different < 0 ? own.length : different;
}

/** Runs vitest in the copy, the test files in this order. Returns its exit code, or undefined after a timeout. */
function runTests(args, order, timeoutMs) {
  fs.writeFileSync(join(work, "order.json"), JSON.stringify(order));
  const vitest = [join(copy, "node_modules/vitest/vitest.mjs"), "run", "--config=mutate.config.mjs", ...args];
  const env = { ...process.env, CI: "1", SKILLWRIGHT_BUILT: "1", TMPDIR: join(work, "tmp") };
  const child = spawn(process.execPath, vitest, { cwd: copy, env, stdio: "ignore", detached: true });
  running = child.pid;
  let isLate = false;
  return new Promise((resolve, reject) => {
    const endLate = () => {
      isLate = true;
      endTests();
    };
    const timer = timeoutMs && setTimeout(endLate, timeoutMs);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(timer);
      endTests();
      resolve(isLate ? undefined : (code ?? 1));
    });
  });
}

/** Ends the tests with all processes that they started. */
function endTests() {
  try {
    if (running !== undefined) process.kill(-running, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
  running = undefined;
}

function report() {
  const having = (status) => results.filter((each) => each.status === status);
  for (const mutant of [...having("not reached"), ...having("survived")]) {
    const ran = mutant.tests.length > 0 ? `\n  ran ${mutant.tests.join(", ")}` : "";
    console.log(`\n${mutant.status}: ${describe(mutant)}${ran}`);
  }
  console.log(`\n${STATUSES.map((status) => `${status.padEnd(12)}${having(status).length}`).join("\n")}`);
  if (options.json) fs.writeFileSync(options.json, `${JSON.stringify({ seed: options.seed, results }, null, 2)}\n`);
}

function describe({ file, line, original, mutated }) {
  const short = (text) => text.replace(/\s+/g, " ").slice(0, 160);
  return `${file}:${line}\n  - ${short(original)}\n  + ${short(mutated)}`;
}
