// `npm run bench:install [-- --skills 50 --commits 250 --runs 15]`: measures a repository of skills from a local
// mirror. Alternates whole processes and prints medians: `git clone` and `cp -R`, `add --dry-run`, and `add`. `--mirror
// PATH`, repeatable, uses existing bare repositories instead of a generated one.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeRepository } from "./lib/make-repository.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, "..", "dist", "bin.cjs");
const { values } = parseArgs({
  options: {
    skills: { type: "string", default: "50" },
    commits: { type: "string", default: "250" },
    runs: { type: "string", default: "15" },
    mirror: { type: "string", multiple: true },
  },
});
const runs = Number(values.runs);
if (!existsSync(bin)) throw new Error("build first: npm run build");

const work = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const environment = {
  PATH: process.env.PATH,
  HOME: join(work, "home"),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

try {
  const mirrors = values.mirror?.map((path) => resolve(path)) ?? [madeMirror()];
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, medians of ${runs} runs, ms\n`);
  console.log(
    "| mirror | skills | files | commits | `node -e 0` | `git clone`, `cp -R` | `add --dry-run` | ratio | `add` | ratio |",
  );
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const mirror of mirrors) print(mirror, measure(mirror));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function madeMirror() {
  const path = join(work, "made");
  const git = (args, input) => run(["git", ...args], { input });
  makeRepository(git, path, { skills: Number(values.skills), commits: Number(values.commits) });
  return path;
}

function measure(mirror) {
  const url = `file://${mirror}`;
  const accepted = digestsToAccept(url);
  const measured = { node: [], clone: [], look: [], add: [] };
  let skills = 0;
  for (let turn = 0; turn < runs; turn++) {
    const place = join(work, basename(mirror), String(turn));
    measured.node.push(run([process.execPath, "-e", "0"]).ms);
    measured.clone.push(cloneAndCopy(url, join(place, "clone"), join(place, "copy")));
    measured.look.push(addFrom(url, join(place, "look"), ["--dry-run"]));
    measured.add.push(addFrom(url, join(place, "add"), ["--yes", ...accepted]));
    skills = readdirSync(join(place, "add", "project", ".agents", "skills")).length;
    if (skills === 0) throw new Error("nothing was installed");
  }
  return { measured, skills };
}

/**
 * Runs the commands of a user without an installer. Without a directory of skills, copies the whole clone except
 * `.git`.
 */
function cloneAndCopy(url, clone, copy) {
  mkdirSync(copy, { recursive: true });
  const cloned = run(["git", "clone", "--quiet", url, clone]).ms;
  const skills = join(clone, "skills");
  const names = readdirSync(existsSync(skills) ? skills : clone).filter((name) => name !== ".git");
  const from = names.map((name) => join(existsSync(skills) ? skills : clone, name));
  return cloned + run(["cp", "-R", ...from, copy]).ms;
}

/** Installs into an empty project and an empty home. */
function addFrom(url, place, how) {
  const project = join(place, "project");
  const home = join(place, "home");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(home);
  const args = [bin, "add", url, ...how, "--json", "--cwd", project];
  return run([process.execPath, ...args], { env: { ...environment, HOME: home } }).ms;
}

/** Returns the options that accept each skill by digest, because real skills may need more than `--yes`. */
function digestsToAccept(url) {
  const project = join(work, "first", "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  const { stderr } = spawnSync(process.execPath, [bin, "add", url, "--yes", "--cwd", project], { env: environment });
  rmSync(join(work, "first"), { recursive: true });
  rmSync(environment.HOME, { recursive: true, force: true });
  return [...String(stderr).matchAll(/--accept sha256:[0-9a-f]{64}/g)].flatMap(([option]) => option.split(" "));
}

function run([program, ...args], { env = environment, input } = {}) {
  const from = performance.now();
  const { status, stderr } = spawnSync(program, args, { env, input, stdio: ["pipe", "ignore", "pipe"] });
  const ms = performance.now() - from;
  if (status !== 0) throw new Error(`\`${program} ${args.join(" ")}\` ended with ${status}: ${stderr}`);
  return { ms };
}

function print(mirror, { measured, skills }) {
  const median = (name) => measured[name].sort((a, b) => a - b)[runs >> 1];
  const [node, clone, look, add] = ["node", "clone", "look", "add"].map(median);
  const git = (...args) => String(spawnSync("git", ["-C", mirror, ...args], { env: environment }).stdout).trim();
  const files = git("ls-tree", "-r", "--name-only", "HEAD").split("\n").length;
  const cells = [
    basename(mirror, ".git"),
    skills,
    files,
    git("rev-list", "--count", "HEAD"),
    ...[node, clone, look].map((ms) => ms.toFixed(0)),
    (look / clone).toFixed(2),
    add.toFixed(0),
    (add / clone).toFixed(2),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
