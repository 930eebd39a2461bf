// `npm run bench -- --package [--runs 11] [--write-readme]`: packs the package, installs the tarball in a temporary
// project, and measures whole processes there, alternately: imports, a session, and short commands. Prints the median
// of each figure beside its limit, and exits with 1 above a limit. `--write-readme` writes the sizes and the cost of an
// import into README.md.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeProject, measureStart } from "./compare.mjs";
import { describe, thisMachine } from "./lib/machine.mjs";
import { measureNode, median } from "./lib/measure.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const SMALL = 10;
const LARGE = 10_000;
const BARS = {
  packed: 1_200_000,
  unpacked: 5_000_000,
  files: 120,
  import: 1.2,
  session: 2.5,
  list: 1.6,
  initialize: 2.5,
  large: 1.45,
};

export async function benchPackage({ runs, writeReadme }) {
  if (!existsSync(join(root, "dist", "types"))) throw new Error("build first: npm run build");
  const work = mkdtempSync(join(tmpdir(), "skillwright-package-"));
  try {
    const { size, unpackedSize, entryCount, project } = install(work);
    const figures = await measureAll(programsOf(work, project), runs);
    const rows = [...sizeRows(size, unpackedSize, entryCount), ...ratioRows(figures)];
    console.log(`${describe(thisMachine())}, medians of ${runs} runs\n\n${tableOf(rows)}`);
    if (writeReadme) {
      const file = join(root, "README.md");
      writeFileSync(file, replaceMarked(readFileSync(file, "utf8"), summarize(rows)));
    }
    return rows.some(isAbove) ? 1 : 0;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function install(work) {
  const npm = (cwd, ...args) =>
    execFileSync("npm", [...args, "--loglevel=error"], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  const packed = JSON.parse(npm(root, "pack", "--ignore-scripts", "--json", "--pack-destination", work));
  const [{ filename, size, unpackedSize, entryCount }] = packed;
  const project = join(work, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  npm(project, "install", "--no-audit", "--no-fund", "--prefer-offline", join(work, filename));
  return { size, unpackedSize, entryCount, project };
}

/** Returns the programs. Each program measures one process, or several named processes. */
function programsOf(work, project) {
  const [small, large] = [SMALL, LARGE].map((count) => makeProject(work, count));
  const output = join(work, "out");
  const installed = join(project, "node_modules", "skillwright");
  const bin = join(installed, "dist", "bin.cjs");
  // The PATH has no program of a host, and the home no directory of a host.
  const environmentOf = (home) => ({ PATH: "", HOME: home });
  const still = environmentOf(makeHome(work));
  const node = (cwd, environment, ...args) => measureNode(args, { environment, output, cwd });
  const program = (name, text) => {
    const file = join(project, `${name.replaceAll("/", "-")}.mjs`);
    writeFileSync(file, text);
    return [name, () => node(project, still, file)];
  };
  const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const names = Object.keys(exports)
    .filter((name) => !name.endsWith(".json"))
    .map((name) => name.replace(/^\./, "skillwright"));
  const list = (home, ...args) => node(small, environmentOf(home), bin, "list", ...args);
  const twice = (name, ...args) => [
    name,
    () => {
      const home = makeHome(work);
      return { [`${name}, first run`]: list(home, ...args), [`${name}, second run`]: list(home, ...args) };
    },
  ];
  const hosts = makeHome(work);
  for (const name of [".claude", ".codex"]) mkdirSync(join(hosts, name));
  return [
    ["node", () => node(project, still, "-e", "0")],
    ...names.map((name) => program(name, `import ${JSON.stringify(name)};\n`)),
    program("session", sessionProgram(join(small, ".agents", "skills"))),
    twice("list"),
    twice("list --json", "--json"),
    ["list with two hosts", () => list(hosts)],
    ["initialize", () => measureStart(bin, small, still)],
    ["floor", () => node(large, still, join(here, "floor.mjs"), join(large, ".agents", "skills"))],
    ["large", () => node(large, still, bin, "list", "--json")],
  ];
}

function makeHome(work) {
  return mkdtempSync(join(work, "home-"));
}

function sessionProgram(skills) {
  return `import { openSkills } from "skillwright";
const skills = await openSkills({ ambient: false, roots: [${JSON.stringify(skills)}] });
const { text } = await (await skills.session()).catalog();
if (skills.skills.length !== ${SMALL} || text === "") throw new Error(\`\${skills.skills.length} skills: \${text}\`);
`;
}

/** Returns the figures of each process by name. The first round only warms up. */
async function measureAll(programs, runs) {
  const all = new Map();
  for (let round = 0; round <= runs; round++)
    for (const [name, measure] of programs) {
      const measured = await measure();
      const named = measured.cpuMs === undefined ? Object.entries(measured) : [[name, measured]];
      for (const [each, figures] of round === 0 ? [] : named) all.set(each, [...(all.get(each) ?? []), figures]);
    }
  return all;
}

function sizeRows(size, unpackedSize, entryCount) {
  return [
    { name: "packed", value: size, bar: BARS.packed, show: megabytes },
    { name: "unpacked", value: unpackedSize, bar: BARS.unpacked, show: megabytes },
    { name: "files", value: entryCount, bar: BARS.files, show: String },
  ];
}

/** Compares CPU time for the library, and the time until the end or the first answer for a command. Shows both. */
export function ratioRows(figures) {
  const of = (name, key) => median(figures.get(name).map((each) => each[key]));
  const row = (title, name, { bar, key = "ms", to = "node", less = 0 } = {}) => {
    const [cpuMs, ms] = ["cpuMs", "ms"].map((each) => of(name, each) / of(to, each) - less);
    return { name: title, cpuMs, ms, value: key === "ms" ? ms : cpuMs, bar, show: ratio };
  };
  const imports = [...figures.keys()].filter((name) => name.startsWith("skillwright"));
  const lists = [...figures.keys()].filter((name) => name.endsWith(" run"));
  return [
    ...imports.map((name) =>
      row(`\`import "${name}"\` adds`, name, {
        key: "cpuMs",
        less: 1,
        bar: name === "skillwright" ? BARS.import : undefined,
      }),
    ),
    row(`import, \`openSkills\` (${SMALL} skills), session and catalog`, "session", {
      key: "cpuMs",
      bar: BARS.session,
    }),
    ...lists.map((name) => row(`\`${name.replace(",", `\`, ${SMALL} skills,`)}`, name, { bar: BARS.list })),
    row("`list`, the same with Claude Code and Codex on the machine", "list with two hosts"),
    row("MCP server until it answers `initialize`", "initialize", { bar: BARS.initialize }),
    row(`\`list --json\`, ${LARGE.toLocaleString("en")} skills, to the bare read`, "large", {
      to: "floor",
      bar: BARS.large,
    }),
  ];
}

export function tableOf(rows) {
  const lines = rows.map((row) => {
    const { name, value, cpuMs, ms, bar, show } = row;
    const measured = cpuMs === undefined ? [show(value), ""] : [show(cpuMs), show(ms)];
    return `| ${[name, ...measured, bar === undefined ? "" : show(bar), isAbove(row) ? "above" : ""].join(" | ")} |`;
  });
  return [
    "| × is `node -e 0` | size or processor time | time | bar | |",
    "| --- | ---: | ---: | ---: | --- |",
    ...lines,
  ].join("\n");
}

function isAbove({ value, bar }) {
  return bar !== undefined && value > bar;
}

function summarize([packed, unpacked, files, root, ...rest]) {
  const session = rest.find(({ bar }) => bar === BARS.session);
  return `The package is ${packed.show(packed.value)} packed and ${unpacked.show(unpacked.value)} unpacked, in ${files.value} files, without dependencies.
\`import "skillwright"\` adds ${root.show(root.value)} the processor time of \`node -e 0\`; a program that imports it, opens ${SMALL} skills and
asks a session for the catalog takes ${session.show(session.value)} in all. \`npm run bench -- --package\` measures it.`;
}

/** Replaces the text between the markers of a document. */
export function replaceMarked(document, text) {
  const marks = /(<!-- bench:package -->\n).*?(<!-- \/bench:package -->)/s;
  if (!marks.test(document)) throw new Error("README.md has no `<!-- bench:package -->` … `<!-- /bench:package -->`");
  return document.replace(marks, (_, start, end) => `${start}${text}\n${end}`);
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

function ratio(value) {
  return `${value.toFixed(2)} ×`;
}
