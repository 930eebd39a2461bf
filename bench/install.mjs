// `npm run bench:install [-- --skills 50 --runs 9]`: a repository of skills from a local mirror. Whole processes in turns,
// medians: `git clone` and `cp -R`, what `add` does in memory (`--dry-run`), and `add` itself.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generate } from "./generate.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, "..", "dist", "bin.cjs");
const { values } = parseArgs({
  options: { skills: { type: "string", default: "50" }, runs: { type: "string", default: "9" } },
});
const runs = Number(values.runs);
if (!existsSync(bin)) throw new Error("build first: npm run build");

const work = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const environment = {
  PATH: process.env.PATH,
  HOME: join(work, "home"),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  ...Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((who) => [
      [`GIT_${who}_NAME`, "bench"],
      [`GIT_${who}_EMAIL`, "bench@invalid.test"],
    ]),
  ),
};

try {
  const url = `file://${makeMirror(Number(values.skills))}`;
  const measured = { node: [], clone: [], look: [], add: [] };
  for (let run = 0; run < runs; run++) {
    measured.node.push(time([process.execPath, "-e", "0"]));
    measured.clone.push(cloneAndCopy(url, String(run)));
    measured.look.push(addFrom(url, `look-${run}`, "--dry-run"));
    measured.add.push(addFrom(url, `add-${run}`, "--yes"));
  }
  print(measured);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function makeMirror(skills) {
  const repository = join(work, "repository");
  generate(join(repository, "skills"), skills);
  time(["git", "init", "--quiet", repository]);
  time(["git", "-C", repository, "add", "--all"]);
  time(["git", "-C", repository, "commit", "--quiet", "--message=skills"]);
  time(["git", "clone", "--quiet", "--bare", repository, join(work, "mirror.git")]);
  return join(work, "mirror.git");
}

function cloneAndCopy(url, run) {
  const clone = join(work, `clone-${run}`);
  return (
    time(["git", "clone", "--quiet", url, clone]) + time(["cp", "-R", join(clone, "skills"), join(work, `copy-${run}`)])
  );
}

/** Into a project and a home that have nothing yet. */
function addFrom(url, run, how) {
  const project = join(work, run, "project");
  const home = join(work, run, "home");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(home);
  const ms = time([process.execPath, bin, "add", url, how, "--json", "--cwd", project], { ...environment, HOME: home });
  const placed = join(project, ".agents", "skills");
  if (how === "--yes" && readdirSync(placed).length === 0) throw new Error("nothing was installed");
  return ms;
}

function time([program, ...args], env = environment) {
  const from = performance.now();
  const { status, stderr } = spawnSync(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const ms = performance.now() - from;
  if (status !== 0) throw new Error(`\`${program} ${args.join(" ")}\` ended with ${status}: ${stderr}`);
  return ms;
}

function print(measured) {
  const median = (name) => measured[name].sort((a, b) => a - b)[runs >> 1];
  const [node, clone, look, add] = ["node", "clone", "look", "add"].map(median);
  const ratio = (ms) => (ms / clone).toFixed(2);
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, medians of ${runs} runs, ms\n`);
  console.log(
    "| skills | `node -e 0` | `git clone`, `cp -R` | `add --dry-run` | ratio | `add` | ratio | without Node's start |",
  );
  console.log("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  const cells = [
    values.skills,
    node.toFixed(0),
    clone.toFixed(0),
    look.toFixed(0),
    ratio(look),
    add.toFixed(0),
    ratio(add),
  ];
  console.log(`| ${cells.join(" | ")} | ${ratio(add - node)} |`);
}
