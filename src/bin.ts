#!/usr/bin/env node
/**
 * The entry point of the command. It runs the compiled code beside it: if the same V8 version created this code, V8
 * uses it without compiling, which saves a third of the time of a small listing. Any other V8 version rejects the
 * code and compiles the same source.
 */
import { existsSync, readFileSync } from "node:fs";
import type { Module } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { Script } from "node:vm";

interface Command {
  readonly main: (argv: readonly string[]) => Promise<number>;
}

interface Modules {
  new (id: string): Module & { filename: string; loaded: boolean };
  readonly wrap: (source: string) => string;
  readonly _extensions: Record<string, (loaded: Module, path: string) => void>;
}

/** The class that `node:module` exports, without what else that module loads. */
const Modules = module.constructor as unknown as Modules;

const file = join(__dirname, "main.cjs");

function load(): Command {
  if (!existsSync(compiledOf(file))) {
    const { enableCompileCache } = require("node:module") as { enableCompileCache?: (directory: string) => void };
    // Newer versions of Node cache compiled code themselves. Their default directory is shared by all users.
    const directory = process.env["NODE_COMPILE_CACHE"] || compileCache();
    // A relative directory could belong to the project, and so could the code in it.
    if (isAbsolute(directory)) enableCompileCache?.(directory);
    return require(file) as Command;
  }
  const compile = Modules._extensions[".js"];
  Modules._extensions[".cjs"] = (loaded, path) =>
    existsSync(compiledOf(path)) ? run(loaded, path) : compile?.(loaded, path);
  // Registers the chunk under its name, so that other chunks find it as if it had been required.
  const loaded = new Modules(file);
  loaded.filename = file;
  require.cache[file] = loaded;
  run(loaded, file);
  loaded.loaded = true;
  return loaded.exports as Command;
}

function run(loaded: Module, path: string): void {
  const script = new Script(Modules.wrap(readFileSync(path, "latin1")), {
    filename: path,
    cachedData: readFileSync(compiledOf(path)),
  });
  script.runInThisContext()(loaded.exports, (id: string) => loaded.require(id), loaded, path, dirname(path));
}

/** A directory that only this user writes to. */
function compileCache(): string {
  const { XDG_CACHE_HOME: caches, LOCALAPPDATA: local } = process.env;
  const { homedir } = require("node:os") as typeof import("node:os");
  const own = process.platform === "win32" ? local : caches;
  return join(own || join(homedir(), ".cache"), "skillwright", "node");
}

/** Code that V8 has compiled, valid only for exactly this version of V8. */
function compiledOf(path: string): string {
  return `${path.slice(0, -".cjs".length)}-${process.versions.v8}-${process.arch}.bin`;
}

// All output is written synchronously. Freeing the heap at exit would cost 3 ms, and 15 ms with many skills.
load()
  .main(process.argv.slice(2))
  .then((code) => process.exit(code));
