// `node scripts/compile-ahead.mjs`, after a build: lists a few skills with dist/main.cjs and keeps what V8 compiled for that,
// for `bin.cjs` to begin with. It holds for this V8 and these flags only; any other looks at its version, and compiles anew.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { generate } from "../bench/generate.mjs";

const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
const file = join(dist, "main.cjs");
const script = new Script(Module.wrap(readFileSync(file, "latin1")), { filename: file });
const loaded = new Module(file);
script.runInThisContext()(loaded.exports, createRequire(file), loaded, file, dist);

const work = mkdtempSync(join(tmpdir(), "skillwright-build-"));
try {
  mkdirSync(join(work, ".git"));
  generate(join(work, ".agents", "skills"), 100);
  process.env.HOME = join(work, "home");
  const code = await loaded.exports.main(["list", "--json", "--cwd", work]);
  if (code !== 0) throw new Error(`\`list\` ended with ${code}`);
  writeFileSync(join(dist, `main-${process.versions.v8}-${process.arch}.bin`), script.createCachedData());
} finally {
  rmSync(work, { recursive: true, force: true });
}
