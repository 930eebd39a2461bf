/** Every command that writes a file in the project, against symlinks that a stranger may have placed there. */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

/** Each command, and the paths that it writes or makes. */
const WRITERS: readonly (readonly [command: string, paths: readonly string[]])[] = [
  ["matrix --html out/page.html", ["out/page.html", "out"]],
  ["publish from --to out/site", ["out/site", "out/site/.well-known", "out"]],
  ["compile a --to codex --out out/codex", ["out/codex", "out"]],
  ["compile a --to codex --out out/codex --force", ["out/codex", "out"]],
  ["new thing --dir out/skills --evals", ["out/skills", "out/skills/thing", "out"]],
  ["eval a --live --model m --base-url http://127.0.0.1:1 --results out/runs.jsonl", ["out/runs.jsonl", "out"]],
  ["disable a --project", [".skillwright/config.yaml", ".skillwright"]],
  ["budget --window 100 --apply pin --project --yes", [".skillwright/config.yaml", ".skillwright"]],
  ["place a --apply", [".claude"]],
  ["check bad --fix", ["bad/SKILL.md"]],
  ["check --fix", [".agents/skills/odd/SKILL.md", ".agents/skills/odd", ".agents/skills", ".agents"]],
  ["add ./from/b --yes", ["skills.lock", ".agents/skills/b", ".agents/skills", ".agents"]],
  ["update a --yes", ["skills.lock", ".agents/skills", ".agents"]],
  ["install --yes", ["skills.lock", ".agents/skills", ".agents"]],
  ["remove a", ["skills.lock", ".agents/skills", ".agents"]],
];

const LINKS: Readonly<Record<string, (path: string, target: string) => void>> = {
  "a symlink": (path, target) => symlinkSync(target, path),
  "a chain of symlinks": (path, target) => {
    symlinkSync(target, `${path}-2`);
    symlinkSync(`${path}-2`, path);
  },
  "a symlink to a name that is free": (path, target) => symlinkSync(`${target}-free`, path),
  "a loop": (path) => symlinkSync(path, path),
};

const box = new Sandbox({
  "from/a/SKILL.md": skill("a"),
  "from/b/SKILL.md": skill("b"),
  ".agents/skills/odd/SKILL.md": "---\nname: Odd\ndescription: a: b\n---\n",
  "bad/SKILL.md": "---\nname: Bad\ndescription: a: b\n---\n",
});
box.run(["trust", "--yes"]);
box.run(["add", "./from/a", "--yes"]);
box.write({ "from/a/SKILL.md": skill("a", "Does other work. Use when somebody asks for a.") });
const victim = join(box.directory, "victim");
const template = join(box.directory, "template");
for (const name of ["home", "project"])
  cpSync(join(box.directory, name), join(template, name), { recursive: true, verbatimSymlinks: true });

/** Returns bytes and times. A file that is made and removed again also changes its directory's time. */
function stateOf(path: string): Record<string, string> {
  const stat = lstatSync(path, { bigint: true });
  const own = `${stat.mode} ${stat.mtimeNs} ${stat.ino} ${stat.isFile() ? readFileSync(path, "utf8") : ""}`;
  const below = stat.isDirectory() ? readdirSync(path).map((name) => stateOf(join(path, name))) : [];
  return Object.assign({ [path]: own }, ...below);
}

/**
 * Restores the machine, and makes a target outside of the project. The target has the content that the command would
 * find in the project.
 */
function prepare(path: string, kind: string): void {
  for (const name of ["home", "project", "victim"]) rmSync(join(box.directory, name), { recursive: true, force: true });
  cpSync(template, box.directory, { recursive: true, verbatimSymlinks: true });
  const target = join(victim, "precious");
  const from = box.path(path);
  mkdirSync(victim);
  if (existsSync(from)) cpSync(from, target, { recursive: true });
  else if (/\.\w+$/.test(path)) writeFileSync(target, "");
  else mkdirSync(target);
  rmSync(from, { recursive: true, force: true });
  mkdirSync(dirname(from), { recursive: true });
  LINKS[kind]?.(from, target);
}

/** These commands may find nothing left to write. */
const MAY_SUCCEED = /^(?:install|remove|check)/;

describe("[SF4] a writer", () => {
  const cases = WRITERS.flatMap(([command, paths]) =>
    paths.flatMap((path) => Object.keys(LINKS).map((kind) => [command, path, kind] as const)),
  );
  test.each(cases)("`%s` with `%s` as %s changes nothing outside of the project", (command, path, kind) => {
    prepare(path, kind);
    const before = stateOf(victim);
    const { code, stdout, stderr } = box.run(command.split(" "));
    expect(stateOf(victim)).toEqual(before);
    expect(readdirSync(victim)).toEqual(["precious"]);
    if (!MAY_SUCCEED.test(command))
      expect([code, `${stdout}${stderr}`]).toEqual([1, expect.stringMatching(/[[(]SK\d{3}/)]);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  test.each([
    ["matrix --html out/page.html", "out", "real"],
    ["matrix --html out/page.html", "out/page.html", "out/other.html"],
    ["publish from --to out/site", "out", "real"],
    ["compile a --to codex --out out/codex", "out", "real"],
    ["new thing --dir out", "out", "real"],
  ])("`%s` follows `%s`, a symlink to `%s` in the project", (command, path, real) => {
    prepare("unused", "a symlink");
    if (!/\.\w+$/.test(real)) mkdirSync(box.path(real), { recursive: true });
    else box.write({ [real]: "" });
    symlinkSync(box.path(real), box.path(path));
    expect(box.run(command.split(" ")).code).toBe(0);
    expect(lstatSync(box.path(path)).isSymbolicLink()).toBe(true);
  });
});
