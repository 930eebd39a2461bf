// `npm run rails -- record DIR`: runs every reading command on every conformance case and fixture, and writes the
// answers, the help texts and `openapi.json` to DIR. `npm run rails -- compare DIR [OTHER]` prints the differences
// between two records, or between DIR and the present build, and exits with 1 if there are any. `--only TEXT` takes
// only the trees whose names contain TEXT.
import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareRecords } from "./rails/compare.mjs";
import { treeNames } from "./rails/trees.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SHIPPED = ["dist", "skills", "schemas", "package.json"];
const TREE_TIMEOUT_MS = 900_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, jobs: { type: "string", default: String(availableParallelism()) } },
});
const [action, first, second] = positionals;
if (action === "record" && first !== undefined) await record(resolve(first));
else if (action === "compare" && first !== undefined) process.exitCode = await compare(resolve(first), second);
else {
  process.stderr.write("usage: npm run rails -- record DIR | compare DIR [OTHER] [--only TEXT] [--jobs N]\n");
  process.exitCode = 2;
}

async function compare(before, after) {
  if (after !== undefined) return compareRecords(before, resolve(after), values.only);
  const present = mkdtempSync(join(tmpdir(), "skillwright-rails-record-"));
  try {
    await record(present);
    return compareRecords(before, present, values.only);
  } finally {
    rmSync(present, { recursive: true });
  }
}

async function record(directory) {
  if (!existsSync(join(root, "dist", "main.cjs"))) throw new Error("build first: npm run build");
  const top = claim(join(realpathSync(tmpdir()), "skillwright-rails"));
  try {
    const pkg = join(top, "package");
    for (const name of SHIPPED) cpSync(join(root, name), join(pkg, name), { recursive: true });
    const answers = await runTrees(
      treeNames().filter((name) => name.includes(values.only)),
      [top, pkg],
    );
    mkdirSync(directory, { recursive: true });
    for (const [command, lines] of byCommand(answers)) writeFileSync(join(directory, `${command}.jsonl`), lines);
    if (values.only !== "") return;
    writeFileSync(join(directory, "help.jsonl"), helpTexts(pkg, top));
    writeFileSync(join(directory, "openapi.json"), await openApi(pkg, top));
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/**
 * Makes a directory with the same path in every run, because some answers have digests of paths, or count their
 * characters.
 */
function claim(top) {
  const owner = join(top, "pid");
  if (existsSync(owner)) {
    if (isAlive(Number(readFileSync(owner, "utf8")))) throw new Error(`another run uses ${top}`);
    rmSync(top, { recursive: true });
  }
  mkdirSync(top);
  writeFileSync(owner, String(process.pid));
  return top;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs the trees in `--jobs` processes. */
async function runTrees(names, args) {
  const queue = [...names];
  const children = [];
  const found = new Map();
  const work = () =>
    new Promise((done, fail) => {
      const child = fork(join(root, "scripts/rails/run-trees.mjs"), args, {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      children.push(child);
      let timer;
      const next = () => {
        clearTimeout(timer);
        const name = queue.shift();
        if (name === undefined) return child.kill();
        timer = setTimeout(() => stop(`${name} takes more than ${TREE_TIMEOUT_MS / 1000} s`), TREE_TIMEOUT_MS);
        return child.send(name);
      };
      const stop = (reason) => {
        clearTimeout(timer);
        queue.length = 0;
        for (const each of children) each.kill("SIGKILL");
        fail(new Error(reason));
      };
      child.on("message", ({ name, answers, failed }) => {
        if (failed !== undefined) return stop(`${name}: ${failed}`);
        found.set(name, answers);
        if (found.size % 50 === 0) process.stderr.write(`${found.size} of ${names.length} trees\n`);
        return next();
      });
      child.on("error", (error) => stop(String(error)));
      child.on("exit", (code, signal) =>
        signal === "SIGTERM" ? done() : stop(`a process ended with ${code ?? signal}`),
      );
      next();
    });
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  return names.map((name) => [name, found.get(name)]);
}

/** Groups the answers by command, one line of JSON for each. */
function byCommand(trees) {
  const lines = new Map();
  for (const [tree, answers] of trees)
    for (const { command, ...answer } of answers)
      lines.set(command, `${lines.get(command) ?? ""}${JSON.stringify({ tree, ...answer })}\n`);
  return lines;
}

function helpTexts(pkg, home) {
  const run = (...args) =>
    spawnSync(process.execPath, [join(pkg, "dist", "bin.cjs"), ...args], {
      env: { HOME: home, COLUMNS: "400" },
      encoding: "utf8",
    }).stdout;
  const all = run("help", "--all");
  const commands = new Set([...all.matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm)].map(([, name]) => name));
  const texts = [["", run("--help")], ["help --all", all], ...[...commands].map((name) => [name, run(name, "--help")])];
  for (const shell of ["bash", "zsh", "fish"]) texts.push([`completion ${shell}`, run("completion", shell)]);
  return texts.map(([tree, stdout]) => `${JSON.stringify({ tree, stdout })}\n`).join("");
}

/** Gets the OpenAPI document of a server. */
async function openApi(pkg, home) {
  const server = spawn(process.execPath, [join(pkg, "dist", "bin.cjs"), "serve", "--port", "0", "--json"], {
    cwd: home,
    env: { HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    for await (const line of createInterface(server.stdout)) {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (address === undefined) continue;
      const answer = await fetch(`${address}/api/openapi.json`);
      return `${JSON.stringify(await answer.json(), null, 1)}\n`;
    }
    throw new Error("the server did not print its address");
  } finally {
    const ended = once(server, "exit");
    server.kill();
    // The server writes its cache while it ends, and the directory can only be removed afterwards.
    await ended;
  }
}
