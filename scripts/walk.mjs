// `npm run walk -- list|load|add|mcp|tools`: prints the files of src/ that run for a command, by room, from V8
// coverage. A file is counted only if one of its functions is called. A loaded file without a call is not counted. A
// temporary build has one output file per source file, so no source map is needed.
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
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
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SKILL =
  "---\nname: pdf\ndescription: Reads PDF files. Use when a PDF is attached.\n---\n\nRead the file first.\n";

export const WALKS = {
  list: { args: () => ["list", "--json"] },
  load: { args: () => ["load", "pdf"] },
  add: { args: ({ source }) => ["add", source, "--yes"] },
  mcp: {
    args: () => ["mcp"],
    input: request("tools/call", { name: "skill", arguments: { name: "pdf" } }),
    says: "Read the file",
  },
  tools: { args: () => ["mcp"], input: request("tools/list", {}), says: "Reads PDF files." },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(WALKS);
  const unknown = names.find((name) => !Object.hasOwn(WALKS, name));
  if (unknown !== undefined) throw new Error(`there is no walk \`${unknown}\`; use ${Object.keys(WALKS).join(", ")}`);
  const files = await walk(names);
  for (const name of names) print(name, files[name]);
}

/** Returns the files of src/ that each walk runs, sorted. */
export async function walk(names) {
  const work = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-walk-")));
  try {
    await buildModules(work);
    const found = {};
    for (const name of names) found[name] = await filesOf(name, work);
    return found;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function buildModules(work) {
  await build({
    cwd: root,
    platform: "node",
    logLevel: "silent",
    input: { "surfaces/cli/main": "src/surfaces/cli/main.ts" },
    external: /^[^./]/,
    output: {
      dir: join(work, "dist"),
      format: "esm",
      preserveModules: true,
      preserveModulesRoot: join(root, "src"),
      entryFileNames: "[name].mjs",
    },
  });
  for (const name of ["skills", "package.json"]) cpSync(join(root, name), join(work, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(work, "node_modules"));
  writeFileSync(
    join(work, "dist", "start.mjs"),
    'import { main } from "./surfaces/cli/main.mjs";\nprocess.exit(await main(process.argv.slice(2)));\n',
  );
}

async function filesOf(name, work) {
  const place = makePlace(join(work, name));
  const coverage = join(work, `${name}-coverage`);
  await run(WALKS[name], place, { start: join(work, "dist", "start.mjs"), coverage });
  const dist = pathToFileURL(join(work, "dist")).href;
  const files = new Set();
  for (const file of readdirSync(coverage)) {
    const { result } = JSON.parse(readFileSync(join(coverage, file), "utf8"));
    for (const { url, functions } of result)
      if (url.startsWith(`${dist}/`) && functions.slice(1).some(isCalled)) files.add(url.slice(dist.length + 1));
  }
  files.delete("start.mjs");
  return [...files].map((file) => file.replace(/\.mjs$/, ".ts")).sort();
}

function isCalled({ ranges }) {
  return ranges[0].count > 0;
}

/** Makes a trusted project with one skill, and a git repository with another one. */
function makePlace(directory) {
  const [project, home, source] = ["project", "home", "source"].map((name) => join(directory, name));
  for (const [top, name] of [
    [join(project, ".agents", "skills"), "pdf"],
    [join(source, "skills"), "docx"],
  ]) {
    mkdirSync(join(top, name), { recursive: true });
    writeFileSync(join(top, name, "SKILL.md"), SKILL.replace("pdf", name));
  }
  mkdirSync(join(project, ".git"));
  mkdirSync(home);
  const git = (...args) => execFileSync("git", ["-C", source, ...args], { stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
  git(
    "-c",
    "user.name=walk",
    "-c",
    "user.email=walk@invalid.test",
    "-c",
    "commit.gpgsign=false",
    "commit",
    "--message=one",
  );
  return { project, home, source: `file://${source}` };
}

async function run({ args, input = [], says }, place, { start, coverage }) {
  const env = { PATH: process.env.PATH, HOME: place.home };
  execFileSync(process.execPath, [start, "trust", "--yes"], { cwd: place.project, env, stdio: "ignore" });
  const child = spawn(process.execPath, [start, ...args(place)], {
    cwd: place.project,
    env: { ...env, NODE_V8_COVERAGE: coverage },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const errors = child.stderr.toArray();
  for (const message of input) child.stdin.write(`${JSON.stringify(message)}\n`);
  if (input.length === 0) child.stdin.end();
  for await (const line of createInterface(child.stdout))
    if (input.length > 0 && JSON.parse(line).id === input.at(-1).id) {
      if (!line.includes(says)) throw new Error(`the server answered ${line}`);
      child.stdin.end();
    }
  const code = await ended;
  if (code !== 0) throw new Error(`\`${args(place).join(" ")}\` ended with ${code}: ${Buffer.concat(await errors)}`);
}

/** Returns the messages of a client that sends one request. */
function request(method, params) {
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "walk", version: "1" } };
  return [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: client },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method, params },
  ];
}

/** Groups files by room. */
function byRoom(files) {
  const rooms = new Map();
  for (const file of files) {
    const [room] = file.split("/");
    rooms.set(room, [...(rooms.get(room) ?? []), file]);
  }
  return rooms;
}

function print(name, files) {
  const rooms = byRoom(files);
  console.log(`${name}: ${files.length} files from ${rooms.size} rooms`);
  for (const [room, inside] of rooms)
    console.log(`  ${room}: ${inside.length}\n${inside.map((file) => `    ${file}`).join("\n")}`);
}
