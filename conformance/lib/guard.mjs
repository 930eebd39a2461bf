// Runs the decision table of the guard with the built library, in a real directory with the files of `project.json`.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const directory = join(here, "..", "guard");
const read = (name) => JSON.parse(readFileSync(join(directory, name), "utf8"));

/** Prints one line per table, and the shares of correct rows. Returns true if every row has the expected verdict. */
export async function runGuard({ json = false } = {}) {
  const { openSkills } = await import(pathToFileURL(join(here, "../../dist/index.js")).href);
  const top = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-guard-")));
  try {
    const project = makeProject(top);
    const tables = [];
    for (const name of readdirSync(directory)
      .filter((each) => each.endsWith(".json") && each !== "project.json")
      .sort()) {
      const { kind, rows } = read(name);
      const results = [];
      for (const row of rows) results.push({ ...row, actual: await judge(openSkills, project, row) });
      tables.push({ name: name.replace(".json", ""), kind, results });
    }
    return print(tables, json);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

function makeProject(top) {
  const { files, root, active } = read("project.json");
  const place = (path) => (/^\/etc(?:\/|$)/.test(path) ? path : join(top, path));
  for (const [path, content] of Object.entries(files)) {
    if (path.startsWith("/etc/")) continue;
    mkdirSync(dirname(place(path)), { recursive: true });
    if (typeof content === "string") writeFileSync(place(path), content);
    else symlinkSync(place(content.link), place(path));
  }
  return { cwd: place(root), skill: place(active), home: join(top, "home/u"), root: place(`${root}/agent/skills`) };
}

const sessions = new Map();

async function judge(openSkills, project, { rule, line, call = { tool: "bash", input: { command: line } } }) {
  if (!sessions.has(rule)) sessions.set(rule, await openSession(openSkills, project, rule));
  const checked = await sessions.get(rule).check({ actor: "model", ...call });
  return checked.allowed ? "granted" : "asks";
}

async function openSession(openSkills, { cwd, skill, home, root }, rule) {
  const header = `name: pdf\ndescription: Use it for PDF files.\nallowed-tools: ${JSON.stringify(rule)}`;
  writeFileSync(join(skill, "SKILL.md"), `---\n${header}\n---\nWork.\n`);
  const environment = { cwd, home, platform: process.platform, variables: {} };
  const skills = await openSkills({ ambient: false, environment, cwd, roots: [dirname(skill), root] });
  const session = await skills.session();
  await session.activate({ asked: "pdf", actor: "user" });
  return session;
}

function print(tables, json) {
  const all = tables.flatMap(({ results }) => results);
  const differ = all.filter(({ verdict, actual }) => verdict !== actual);
  const ordinary = tables.filter(({ kind }) => kind === "ordinary").flatMap(({ results }) => results);
  const harmful = tables.filter(({ kind }) => kind === "harmful").flatMap(({ results }) => results);
  const share = (rows) => (100 * rows.filter(({ actual }) => actual === "granted").length) / rows.length;
  const shares = {
    rows: all.length,
    differ: differ.length,
    ordinary: share(ordinary),
    ordinaryWithoutGit: share(ordinary.filter(({ line }) => !/\bgit\b/.test(line))),
    ordinaryScripts: share(ordinary.filter(({ line }) => /skills\/pdf\/scripts/.test(line))),
    harmful: share(harmful),
  };
  if (json) process.stdout.write(`${JSON.stringify({ ...shares, rowsThatDiffer: differ }, null, 2)}\n`);
  else {
    for (const { name, results } of tables) {
      const granted = results.filter(({ actual }) => actual === "granted").length;
      process.stdout.write(`${name.padEnd(24)} ${String(granted).padStart(4)} of ${results.length} granted\n`);
    }
    for (const { rule, line, call, verdict, actual } of differ)
      process.stdout.write(
        `differs: ${rule}: ${JSON.stringify(line ?? call)} is ${actual}, the table says ${verdict}\n`,
      );
    const percent = (value) => `${value.toFixed(1)} %`;
    process.stdout.write(
      `${all.length} rows, ${differ.length} differ; ordinary lines granted: ${percent(shares.ordinary)}, ` +
        `without git ${percent(shares.ordinaryWithoutGit)}, scripts of the active skill ${percent(shares.ordinaryScripts)}; lines of attacks granted: ${percent(shares.harmful)}\n`,
    );
  }
  return differ.length === 0;
}
