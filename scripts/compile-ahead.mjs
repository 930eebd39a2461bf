// `node scripts/compile-ahead.mjs`, after a build: lists a few skills, and keeps what V8 compiled for that, for `bin.cjs` to begin
// with. It holds for this V8 and these flags only; any other checks its version, and compiles anew.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { generate } from "../bench/generate.mjs";

const main = join(dirname(fileURLToPath(import.meta.url)), "..", "dist", "main.cjs");
const work = mkdtempSync(join(tmpdir(), "skillwright-build-"));
try {
  const project = join(work, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  process.env.HOME = join(work, "home");
  generate(join(project, ".agents", "skills"), 100);
  const loaded = new Module(main);
  loaded.filename = main;
  const script = new Script(Module.wrap(readFileSync(main, "latin1")), { filename: main });
  script.runInThisContext()(loaded.exports, createRequire(main), loaded, main, dirname(main));
  createRequire(main).cache[main] = loaded;
  const code = await loaded.exports.main(["list", "--cwd", project, "--json"]);
  if (code !== 0) throw new Error(`\`list\` ended with ${code}`);
  writeFileSync(main.replace(/\.cjs$/, `-${process.versions.v8}-${process.arch}.bin`), script.createCachedData());
} finally {
  rmSync(work, { recursive: true, force: true });
}
