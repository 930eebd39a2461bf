// Other loaders of skills: the hosts of `conformance/` with its drivers, and two programs that only list skills. All
// come from npm, in a cache outside of the repository, and run with their own home and without a network.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment, isolation, run, unusable } from "../../conformance/drivers/lib.mjs";
import { PEERS as HOSTS } from "../../conformance/lib/peers.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const listed = JSON.parse(readFileSync(join(here, "..", "peers.json"), "utf8"));
export const PEERS = Object.fromEntries(
  Object.entries(listed).map(([name, peer]) => [name, { ...HOSTS[name], ...peer }]),
);
const TIMEOUT_MS = 300_000;

/**
 * Installs missing programs. Returns for each program a function that takes a directory and a home, and returns the
 * skills that the program finds.
 */
export async function preparePeers(names) {
  const bin = install(names);
  return Promise.all(
    names.map(async (name) => {
      const { root, driver, program } = PEERS[name];
      const path = join(bin, program);
      const asking = LISTS[name] ?? (await import(`../../conformance/drivers/${driver}.mjs`)).ask;
      const ask = (cwd, home) => asking({ cwd, home, bin: path, timeout: TIMEOUT_MS, environment: {}, trace: false });
      return { name, root, host: driver, version: PEERS[name].version, ask };
    }),
  );
}

function install(names) {
  const cache = process.env.SKILLWRIGHT_BENCH_CACHE ?? join(homedir(), ".cache", "skillwright", "bench");
  const bin = join(cache, "node_modules", ".bin");
  const isThere = (name) => {
    const path = join(bin, PEERS[name].program);
    const file = join(cache, "node_modules", ...PEERS[name].package.split("/"), "package.json");
    return (
      existsSync(path) && existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version === PEERS[name].version
    );
  };
  if (names.every(isThere)) return bin;
  mkdirSync(cache, { recursive: true });
  // Passes all packages to npm each time, because npm would remove an unnamed package as extraneous.
  const packages = Object.values(PEERS).map((peer) => `${peer.package}@${peer.version}`);
  process.stderr.write(`installing ${packages.join(", ")} into ${cache}\n`);
  const args = ["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", cache, ...packages];
  const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`npm could not install ${packages.join(", ")}`);
  return bin;
}

/** Starts this command again in a network namespace with only loopback. Returns true if it already runs there. */
export function isolate() {
  if (process.env.SKILLWRIGHT_BENCH_ISOLATED) return true;
  const words = isolation();
  if (!words) {
    process.stderr.write("note: this system gives no network namespace; the programs run with the network they find\n");
    return false;
  }
  const self = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync("unshare", [...words, "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...self], {
    stdio: "inherit",
    env: { ...process.env, SKILLWRIGHT_BENCH_ISOLATED: "1" },
  });
  process.exit(status ?? 1);
}

/** Programs that only list skills, and the part of pi that lists skills. */
const LISTS = {
  async pi({ cwd, home, bin, timeout }) {
    const script = join(here, "ask-pi.mjs");
    const args = [script, dirname(realpathSync(bin)), join(cwd, ".agents", "skills")];
    const result = await run(process.execPath, args, { cwd, timeout, environment: cleanEnvironment(home) });
    if (result.code !== 0) throw unusable("pi", result);
    return JSON.parse(result.stdout);
  },
  async skills({ cwd, home, bin, timeout }) {
    const result = await run(bin, ["list", "--json"], { cwd, timeout, environment: cleanEnvironment(home) });
    try {
      return { skills: JSON.parse(result.stdout) };
    } catch {
      throw unusable("skills", result);
    }
  },
  async openskills({ cwd, home, bin, timeout }) {
    const result = await run(bin, ["list"], { cwd, timeout, environment: cleanEnvironment(home) });
    if (result.code !== 0) throw unusable("openskills", result);
    // Removes colours, because the program colours its output even in a pipe.
    const plain = result.stdout.replace(/\x1b\[[0-9;]*m/g, "");
    return { skills: [...plain.matchAll(/^ {2}(\S.*?)\s+\(project\)$/gm)].map(([, name]) => ({ name })) };
  },
};
