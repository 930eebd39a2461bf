// Makes the trees for `rails`: every conformance case and every fixture, in a directory.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCases } from "../../conformance/lib/cases.mjs";
import { materialise } from "../../conformance/lib/materialise.mjs";

const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), "../../test/fixtures");

/** Returns the names of all trees: `case/ID`, and `fixture/CODE`. */
export function treeNames() {
  const fixtures = readdirSync(FIXTURES).filter((name) => /^SK\d+$/.test(name));
  return [...loadCases().map(({ id }) => `case/${id}`), ...fixtures.map((name) => `fixture/${name}`)].sort();
}

/** Fills the empty directory `base`. Returns the directories, variables and common options of the commands, and `remove`. */
export function makeTree(name, base) {
  const [kind, id] = name.split("/");
  return kind === "case" ? makeCase(id, base) : makeFixture(id, base);
}

let cases;

function makeCase(id, base) {
  cases ??= new Map(loadCases().map((each) => [each.id, each]));
  const { cwd, home, environment, remove } = materialise(cases.get(id), "codex", base);
  return { cwd, home, variables: environment, options: [], remove };
}

function makeFixture(code, base) {
  const { env = {} } = fillFixture(join(FIXTURES, code), base);
  const home = join(base, "home");
  mkdirSync(home, { recursive: true });
  const options = existsSync(join(base, "skills")) ? ["--root", "skills"] : [];
  return { cwd: base, home, variables: env, options, remove: () => rmSync(base, { recursive: true }) };
}

const OURS = ["fixture.json", "printed.txt"];

/** Copies a fixture into a directory and adds what its `fixture.json` describes. Returns that description. */
export function fillFixture(source, directory) {
  cpSync(source, directory, {
    recursive: true,
    filter: (path) => dirname(path) !== source || !OURS.includes(basename(path)),
  });
  const description = join(source, "fixture.json");
  const fixture = existsSync(description)
    ? JSON.parse(readFileSync(description, "utf8").replaceAll("<tmp>", directory))
    : {};
  const place = (path) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    return join(directory, path);
  };
  // Makes this directory the root of the project. Otherwise, the project root would be above the temporary directory.
  mkdirSync(place(".git"), { recursive: true });
  for (const [path, text] of Object.entries(fixture.files ?? {})) writeFileSync(place(path), text);
  for (const [path, bytes] of Object.entries(fixture.base64 ?? {}))
    writeFileSync(place(path), Buffer.from(bytes, "base64"));
  for (const [path, parts] of Object.entries(fixture.append ?? {}))
    for (const { text, times } of [parts].flat()) writeFileSync(place(path), text.repeat(times), { flag: "a" });
  for (const [path, target] of Object.entries(fixture.links ?? {})) symlinkSync(target, place(path));
  for (const path of fixture.fifos ?? []) execFileSync("mkfifo", [place(path)]);
  return fixture;
}
