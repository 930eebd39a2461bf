// `node bench/verify.mjs [--skills 1000] [--runs 15]`: measures how long a load takes to compare installed skills with
// their approval. The unit is a recursive lstat of the same files. Alternates in one process, and prints the minimum
// and the median.
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openSkills } from "../dist/index.js";
import { openInstaller } from "../dist/install.js";

const { values } = parseArgs({
  options: { skills: { type: "string", default: "1000" }, runs: { type: "string", default: "15" } },
});
const count = Number(values.skills);
const runs = Number(values.runs);
const work = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-verify-")));
const project = join(work, "project");
const home = join(work, "home");
/** A machine that has the same skills, but no record of an installation. */
const free = { cwd: join(work, "free"), home: join(work, "nobody"), platform: "linux", variables: {} };
const environment = { cwd: project, home, platform: "linux", variables: {} };

try {
  await install();
  const times = { bare: [], held: [], free: [] };
  for (let run = 0; run < runs; run++) {
    times.bare.push(await timed(() => walk(join(project, ".agents/skills"))));
    times.held.push(await timed(() => load(count, environment)));
    times.free.push(await timed(() => load(0, free)));
  }
  const least = (name) => Math.min(...times[name]);
  const verify = times.held.map((ms, run) => ms - times.free[run]);
  console.log(`${count} skills, ${runs} runs, ms`);
  console.log(`bare recursive lstat   ${least("bare").toFixed(1)} least, ${median(times.bare).toFixed(1)} median`);
  console.log(`load, nothing locked   ${least("free").toFixed(1)} least, ${median(times.free).toFixed(1)} median`);
  console.log(`load, all of it held   ${least("held").toFixed(1)} least, ${median(times.held).toFixed(1)} median`);
  console.log(
    `verifying to lstat     ${((least("held") - least("free")) / least("bare")).toFixed(2)} least, ${(median(verify) / median(times.bare)).toFixed(2)} median`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function install() {
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(home);
  for (let index = 0; index < count; index++) {
    const directory = join(work, "source", `skill-${index}`);
    for (const name of ["references", "scripts"]) mkdirSync(join(directory, name), { recursive: true });
    const head = `name: skill-${index}\ndescription: Does thing ${index}. Use when somebody asks for it.`;
    writeFileSync(join(directory, "SKILL.md"), `---\n${head}\n---\n\nDo thing ${index}.\n`);
    writeFileSync(join(directory, "references/a.md"), `About ${index}.\n`);
    writeFileSync(join(directory, "references/b.md"), "More.\n");
    writeFileSync(join(directory, "scripts/run.sh"), `echo ${index}\n`);
  }
  const installer = await openInstaller({ environment });
  const plan = await installer.planAdd({ source: join(work, "source"), where: "project" });
  await installer.apply(plan, { person: true });
  cpSync(join(project, ".agents"), join(free.cwd, ".agents"), { recursive: true });
  mkdirSync(join(free.cwd, ".git"));
}

/** Loads the skills. All of them are offered in both cases: by an approved digest, or because the folder is trusted. */
async function load(held, environment) {
  const { snapshot } = await openSkills({ environment, defaultSkills: false, trust: "all" });
  const approved = snapshot.skills.filter(({ skill, withheld }) => skill.approved && !withheld).length;
  if (snapshot.skills.length !== count || approved !== held) throw new Error(`${approved} of ${count} are held`);
}

function walk(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = `${directory}/${entry.name}`;
    lstatSync(path);
    if (entry.isDirectory()) walk(path);
  }
}

async function timed(act) {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

function median(list) {
  return [...list].sort((a, b) => a - b)[list.length >> 1];
}
