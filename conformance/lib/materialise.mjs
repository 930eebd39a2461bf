// Makes the real tree of a case in an empty directory.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { skillsPlace, unfold } from "./cases.mjs";

export const CONTROL = { name: "control", description: "Control skill that is always valid." };
const CONTROL_TEXT = `---\nname: ${CONTROL.name}\ndescription: ${CONTROL.description}\n---\n\n# Control\n`;

/**
 * Builds the tree of a case for `host`. Returns its absolute paths, working directory and environment, whether the host
 * must run without root's rights, and `remove`. `impossible` names the parts that this user or system cannot make.
 * `base` must be an empty directory.
 */
export function materialise(each, host, base = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-case-")))) {
  const places = { project: join(base, "project"), home: join(base, "home"), outside: join(base, "outside") };
  const at = (path) => join(base, path.replaceAll("{skills}", skillsPlace(host)));
  const expand = (text) => text.replace(/\{(project|home|outside)\}/g, (_, name) => places[name]);
  for (const place of Object.values(places)) mkdirSync(place);
  if (each.git !== false) makeRepository(places.project, each.git);

  const modes = [];
  const impossible = [];
  for (const entry of each.tree.flatMap(unfold)) {
    const path = at(entry.path);
    mkdirSync(dirname(path), { recursive: true });
    if (entry.link !== undefined) symlinkSync(expand(entry.link.replaceAll("{skills}", skillsPlace(host))), path);
    else if (entry.directory) mkdirSync(path, { recursive: true });
    else if (entry.fifo) makeFifo(path) || impossible.push(`a FIFO at ${entry.path}`);
    else if (contentOf(entry) !== undefined) writeFileSync(path, expanded(entry, expand));
    if (entry.mode !== undefined) modes.push([path, Number.parseInt(entry.mode, 8)]);
  }
  if (each.control !== false) addControl(at("project/{skills}/control"));
  for (const [path, mode] of modes) chmodSync(path, mode);

  return {
    base,
    ...places,
    // The working directory in the form that a process sees, without symlinks.
    cwd: realpathSync(at(each.cwd ?? "project")),
    environment: Object.fromEntries(Object.entries(each.environment ?? {}).map(([key, value]) => [key, expand(value)])),
    unprivileged: modes.length > 0,
    impossible,
    remove: () => {
      for (const [path] of modes) if (existsSync(path)) chmodSync(path, 0o755);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Makes the smallest directory that git accepts as a repository; `"empty"` is a bare `.git` directory. */
function makeRepository(project, kind) {
  const git = join(project, ".git");
  mkdirSync(git);
  if (kind === "empty") return;
  mkdirSync(join(git, "objects"));
  mkdirSync(join(git, "refs"));
  writeFileSync(join(git, "HEAD"), "ref: refs/heads/main\n");
}

function addControl(directory) {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "SKILL.md"), CONTROL_TEXT);
}

function makeFifo(path) {
  return spawnSync("mkfifo", [path]).status === 0;
}

function expanded(entry, expand) {
  return entry.expand ? expand(contentOf(entry).toString("utf8")) : contentOf(entry);
}

/** Returns the bytes of a file of the tree. `parts` are strings, `{ base64 }` or `{ repeat, times }`. */
export function contentOf(entry) {
  if (entry.text !== undefined) return Buffer.from(entry.text);
  if (entry.base64 !== undefined) return Buffer.from(entry.base64, "base64");
  if (entry.parts !== undefined) return Buffer.concat(entry.parts.map(partOf));
  return undefined;
}

function partOf(part) {
  if (typeof part === "string") return Buffer.from(part);
  if (part.base64 !== undefined) return Buffer.from(part.base64, "base64");
  return Buffer.from(part.repeat.repeat(part.times));
}
