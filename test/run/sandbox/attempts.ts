/**
 * Attempts to put protected names into a directory that a command may write. Names are tried at each depth, with and
 * without an existing entry, and in every way that makes or changes an entry. One script makes all attempts. This file
 * needs no test runner, so that another user can run it.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandOutcome, SandboxProvider } from "../../../src/model/conversation/control.ts";
import { hasProtectedName, PROTECTED_NAMES } from "../../../src/model/rules/protected-names.ts";

const DEPTHS = ["", "one/", "one/two/", "one/two/three/"];

/** Each function receives the path of a protected name, and a prefix for its own files. */
const WAYS: Readonly<Record<string, string>> = {
  create: "fs.writeFileSync(path, 'evil')",
  rename: "fs.writeFileSync(own + '-file', 'evil'); fs.renameSync(own + '-file', path)",
  hardLink: "fs.writeFileSync(own + '-linked', 'evil'); fs.linkSync(own + '-linked', path)",
  symlink: "fs.writeFileSync(own + '-goal', 'evil'); fs.symlinkSync(own + '-goal', path)",
  makeDirectories: "fs.mkdirSync(path + '/deep/er', { recursive: true })",
  throughLink: "fs.symlinkSync(parent, own + '-away'); fs.writeFileSync(own + '-away/' + last, 'evil')",
};

/** Ways that are tried at only one depth. */
const MORE_WAYS: Readonly<Record<string, string>> = {
  inside: "fs.writeFileSync(path + '/evil', 'evil')",
  append: "fs.appendFileSync(path, 'evil')",
  renameDirectory:
    "fs.mkdirSync(own + '-d'); fs.writeFileSync(own + '-d/evil', 'evil'); fs.renameSync(own + '-d', path)",
  renameParent:
    "fs.mkdirSync(own + '-p/' + last, { recursive: true }); fs.renameSync(own + '-p', parent + '/moved-' + id)",
  hardLinkFrom: "fs.linkSync(path, own + '-from'); fs.writeFileSync(own + '-from', 'evil')",
  symlinkedDirectory:
    "fs.mkdirSync(own + '-dir'); fs.symlinkSync(own + '-dir', path); fs.writeFileSync(path + '/evil', 'evil')",
  throughLinkToIt:
    "fs.symlinkSync(path, own + '-it'); fs.mkdirSync(own + '-it'); fs.writeFileSync(own + '-it/evil', 'evil')",
  swapCase: "fs.writeFileSync(parent + '/' + last.toUpperCase(), 'evil')",
  remove: "fs.rmSync(path, { recursive: true })",
  removeParent: "fs.renameSync(path, own + '-taken')",
  mode: "fs.chmodSync(path, 0o777)",
};

const ALL: Readonly<Record<string, { readonly depths: readonly string[]; readonly code: string }>> = {
  ...Object.fromEntries(Object.entries(WAYS).map(([way, code]) => [way, { depths: DEPTHS, code }])),
  ...Object.fromEntries(Object.entries(MORE_WAYS).map(([way, code]) => [way, { depths: DEPTHS.slice(1, 2), code }])),
};

const SCRIPT = `
const fs = require("node:fs");
const { names, ways, root } = JSON.parse(process.argv[1]);
let made = 0;
fs.mkdirSync(root + "/own");
for (const [way, { depths, code }] of Object.entries(ways))
  for (const depth of depths)
    for (const name of names) {
      const id = made++;
      const base = root + "/" + way + "/" + depth;
      const path = base + name;
      const parent = path.slice(0, path.lastIndexOf("/"));
      const last = path.slice(path.lastIndexOf("/") + 1);
      const own = root + "/own/" + id;
      try { fs.mkdirSync(parent, { recursive: true }); } catch {}
      try { new Function("fs", "require", "path", "parent", "last", "own", "id", code)(fs, require, path, parent, last, own, id); } catch {}
    }
fs.writeFileSync(root + "/own/finished", String(made));
`;

/** Returns the kind, mode and content of each path with a protected name. */
function protectedEntries(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = (directory: string): void => {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      const stat = lstatSync(path);
      const content = stat.isFile() ? readFileSync(path, "utf8") : stat.isSymbolicLink() ? readlinkSync(path) : "";
      if (hasProtectedName(path, root)) found[path.slice(root.length)] = `${stat.mode.toString(8)} ${content}`;
      else if (stat.isSymbolicLink() && hasProtectedName(`/${content}`, root)) found[path] = `a link to ${content}`;
      if (stat.isDirectory()) walk(path);
    }
  };
  walk(root);
  return found;
}

/** For each way and depth, creates every protected name as a file or a directory. */
function fill(root: string): void {
  for (const [way, { depths }] of Object.entries(ALL))
    for (const depth of depths)
      for (const [at, name] of PROTECTED_NAMES.entries()) {
        const path = `${root}/${way}/${depth}${name}`;
        // Half of the names are directories, because there are other ways to change a directory.
        mkdirSync(at % 2 === 0 ? path : dirname(path), { recursive: true });
        writeFileSync(at % 2 === 0 ? `${path}/old` : path, "old");
      }
}

export interface Attempts {
  readonly outcome: CommandOutcome;
  /** The number of attempts that the script reports, and the number of all. */
  readonly made: readonly [number, number];
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

/** Makes all attempts. `root` must not exist yet. */
export async function attemptAll(provider: SandboxProvider, root: string, exist: boolean): Promise<Attempts> {
  mkdirSync(root);
  if (exist) fill(root);
  const before = protectedEntries(root);
  const task = { names: PROTECTED_NAMES, ways: ALL, root };
  const outcome = await provider.run({
    program: process.execPath,
    args: ["-e", SCRIPT, "--", JSON.stringify(task)],
    cwd: root,
    variables: { PATH: "/usr/bin:/bin" },
    timeoutMs: 60_000,
    maxOutputBytes: 100_000,
    confinement: { read: [], write: [root], network: false },
  });
  const made = Number(readFileSync(`${root}/own/finished`, "utf8"));
  const places = Object.values(ALL).reduce((sum, { depths }) => sum + depths.length, 0);
  const all = PROTECTED_NAMES.length * places;
  return { outcome, made: [made, all], before, after: protectedEntries(root) };
}
