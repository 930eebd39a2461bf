// `npm test`: everything. Builds, checks types and lint, and fetches what later steps need from npm. Runs all tests on a PATH
// that has no optional program, then those that use optional programs again on the PATH of the machine. Tries the packed
// tarball in an empty project, the examples, and some tests of the command and the agent under a newer Node.
// Steps can be named: `npm test -- tests`.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fetchBrowser, NO_BROWSER } from "./browser.mjs";
import { fetchFrameworks } from "./frameworks.mjs";
import { fetchNewerNode } from "./newer-node.mjs";
import { findProgram, makeBarePath, OPTIONAL_PROGRAMS } from "./programs.mjs";
import { listSkips } from "./skips.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/**
 * Tests of commands that use parts of Node that differ between versions: files, processes, streams, terminals and the
 * network.
 */
const NEAR_TO_NODE = [
  "install",
  "list-json",
  "load",
  "mcp",
  "pick",
  "run",
  "search",
  "serve",
  "shell",
  "signals",
  "watch",
  "web",
];

const steps = {
  build: (out) => node("scripts/build.mjs", [], { out }),
  types: async (out) => {
    for (const project of ["tsconfig.test.json", "tsconfig.console.json"])
      await node("node_modules/typescript/bin/tsc", ["-p", project], { out });
  },
  lint: (out) => node("node_modules/@biomejs/biome/bin/biome", ["check", "."], { out }),
  fetch: fetchAll,
  tests: () => {
    const path = process.platform === "win32" ? process.env.PATH : makeBarePath(work);
    return vitest([], { env: { PATH: path, SKILLWRIGHT_FETCHED: [...fetched].join(" ") }, skips: "tests" });
  },
  programs: async (out) => {
    if (!OPTIONAL_PROGRAMS.some(findProgram)) return show(`nothing to do: no ${OPTIONAL_PROGRAMS.join(", ")}\n`, out);
    await vitest(filesWithPrograms(), { out, skips: "programs" });
  },
  package: (out) => node("scripts/test-package.mjs", [], { out }),
  examples: (out) => node("scripts/test-examples.mjs", [], { out }),
  "newer-node": async (out) => {
    const paths = NEAR_TO_NODE.map((name) => `test/surfaces/cli/${name}.test.ts`);
    const env = { SKILLWRIGHT_TEST_NODE: await fetchNewerNode() };
    await vitest([...paths, "test/surfaces/agent/conversations.test.ts"], { env, out });
  },
};
/** The steps of a stage run at the same time, and each shows its output when it ends. */
const stages = [["build", "types", "lint", "fetch"], ["tests"], ["programs", "package", "examples", "newer-node"]];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  console.error(`unknown step: ${unknown.join(", ")}; the steps are ${Object.keys(steps).join(", ")}`);
  process.exit(2);
}

/** Names of the downloads that `fetch` fetched in this run. The tests that use these downloads must not be skipped. */
const fetched = new Set();
const work = mkdtempSync(join(tmpdir(), "skillwright-test-"));
const started = Date.now();
let failed = [];
for (const stage of stages) {
  const chosen = stage.filter((name) => wanted.length === 0 || wanted.includes(name));
  const ended = await Promise.all(chosen.map((name) => runStep(name, chosen.length > 1)));
  failed = chosen.filter((_, at) => !ended[at]);
  if (failed.length > 0) break;
}
showSkips();
rmSync(work, { recursive: true, force: true });
console.log(failed.length > 0 ? `\nfailed: ${failed.join(", ")}` : `\nall steps passed in ${seconds(started)} s`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Resolves to true if the step passed. */
async function runStep(name, together) {
  const from = Date.now();
  const out = together ? [] : undefined;
  if (!together) console.log(`\n== ${name}`);
  let failure;
  try {
    await steps[name](out);
  } catch (error) {
    failure = error;
  }
  const end = failure?.message ?? `${seconds(from)} s`;
  process.stdout.write(`${together ? `\n== ${name}\n` : ""}${(out ?? []).join("")}== ${name}: ${end}\n`);
  return failure === undefined;
}

/** Fetches from the npm registry, all at the same time, the downloads that later steps use. */
async function fetchAll(out) {
  const downloads = { frameworks: fetchFrameworks(), browser: fetchBrowser(), "newer-node": fetchNewerNode() };
  const results = await Promise.allSettled(Object.values(downloads));
  const failures = results.filter(({ status }) => status === "rejected").map(({ reason }) => reason.message);
  if (failures.length > 0)
    throw new Error(
      `${failures.join("\n")}\nto run the steps that need no download: npm test -- build types lint tests programs examples`,
    );
  for (const [at, name] of Object.keys(downloads).entries())
    if (results[at].value !== undefined) fetched.add(name);
    else show(`${NO_BROWSER}\n`, out);
}

/** Returns the test files that use an optional program. It recognizes them by the helpers that name such a program. */
function filesWithPrograms() {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `test/${file.replaceAll("\\", "/")}`)
    .filter((file) =>
      /import \{[^}]*\bneeds\b[^}]*\} from|\/with-sandbox\.ts"|\/here\.ts"/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
}

/**
 * Lists the skipped tests of the step `tests`. If the step `programs` ran a file again, lists the skipped tests of that
 * run.
 */
function showSkips() {
  const skips = new Map();
  for (const step of ["tests", "programs"].filter((name) => existsSync(skipsFile(name)))) {
    const ran = JSON.parse(readFileSync(skipsFile(step), "utf8"));
    for (const name of ran.files) skips.set(name, []);
    for (const skip of ran.skips) skips.get(skip.file).push(skip);
  }
  if (skips.size > 0) console.log(`\n${listSkips([...skips.values()].flat())}`);
}

function skipsFile(step) {
  return join(work, `skips-${step}.json`);
}

function seconds(from) {
  return ((Date.now() - from) / 1000).toFixed(1);
}

function show(text, out) {
  if (out) out.push(text);
  else process.stdout.write(text);
}

function node(script, args = [], { env = {}, out } = {}) {
  return run(process.execPath, [script, ...args], env, out);
}

/** Runs a command. Its output is stored in `out`, or printed directly without `out`. */
function run(command, args, env, out) {
  return new Promise((resolve, reject) => {
    const stdio = out ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => out.push(text));
    child.once("error", reject);
    child.once("close", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`failed with ${code ?? signal}: ${args.join(" ")}`)),
    );
  });
}

/** Runs vitest. With `skips`, the skipped tests are listed at the end of all steps instead of here. */
function vitest(paths, { env = {}, out, skips } = {}) {
  const listed = skips === undefined ? {} : { SKILLWRIGHT_SKIPS: skipsFile(skips) };
  // Vitest writes new snapshots, except in CI, where a missing snapshot is a failure.
  const all = { CI: "1", ...env, ...listed, SKILLWRIGHT_BUILT: "1" };
  const reporters = ["--reporter=./test/report-progress.ts", "--reporter=./test/report-skips.ts"];
  return node("node_modules/vitest/vitest.mjs", ["run", ...reporters, ...paths], { env: all, out });
}
