// `node scripts/compile-ahead.mjs`, after a build: lists a few skills, and stores V8's compiled code of each file for
// `bin.cjs`. The code is valid only for this V8 version and these flags; any other V8 compiles again.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Module } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { generate } from "../bench/generate.mjs";

const main = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "main.cjs");
const work = mkdtempSync(join(tmpdir(), "skillwright-build-"));
const LEAST_BYTES = 4096;
/** Each loaded file with its script. */
const scripts = new Map();
try {
  const project = join(work, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  process.env.HOME = join(work, "home");
  generate(join(project, ".agents", "skills"), 100);
  Module._extensions[".cjs"] = (loaded, file) => {
    const script = new Script(Module.wrap(readFileSync(file, "latin1")), { filename: file });
    scripts.set(file, script);
    script.runInThisContext()(loaded.exports, (id) => loaded.require(id), loaded, file, dirname(file));
  };
  const loaded = new Module(main);
  loaded.filename = main;
  Module._cache[main] = loaded;
  Module._extensions[".cjs"](loaded, main);
  for (const options of [["--json"], []]) {
    const code = await loaded.exports.main(["list", "--cwd", project, ...options]);
    if (code !== 0) throw new Error(`\`list\` ended with ${code}`);
  }
  // A small file compiles quickly without a cache.
  for (const [file, script] of scripts)
    if (statSync(file).size >= LEAST_BYTES)
      writeFileSync(file.replace(/\.cjs$/, `-${process.versions.v8}-${process.arch}.bin`), script.createCachedData());
} finally {
  rmSync(work, { recursive: true, force: true });
}
