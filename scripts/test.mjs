// `npm test`: everything. Builds, then types, lint, the frameworks that the adapters are for, a browser, all tests, the packed tarball in
// an empty project, the examples, and some tests of the command, the agent and the adapters' examples once more under a newer Node.
// Steps can be named: `npm test -- tests`.
import { spawnSync } from "node:child_process";
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
  build: () => run(process.execPath, ["scripts/build.mjs"]),
  types: () => {
    for (const project of ["tsconfig.test.json", "tsconfig.console.json"])
      run(process.execPath, ["node_modules/typescript/bin/tsc", "-p", project]);
  },
  lint: () => run(process.execPath, ["node_modules/@biomejs/biome/bin/biome", "check", "."]),
  frameworks: () => run(process.execPath, ["scripts/frameworks.mjs"]),
  browser: () => run(process.execPath, ["scripts/browser.mjs"]),
  tests: () => vitest(),
  package: () => run(process.execPath, ["scripts/test-package.mjs"]),
  examples: () => run(process.execPath, ["scripts/test-examples.mjs"]),
  "newer-node": () =>
    vitest({ SKILLWRIGHT_TEST_NODE: newerNode() }, [
      ...NEAR_TO_NODE.map((name) => `test/cli/${name}.test.ts`),
      "test/adapters/examples.test.ts",
      "test/agent/conversations.test.ts",
    ]),
};

const wanted = process.argv.slice(2);
const started = Date.now();
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const from = Date.now();
  console.log(`\n== ${name}`);
  if (step() === false) console.log(`== ${name}: skipped`);
  else console.log(`== ${name}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
}
console.log(`\nall steps passed in ${((Date.now() - started) / 1000).toFixed(1)} s`);

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) process.exit(status ?? 1);
}

function vitest(env = {}, paths = []) {
  if (env.SKILLWRIGHT_TEST_NODE === null) return false;
  // In CI a snapshot that nobody has committed is a failure; it is to be one everywhere.
  run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...paths], {
    CI: "1",
    ...env,
    SKILLWRIGHT_BUILT: "1",
  });
}

/** A newer Node from npm, kept in a cache; null, with a line about it, where npm has none for this machine. */
function newerNode() {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const binary = join(cache, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(binary)) {
    mkdirSync(cache, { recursive: true });
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    spawnSync(
      npm,
      ["install", "--no-save", "--no-package-lock", "--ignore-scripts", "--prefix", cache, `${name}@${NEWER_NODE}`],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
  }
  if (existsSync(binary)) return binary;
  console.log(`skipped: npm has no ${name}@${NEWER_NODE} to test under a newer Node`);
  return null;
}
