/**
 * Runs commands in one process, each on a fresh copy of a machine on which one file was replaced. Prints what happened as
 * lines of JSON. `trace` prints which files a command opened instead.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";

const { main: file, template, machine, cases } = JSON.parse(fs.readFileSync(0, "utf8"));
const { cpSync, mkdirSync, openSync, rmSync, symlinkSync, truncateSync, writeFileSync, writeSync } = fs;

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
  fifo: (path) => execFileSync("mkfifo", [path]),
  zero: (path) => symlinkSync("/dev/zero", path),
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

const { main } = createRequire(import.meta.url)(file);
process.chdir("/");
for (const { args, path, kind } of cases) {
  rmSync(machine, { recursive: true, force: true });
  cpSync(template, machine, { recursive: true, verbatimSymlinks: true });
  process.chdir(join(machine, "project"));
  if (path !== undefined) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    await PUT[kind](path);
  }
  printed = "";
  opened = new Set();
  const start = process.cpuUsage();
  const code = await main(args);
  const { user, system } = process.cpuUsage(start);
  writeSync(
    3,
    `${JSON.stringify({ args, path, kind, code, printed, opened: [...opened], cpuMs: (user + system) / 1000 })}\n`,
  );
  process.chdir("/");
}
writeSync(3, `${JSON.stringify({ maxRss: process.resourceUsage().maxRSS })}\n`);
process.exit(0);
