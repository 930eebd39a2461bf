// Finds the real programs, or installs them from npm at the versions of `peers.json`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const PEERS_FILE = join(here, "..", "peers.json");
export const PEERS = JSON.parse(readFileSync(PEERS_FILE, "utf8"));

/** Every program: `codex` at the version of `peers.json`, and a target such as `codex@0.166.0` for each earlier one. */
export const TARGETS = Object.entries(PEERS).flatMap(([host, { earlier = [] }]) => [
  host,
  ...earlier.map((version) => `${host}@${version}`),
]);

/** Returns the host of a target. */
export function hostOf(target) {
  return target.split("@")[0];
}

/** Returns the npm package of a target, because a host may have moved to another package. */
export function packageOf(target) {
  const { package: newest, packages = {} } = PEERS[hostOf(target)];
  return packages[versionOf(target)] ?? newest;
}

/** Returns the version of a target, if the host has a program. */
export function versionOf(target) {
  return target.split("@")[1] ?? PEERS[target]?.version;
}

/** Returns the target for a user's text, which may name the newest version explicitly. */
export function targetNamed(text) {
  const [host, version] = text.split("@");
  return version !== undefined && version === PEERS[host]?.version ? host : text;
}

/** Returns the program of each target. `directory` is an existing `node_modules/.bin`. */
export function locatePeers(targets, directory) {
  return Object.fromEntries(
    targets.map((target) => {
      const { program } = PEERS[hostOf(target)];
      const bin = directory ? resolve(directory) : installPeer(hostOf(target), versionOf(target));
      const path = join(bin, program);
      if (!existsSync(path)) throw new Error(`there is no ${path}`);
      nodeOf(hostOf(target));
      return [target, path];
    }),
  );
}

/** Returns the version in the package of a program. */
export function installedVersion(target, program) {
  const file = join(dirname(program), "..", ...packageOf(target).split("/"), "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : "unknown";
}

/** Returns the newest version on npm. */
export function newestVersion(host) {
  return npm(["view", PEERS[host].package, "version"]).trim();
}

function cacheDirectory() {
  return process.env.SKILLWRIGHT_CONFORMANCE_CACHE ?? join(homedir(), ".cache", "skillwright", "conformance");
}

/**
 * Returns the path of the Node that runs the program of a host: our own Node, or the version in `node` of `peers.json`.
 */
export function nodeOf(host) {
  const { node } = PEERS[host];
  if (node === undefined) return process.execPath;
  const prefix = join(cacheDirectory(), `node@${node}`);
  const program = join(prefix, "node_modules", ".bin", "node");
  if (!existsSync(program)) installPackage(`node@${node}`, prefix);
  return program;
}

/**
 * Installs a version into its own directory, so that two versions can be compared. Returns the directory of its
 * programs.
 */
export function installPeer(host, version) {
  const prefix = join(cacheDirectory(), `${host}@${version}`);
  const bin = join(prefix, "node_modules", ".bin");
  const program = join(bin, PEERS[host].program);
  const target = `${host}@${version}`;
  if (!existsSync(program) || installedVersion(target, program) !== version)
    installPackage(`${packageOf(target)}@${version}`, prefix);
  return bin;
}

/** Returns a PATH with the `node` that runs the program of a host. */
export function pathOf(host) {
  return PEERS[host].node === undefined ? process.env.PATH : `${dirname(nodeOf(host))}:${process.env.PATH}`;
}

function installPackage(wanted, prefix) {
  mkdirSync(prefix, { recursive: true });
  process.stderr.write(`installing ${wanted} into ${prefix}\n`);
  npm(["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", prefix, wanted]);
}

function npm(args) {
  const { status, stdout } = spawnSync("npm", args, { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${args.at(-1)}`);
  return stdout;
}
