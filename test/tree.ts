/**
 * Makes trees of real files in a temporary directory, with shorthands for engine tests. A tree has its own home,
 * project and administrator's directory, so tests use nothing of the machine.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { type Loading, type LoadOptions, loadSkills } from "../src/catalog/load/load.ts";
import type { Diagnostic } from "../src/model/diagnostics/diagnostic.ts";
import type { Root } from "../src/model/skills/root.ts";
import type { Snapshot } from "../src/model/skills/snapshot.ts";
import type { Environment } from "../src/platform/environment.ts";
import { type Files, systemError } from "../src/platform/files/files.ts";
import { nodeFiles } from "../src/platform/files/node-files.ts";

/** A file's text or bytes, or another kind of entry. */
export type Entry =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly special: "fifo" | "directory" }
  | { readonly content: string; readonly mode: number };

export type Entries = Readonly<Record<string, Entry>>;

export interface Tree {
  /** Absolute path without symlinks. */
  readonly top: string;
  readonly environment: Environment;
  /** The machine's file system, with the administrator's directory moved into the tree. */
  readonly files: Files;
  at(path: string): string;
  add(entries: Entries): void;
  /** Returns the value as JSON, with the tree's path removed from every path. */
  plain<T>(value: T): T;
}

const made: string[] = [];

afterAll(() => {
  for (const top of made.splice(0)) rmSync(top, { recursive: true, force: true });
});

/** Makes a tree. `home` and `project` always exist; `project` is a repository if an entry is below `project/.git`. */
export function makeTree(entries: Entries = {}, variables: Environment["variables"] = {}): Tree {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "skw-engine-")));
  made.push(top);
  const at = (path: string): string => join(top, path);
  const add = (more: Entries): void => {
    for (const [path, entry] of Object.entries(more)) write(at(path), entry);
  };
  add({ home: { special: "directory" }, project: { special: "directory" }, ...entries });
  const environment: Environment = { cwd: at("project"), home: at("home"), platform: "linux", variables };
  return { top, environment, files: withAdmin(at("etc/skillwright")), at, add, plain: (value) => plain(value, top) };
}

function write(path: string, entry: Entry): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof entry === "string" || entry instanceof Uint8Array) writeFileSync(path, entry);
  else if ("link" in entry) symlinkSync(entry.link, path);
  else if ("content" in entry) {
    writeFileSync(path, entry.content);
    chmodSync(path, entry.mode);
  } else if (entry.special === "fifo") execFileSync("mkfifo", [path]);
  else mkdirSync(path, { recursive: true });
}

/** Moves `/etc/skillwright` into the tree, because no variable can. */
function withAdmin(directory: string): Files {
  return mapPaths(nodeFiles, (path) =>
    path.startsWith("/etc/skillwright") ? directory + path.slice("/etc/skillwright".length) : path,
  );
}

/** Returns a file system that converts each path with `map` before it uses the path. */
export function mapPaths(files: Files, map: (path: string) => string): Files {
  return {
    readHead: (path, into, maxBytes) => files.readHead(map(path), into, maxBytes),
    readFile: (path, maxBytes) => files.readFile(map(path), maxBytes),
    readDirectory: (path) => files.readDirectory(map(path)),
    lstat: (path) => files.lstat(map(path)),
    linksOn: (device, path) => files.linksOn(device, map(path)),
    stamp: (path) => files.stamp(map(path)),
    stat: (path) => files.stat(map(path)),
    realPath: (path) => files.realPath(map(path)),
    exists: (path) => files.exists(map(path)),
    isExecutable: (path) => files.isExecutable(map(path)),
  };
}

/** Returns the same file system, in which these paths answer EACCES. Mode bits have no effect on root. */
export function denying(files: Files, denied: readonly string[]): Files {
  return mapPaths(files, (path) => {
    if (denied.includes(path)) throw systemError("EACCES", path);
    return path;
  });
}

/** Returns a file system for win32 paths (`C:\a\b`) on top of one that knows only `/C:/a/b`. */
export function windowsFiles(files: Files): Files {
  const inner = mapPaths(files, (path) => `/${path.replaceAll("\\", "/")}`);
  return { ...inner, realPath: (path) => inner.realPath(path).slice(1).replaceAll("/", "\\") };
}

/** Loads a tree with its own environment and files, and without embedded skills. */
export function load(tree: Tree, options: LoadOptions = {}): Promise<Loading> {
  return loadSkills({ environment: tree.environment, files: tree.files, defaultSkills: false, ...options });
}

/** Loads a single directory of a tree. */
export async function loadRoot(tree: Tree, path: string, options: LoadOptions = {}): Promise<Snapshot> {
  return (await load(tree, { ambient: false, links: "follow", roots: [tree.at(path)], ...options })).snapshot;
}

/** Returns a valid SKILL.md. `more` are further lines of frontmatter. */
export function skill(
  name: string,
  description = `Does ${name}. Use it when ${name} is asked for.`,
  more = "",
): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n# ${name}\n\nInstructions.\n`;
}

/** Returns names by outcome, in the snapshot's order, without empty lists. */
export function outcomes(snapshot: Snapshot): Record<string, string[]> {
  const lists: Record<string, string[]> = {
    loaded: snapshot.skills.map((each) => each.skill.name),
    overridden: snapshot.overridden.map((each) => each.skill.name),
    rejected: snapshot.rejected.map((each) => each.name),
    disabled: snapshot.disabled.map((each) => each.skill.name),
    ineligible: snapshot.ineligible.map((each) => each.skill.name),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0));
}

/** Returns `SK104 /project/x/SKILL.md:2:7` for each diagnostic, in order. */
export function findings(tree: Tree, diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, path, at }) => {
    const place = at ? `${at.path}:${at.line}:${at.column}` : (path ?? "");
    return `${code} ${place.replaceAll(tree.top, "")}`.trim();
  });
}

export function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((each) => each.code);
}

/** Returns a root for tests that call a stage directly. */
export function rootAt(path: string, over: Partial<Root> = {}): Root {
  return {
    path,
    scope: "extra",
    label: path,
    from: "`--root`",
    namedBy: "caller",
    namedIn: path,
    trusted: true,
    followLinks: true,
    exists: true,
    configured: true,
    namespace: "",
    ...over,
  };
}

function plain<T>(value: T, top: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(top, "")) as T;
}
