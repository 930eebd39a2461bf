// `node scripts/compile-ahead.mjs`, after a build: lists a few skills and installs some, and keeps what V8 compiled for that, for
// `bin.cjs` to begin with. It holds for this V8 and these flags only; any other looks at its version, and compiles anew.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { generate } from "../bench/generate.mjs";

const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
/** Files that were made of one byte for each character by the build, with their scripts. */
const scripts = new Map();
const compiled = /main\.cjs$|[/\\]cli[/\\](?:shared|careful|install|judge|verify)-[^/\\]*\.cjs$/;
const otherwise = Module._extensions[".js"];
Module._extensions[".cjs"] = (loaded, file) => (compiled.test(file) ? run(loaded, file) : otherwise(loaded, file));

function run(loaded, file) {
  const script = new Script(Module.wrap(readFileSync(file, "latin1")), { filename: file });
  scripts.set(file, script);
  script.runInThisContext()(loaded.exports, createRequire(file), loaded, file, dirname(file));
}

function keep(file) {
  const data = scripts.get(file).createCachedData();
  writeFileSync(file.replace(/\.cjs$/, `-${process.versions.v8}-${process.arch}.bin`), data);
}

/** A repository where there is a git, for that is what most skills come from; else the directory. */
function sourceOf(directory) {
  const git = (...args) => spawnSync("git", ["-C", directory, ...args]).status === 0;
  const who = ["-c", "user.name=build", "-c", "user.email=build@invalid.test", "-c", "commit.gpgsign=false"];
  const made = git("init", "--quiet") && git("add", "--all") && git(...who, "commit", "--quiet", "--message=skills");
  return made ? `file://${directory}` : directory;
}

const work = mkdtempSync(join(tmpdir(), "skillwright-build-"));
try {
  const [project, other, source] = ["project", "other", "source"].map((name) => join(work, name));
  for (const directory of [project, other]) mkdirSync(join(directory, ".git"), { recursive: true });
  process.env.HOME = join(work, "home");
  const main = join(dist, "main.cjs");
  const command = createRequire(main)(main);
  const ran = async (...args) => {
    const code = await command.main([...args, "--json"]);
    if (code !== 0) throw new Error(`\`${args.join(" ")}\` ended with ${code}`);
  };
  generate(join(project, ".agents", "skills"), 100);
  await ran("list", "--cwd", project);
  keep(main);
  generate(join(source, "skills"), 20);
  // One that takes the careful reader.
  mkdirSync(join(source, "skills", "careful"));
  writeFileSync(
    join(source, "skills", "careful", "SKILL.md"),
    "---\nname: careful\ndescription: |\n  Reads.\nmetadata: { a: [1] }\n---\n",
  );
  await ran("add", sourceOf(source), "--yes", "--cwd", other);
  for (const file of scripts.keys()) if (file !== main) keep(file);
} finally {
  rmSync(work, { recursive: true, force: true });
}
