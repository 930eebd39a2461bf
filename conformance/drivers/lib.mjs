// Functions that the drivers share: a clean environment, a process with a timeout, and the lookup of a program.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Returns only the variables that a program needs to start, and the variables of the case. HOME is the case's own
 * directory.
 */
export function cleanEnvironment(home, ...more) {
  const kept = Object.fromEntries(
    ["PATH", "LANG", "LC_ALL", "TMPDIR"].flatMap((key) => (process.env[key] ? [[key, process.env[key]]] : [])),
  );
  return Object.assign(kept, { HOME: home, USERPROFILE: home, NO_COLOR: "1", CI: "1", DO_NOT_TRACK: "1" }, ...more);
}

/** The root user can read every file. In cases about permissions, a program therefore runs without that right. */
export function command(program, args, unprivileged) {
  const dropped = "-dac_override,-dac_read_search";
  if (!unprivileged || process.getuid?.() !== 0) return [program, args];
  return ["setpriv", [`--bounding-set=${dropped}`, `--inh-caps=${dropped}`, program, ...args]];
}

/** Starts a program in its own process group; `stop` ends the whole group. */
export function start(program, args, { cwd, environment, unprivileged, stdio = ["pipe", "pipe", "pipe"] }) {
  const [file, all] = command(program, args, unprivileged);
  const child = spawn(file, all, { cwd, env: environment, stdio, detached: true });
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  };
  return { child, stop };
}

/**
 * Runs a program to its end. Standard output goes to a file, because some programs exit before a pipe is empty. `hung`
 * is true if the program had to be killed. Once `until` resolves, the program is no longer needed.
 */
export async function run(program, args, { timeout, until, ...options }) {
  const directory = mkdtempSync(join(tmpdir(), "skillwright-out-"));
  const output = openSync(join(directory, "out"), "w+");
  const errors = openSync(join(directory, "err"), "w+");
  const { child, stop } = start(program, args, { ...options, stdio: ["ignore", output, errors] });
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    stop();
  }, timeout);
  until?.then(stop);
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", resolve);
  }).finally(() => clearTimeout(timer));
  stop();
  closeSync(output);
  closeSync(errors);
  const stdout = readFileSync(join(directory, "out"), "utf8");
  const stderr = readFileSync(join(directory, "err"), "utf8");
  rmSync(directory, { recursive: true, force: true });
  return { code, hung, stdout, stderr };
}

/** Throws an error with the output of a program whose answer is not usable. This ends the run. */
export function unusable(host, { code, stdout = "", stderr = "" }) {
  return new Error(`${host} gave no list (exit code ${code}): ${(stderr + stdout).trim().slice(0, 800)}`);
}

/**
 * Returns the arguments of `unshare` that disconnect a program from the network on this machine; undefined if no
 * arguments work.
 */
export function isolation() {
  for (const words of [["-n"], ["-r", "-n"]]) {
    const { status } = spawnSync("unshare", [...words, "sh", "-c", "ip link set lo up"], { stdio: "ignore" });
    if (status === 0) return words;
  }
  return undefined;
}

/** Replaces the entities of XML with their characters. */
export function unescapeXml(text) {
  const letters = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => letters[name]);
}
