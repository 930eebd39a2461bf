#!/usr/bin/env node
/**
 * The entry: runs the command that stands beside it. Where the V8 that built it is the one that runs it, the code comes as
 * V8 had compiled it, a third of what a small listing takes. Any other V8 refuses that and compiles the same source.
 */
import { readFileSync } from "node:fs";
import { Module } from "node:module";
import { join } from "node:path";
import { Script } from "node:vm";

interface Command {
  readonly main: (argv: readonly string[]) => Promise<number>;
}

const file = join(__dirname, "main.cjs");

function load(): Command {
  const compiled = readCompiled();
  if (compiled === undefined) {
    // Newer Nodes keep what they compiled for the next time themselves.
    (Module as { enableCompileCache?: () => void }).enableCompileCache?.();
    return require(file) as Command;
  }
  const script = new Script(Module.wrap(readFileSync(file, "latin1")), { filename: file, cachedData: compiled });
  // Other chunks find it under its name, as if it had been required.
  const loaded = new Module(file);
  require.cache[file] = loaded;
  script.runInThisContext()(loaded.exports, require, loaded, file, __dirname);
  loaded.loaded = true;
  return loaded.exports as Command;
}

function readCompiled(): Buffer | undefined {
  try {
    return readFileSync(join(__dirname, `main-${process.versions.v8}-${process.arch}.bin`));
  } catch {
    return undefined;
  }
}

// All output is written synchronously. To take down a heap that nobody needs any more costs 3 ms, of many skills 15.
load()
  .main(process.argv.slice(2))
  .then((code) => process.exit(code));
