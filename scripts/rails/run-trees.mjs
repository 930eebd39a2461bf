// A child process of `rails record`. It receives names of trees, runs every reading command on each tree, and sends the
// answers. It calls `main` of the built command in this process, with file descriptors 1 and 2 replaced. Separate
// processes for many thousand calls would take an hour. Every `PROOF`th call also runs as a separate process, and both
// outputs must be the same.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { commandsAbout, namesIn, TRUST, TRUSTED, UNTRUSTED } from "./commands.mjs";
import { makeTree } from "./trees.mjs";

const PROOF = 200;

const [top, pkg] = process.argv.slice(2);
const { main } = createRequire(import.meta.url)(join(pkg, "dist", "main.cjs"));
const outer = { ...process.env };
let calls = 0;

const written = { 1: [], 2: [] };
const writeSync = fs.writeSync;
fs.writeSync = (descriptor, bytes, ...rest) => {
  if (written[descriptor] === undefined) return writeSync(descriptor, bytes, ...rest);
  const from = typeof rest[0] === "number" ? rest[0] : 0;
  const piece = Buffer.from(bytes).subarray(from);
  written[descriptor].push(piece);
  return piece.length;
};
const end = process.exit;
process.exit = (code) => {
  throw Object.assign(new Error("exit"), { exit: code ?? process.exitCode ?? 0 });
};

process.on("disconnect", () => end.call(process, 1));
process.on("message", async (name) => {
  try {
    process.send({ name, answers: await runTree(name) });
  } catch (error) {
    process.send({ name, failed: String(error?.stack ?? error) });
  }
});

async function runTree(name) {
  const base = join(top, "trees", name);
  fs.mkdirSync(base, { recursive: true });
  const tree = makeTree(name, base);
  const environment = { PATH: join(base, "bin"), HOME: tree.home, COLUMNS: "400", ...tree.variables };
  const at = { cwd: tree.cwd, env: environment, hide: [[base, "<tree>"]] };
  const answers = [];
  const record = async (args, phase) => {
    const answer = await run([...args, ...tree.options, "--json"], at);
    answers.push({ command: args[0], args: args.slice(1).join(" "), phase, ...answer });
  };
  try {
    setEnvironment(environment);
    process.chdir(tree.cwd);
    for (const args of UNTRUSTED) await record(args, "untrusted");
    await runHere([...TRUST, ...tree.options]);
    for (const args of TRUSTED) await record(args, "trusted");
    const listed = answers.findLast(({ command, args }) => command === "list" && args === "--all");
    for (const args of namesIn(listed.stdout).flatMap(commandsAbout)) await record(args, "trusted");
    return answers;
  } finally {
    process.chdir(top);
    setEnvironment(outer);
    tree.remove();
  }
}

function setEnvironment(variables) {
  for (const key of Object.keys(process.env)) delete process.env[key];
  Object.assign(process.env, variables);
}

async function run(args, { cwd, env, hide }) {
  const answer = hidden(await runHere(args), hide);
  if (calls++ % PROOF === 0) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(pkg, "dist", "bin.cjs"), ...args], {
      cwd,
      env,
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const real = hidden({ exit: status, stdout, stderr }, hide);
    if (JSON.stringify(real) !== JSON.stringify(answer))
      throw new Error(
        `\`${args.join(" ")}\` answers differently in a process of its own:\n${show(answer)}\n${show(real)}`,
      );
  }
  return answer;
}

async function runHere(args) {
  written[1] = [];
  written[2] = [];
  let exit;
  try {
    exit = await main(args);
  } catch (error) {
    if (error.exit === undefined) throw error;
    exit = error.exit;
  }
  return { exit, stdout: Buffer.concat(written[1]), stderr: Buffer.concat(written[2]) };
}

/** Replaces the paths of this machine in an answer. */
function hidden({ exit, stdout, stderr }, more) {
  const hide = (bytes) =>
    [...more, [pkg, "<package>"], [top, "<tmp>"]].reduce((text, pair) => text.replaceAll(...pair), bytes.toString());
  return { exit, stdout: hide(stdout), stderr: hide(stderr) };
}

function show({ exit, stdout, stderr }) {
  return `exit ${exit}, stdout ${JSON.stringify(stdout.slice(0, 2000))}, stderr ${JSON.stringify(stderr.slice(0, 2000))}`;
}
