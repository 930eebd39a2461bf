// The real programs: where they are, or installed from npm at the versions of `peers.json`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const PEERS = JSON.parse(readFileSync(join(here, "..", "peers.json"), "utf8"));

/** The program of each host, by host. `directory` is a `node_modules/.bin` that is already there. */
export function locatePeers(hosts, directory) {
  const bin = directory ? resolve(directory) : join(cacheDirectory(), "node_modules", ".bin");
  if (!directory) install(hosts, bin);
  return Object.fromEntries(
    hosts.map((host) => {
      const program = join(bin, PEERS[host].program);
      if (!existsSync(program)) throw new Error(`there is no ${program}`);
      return [host, program];
    }),
  );
}

/** The version that a program's package gives itself. */
export function installedVersion(host, program) {
  const file = join(dirname(program), "..", ...PEERS[host].package.split("/"), "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : "unknown";
}

function cacheDirectory() {
  return process.env.SKILLWRIGHT_CONFORMANCE_CACHE ?? join(homedir(), ".cache", "skillwright", "conformance");
}

function install(hosts, bin) {
  const missing = hosts.filter((host) => {
    const program = join(bin, PEERS[host].program);
    return !existsSync(program) || installedVersion(host, program) !== PEERS[host].version;
  });
  if (missing.length === 0) return;
  const cache = cacheDirectory();
  mkdirSync(cache, { recursive: true });
  // All of them, every time: what is not named would be taken away as extraneous.
  const wanted = Object.keys(PEERS).filter(
    (host) => missing.includes(host) || existsSync(join(bin, PEERS[host].program)),
  );
  const packages = wanted.map((host) => `${PEERS[host].package}@${PEERS[host].version}`);
  process.stderr.write(`installing ${packages.join(", ")} into ${cache}\n`);
  const args = ["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", cache, ...packages];
  const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`npm could not install ${packages.join(", ")}`);
}
