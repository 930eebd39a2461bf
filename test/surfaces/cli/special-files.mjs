/**
 * Runs commands in one process, each on a fresh copy of a machine with replaced files. Prints one JSON line for each
 * command with its exit code, its output, the opened files, and the changed files.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";

const { main: file, template, machine, cases } = JSON.parse(fs.readFileSync(0, "utf8"));
const { cpSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } = fs;
const { writeSync } = fs;

let printed = "";
let opened = new Set();
fs.writeSync = (descriptor, bytes, at = 0, ...more) => {
  if (descriptor > 2) return writeSync(descriptor, bytes, at, ...more);
  printed += Buffer.from(bytes).subarray(at).toString();
  return bytes.length - at;
};
fs.openSync = (path, ...more) => {
  if (String(path).startsWith(machine)) opened.add(String(path));
  return openSync(path, ...more);
};

const PUT = {
  nothing: () => undefined,
  fifo: (path) => execFileSync("mkfifo", [path], { env: { PATH: "/usr/bin:/bin" } }),
  zero: (path) => symlinkSync("/dev/zero", path),
  full: (path) => symlinkSync("/dev/full", path),
  // A symlink that leaves the project and the home: to a file with the expected bytes, or to a free name.
  out: (path, original) => {
    cpSync(original, join(machine, "outside", "target"), { recursive: true });
    symlinkSync(join(machine, "outside", "target"), path);
  },
  free: (path) => symlinkSync(join(machine, "outside", "free"), path),
  empty: (path) => writeFileSync(path, ""),
  nul: (path) => writeFileSync(path, Buffer.alloc(300)),
  directory: (path) => mkdirSync(path),
  loop: (path) => symlinkSync(path, path),
  huge: (path) => {
    writeFileSync(path, "");
    truncateSync(path, 1_000_000_000);
  },
  socket: (path) => {
    const short = join(machine, "s");
    const server = createServer();
    server.listen(short);
    return new Promise((resolve) => {
      server.once("listening", () => {
        fs.renameSync(short, path);
        server.unref();
        resolve();
      });
    });
  },
  unreadable: (path) => {
    writeFileSync(path, "x", { mode: 0 });
  },
};

/** Compares no bytes, because a rewritten file has another time. */
function stateOf(path, state = new Map()) {
  const stats = lstatSync(path, { bigint: true });
  state.set(path, `${stats.mode} ${stats.size} ${stats.mtimeNs} ${stats.ino}`);
  if (stats.isDirectory()) for (const name of readdirSync(path)) stateOf(join(path, name), state);
  return state;
}

function changesIn(before, after) {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}

/**
 * Restores each path from the template. A directory that is also in the template stays, and its entries are restored
 * one by one.
 */
function restore(paths) {
  for (const path of paths) {
    const original = template + path.slice(machine.length);
    const [now, then] = [path, original].map((each) => lstatSync(each, { throwIfNoEntry: false }));
    if (now?.isDirectory() && then?.isDirectory()) continue;
    rmSync(path, { recursive: true, force: true });
    if (then) cpSync(original, path, { recursive: true, verbatimSymlinks: true });
  }
}

const { main } = createRequire(import.meta.url)(file);
process.chdir("/");
// An earlier process may have left files of its last case.
for (const name of readdirSync(machine)) rmSync(join(machine, name), { recursive: true, force: true });
cpSync(template, machine, { recursive: true, verbatimSymlinks: true });
for (const { args, path, more = [], kind } of cases) {
  const fresh = stateOf(machine);
  process.chdir(join(machine, "project"));
  for (const each of path === undefined ? [] : [path, ...more]) {
    rmSync(each, { recursive: true, force: true });
    mkdirSync(dirname(each), { recursive: true });
    await PUT[kind](each, template + each.slice(machine.length));
  }
  printed = "";
  opened = new Set();
  const before = path === undefined ? fresh : stateOf(machine);
  const start = process.cpuUsage();
  const code = await main(args);
  const { user, system } = process.cpuUsage(start);
  const after = stateOf(machine);
  const changed = changesIn(before, after);
  const ran = { args, path, kind, code, printed, changed, opened: [...opened], cpuMs: (user + system) / 1000 };
  writeSync(3, `${JSON.stringify(ran)}\n`);
  process.chdir("/");
  restore(changesIn(fresh, after));
}
const { maxRSS: maxRss, userCPUTime, systemCPUTime } = process.resourceUsage();
writeSync(3, `${JSON.stringify({ maxRss, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 })}\n`);
process.exit(0);
