// `npm test`: everything. Builds, then types, lint, the frameworks that the adapters are for, a browser, all tests, the packed tarball in
// an empty project, the examples, and some tests of the command and the agent once more under a newer Node.
// Steps can be named: `npm test -- tests`.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cache } from "./frameworks.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const NEWER_NODE = "24.9.0";
/** Tests of commands that lean on what differs between versions of Node: files, processes, streams, terminals, the network. */
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
  build: () => node("scripts/build.mjs"),
  types: async (out) => {
    for (const project of ["tsconfig.test.json", "tsconfig.console.json"])
      await node("node_modules/typescript/bin/tsc", ["-p", project], { out });
  },
  lint: (out) => node("node_modules/@biomejs/biome/bin/biome", ["check", "."], { out }),
  fetch: async (out) => {
    await node("scripts/frameworks.mjs", [], { out });
    await node("scripts/browser.mjs", [], { out });
  },
  tests: () => {
    // It comes while the tests run.
    newer = newerNode();
    return vitest([]);
  },
  package: (out) => node("scripts/test-package.mjs", [], { out }),
  examples: (out) => node("scripts/test-examples.mjs", [], { out }),
  "newer-node": async (out) => {
    const binary = await (newer ?? newerNode());
    if (binary === undefined) return void out?.push(`skipped: npm has no Node ${NEWER_NODE} for this machine\n`);
    const paths = NEAR_TO_NODE.map((name) => `test/surfaces/cli/${name}.test.ts`);
    await vitest([...paths, "test/surfaces/agent/conversations.test.ts"], { SKILLWRIGHT_TEST_NODE: binary }, out);
  },
};
/** What stands in one row runs at once, and each shows what it printed when it is over. */
const stages = [["build"], ["types", "lint", "fetch"], ["tests"], ["package", "examples", "newer-node"]];

let newer;
const wanted = process.argv.slice(2);
const started = Date.now();
for (const stage of stages) {
  const chosen = stage.filter((name) => wanted.length === 0 || wanted.includes(name));
  await Promise.all(chosen.map((name) => runStep(name, chosen.length > 1)));
}
console.log(`\nall steps passed in ${seconds(started)} s`);

async function runStep(name, together) {
  const from = Date.now();
  const out = together ? [] : undefined;
  if (!together) console.log(`\n== ${name}`);
  try {
    await steps[name](out);
  } catch (error) {
    process.stdout.write(`${together ? `\n== ${name}\n` : ""}${(out ?? []).join("")}== ${name}: ${error.message}\n`);
    process.exit(1);
  }
  process.stdout.write(`${together ? `\n== ${name}\n` : ""}${(out ?? []).join("")}== ${name}: ${seconds(from)} s\n`);
}

function seconds(from) {
  return ((Date.now() - from) / 1000).toFixed(1);
}

function node(script, args = [], { env = {}, out } = {}) {
  return run(process.execPath, [script, ...args], env, out);
}

/** With `out` what it prints is kept there, otherwise it is shown at once. */
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

function vitest(paths, env = {}, out = undefined) {
  // In CI a snapshot that nobody has committed is a failure; it is to be one everywhere.
  const all = { CI: "1", ...env, SKILLWRIGHT_BUILT: "1" };
  return node("node_modules/vitest/vitest.mjs", ["run", ...paths], { env: all, out });
}

/** A newer Node from npm, kept in a cache; undefined where npm has none for this machine. */
async function newerNode() {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const binary = join(cache, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(binary)) {
    mkdirSync(cache, { recursive: true });
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const args = ["--no-save", "--no-package-lock", "--ignore-scripts", "--prefix", cache, `${name}@${NEWER_NODE}`];
    await run(npm, ["install", ...args], {}, []).catch(() => undefined);
  }
  return existsSync(binary) ? binary : undefined;
}
