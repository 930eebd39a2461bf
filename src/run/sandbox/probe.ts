/**
 * The source of a program that tries to escape from the sandbox. It is a string, because the sandbox contains no files
 * of Skillwright. The program opens kernel files for writing, but writes nothing to them.
 */
export const PROBE_SOURCE = `
const { spawn, spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const { home, shown, written, port, names, calls, environment, masked, maxProcesses, isGrouped } = JSON.parse(process.argv[1]);
const attempt = (action) => { try { return action(); } catch { return undefined; } };
const digest = (path) => attempt(() => createHash("sha256").update(fs.readFileSync(path)).digest("hex"));
const puts = (path) => attempt(() => (fs.writeFileSync(path, ""), true)) === true;
const opens = (path) =>
  attempt(() => (fs.closeSync(fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK)), true)) === true;
const entries = (path) => attempt(() => fs.readdirSync(path, { withFileTypes: true })) ?? [];
const filesIn = (path) => entries(path).filter((each) => each.isFile()).map(({ name }) => path + "/" + name);
const processes = entries("/proc").map(({ name }) => name).filter((name) => /^[0-9]+$/.test(name));
const KERNEL = ["", "/bus", "/fs", "/irq", "/irq/0", "/sys/fs", "/sys/kernel", "/sys/net/core", "/sys/user", "/sys/vm"];
const kernelFiles = [...KERNEL.map((path) => "/proc" + path), "/sys/kernel", "/sys/power"].flatMap(filesIn);
const tells = (path) => entries(path).length > 0 || (attempt(() => fs.readFileSync(path).length) ?? 0) > 0;
const status = attempt(() => fs.readFileSync("/proc/self/status", "utf8"));
const shell = (line) => spawnSync("/bin/sh", ["-c", line], { encoding: "utf8" });
const isLimited = () => {
  const limit = Number(shell("ulimit -u 2> /dev/null || ulimit -p").stdout);
  if (limit > 0 && limit <= maxProcesses) {
    const { status } = shell("{ ulimit -u 1 || ulimit -p 1; } 2> /dev/null; exec timeout 5 true");
    // timeout has no process to start; macOS has no timeout.
    if (status === 125 || (status === 127 && process.platform === "darwin")) return true;
  }
  if (!isGrouped) return false;
  const started = [];
  for (let at = 0; at < 100; at++) {
    const child = attempt(() => spawn("sleep", ["60"], { stdio: "ignore" }).on("error", () => undefined));
    if (child?.pid === undefined) break;
    started.push(child);
  }
  for (const child of started) child.kill("SIGKILL");
  return started.length < 100;
};
const held = {
  // Before the limit of processes is reached.
  calls: calls.length > 0 && calls.every(([path, error]) => spawnSync(path).status === error),
  environment: !names.some((name) => name in process.env) &&
    !(environment !== "" && processes.some((id) => digest("/proc/" + id + "/environ") === environment)),
  home: attempt(() => fs.readFileSync(home + "/canary")) === undefined,
  writes: !puts(shown + "/canary") && !puts("/usr/skillwright-canary"),
  kernel: !kernelFiles.some(opens) && !masked.some(tells),
  privileges: process.getuid?.() !== 0 &&
    (status === undefined || (/^CapEff:\\s*0+$/m.test(status) && /^CapBnd:\\s*0+$/m.test(status) && /^NoNewPrivs:\\s*1$/m.test(status))),
  processes: isLimited(),
  mounts: fs.existsSync(shown + "/mounted/canary") && !puts(shown + "/mounted/other"),
};
if (written) {
  puts(written + "/plain");
  attempt(() => fs.rmSync(written + "/replaced", { recursive: true }));
  attempt(() => fs.mkdirSync(written + "/replaced"));
  attempt(() => fs.mkdirSync(written + "/new/.claude", { recursive: true }));
  puts(written + "/new/.claude/settings.json");
}
const done = (network) => { process.stdout.write(JSON.stringify({ ...held, network })); process.exit(0); };
require("node:net").connect({ host: "127.0.0.1", port }).on("connect", () => done(false)).on("error", () => done(true));
`;
