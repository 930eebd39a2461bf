/** Files in a clone with the names of our locks: no command waits for them, and none is lost. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const OTHER = `1.1.${"0".repeat(32)}.0-0.1.${"0".repeat(16)}.${"0".repeat(16)}`;

const SHIPPED: Readonly<Record<string, (path: string) => void>> = {
  file: (path) => writeFileSync(path, "x"),
  directory: (path) => mkdirSync(join(path, "deep"), { recursive: true }),
  "symlink that leads nowhere": (path) => symlinkSync("nowhere", path),
  "lock of another machine": (path) => symlinkSync(OTHER, path),
  FIFO: (path) => execFileSync("mkfifo", [path]),
};

const COMMANDS: readonly (readonly [command: string, lock: string])[] = [
  ["add ./from/b --yes", ".skills.lock.lock"],
  ["remove a", ".skills.lock.lock"],
  ["update a --yes", ".skills.lock.lock"],
  ["install --yes", ".skills.lock.lock"],
  ["disable a --project", ".skillwright/.config.yaml.lock"],
  ["compile a --to codex --out out", "out/.a.lock"],
];

const template = new Sandbox({
  "from/a/SKILL.md": skill("a"),
  "from/b/SKILL.md": skill("b"),
  ".skillwright/config.yaml": "disable: [x]\n",
  "out/keep": "",
});
template.run(["trust", "--yes"]);
template.run(["add", "./from/a", "--yes"]);
template.write({ "from/a/SKILL.md": skill("a", "Does other work. Use when somebody asks for a.") });

describe("[SF1] a project that ships", () => {
  test.each(COMMANDS.flatMap(([command, lock]) => Object.keys(SHIPPED).map((kind) => [lock, kind, command] as const)))(
    "`%s` as a %s does not delay `%s`",
    (lock, kind, command) => {
      const box = new Sandbox();
      cpSync(template.home, box.home, { recursive: true });
      cpSync(template.project, box.project, { recursive: true });
      // Approvals and trust contain the real directory of the template, so the copy must be trusted again.
      box.run(["trust", "--yes"]);
      if (command.startsWith("install")) execFileSync("rm", ["-r", box.path(".agents/skills/a")]);
      SHIPPED[kind]?.(box.path(lock));
      const { code, stderr } = box.run(command.split(" "));
      // A command that waits for a lock fails in the end.
      expect(code).toBe(0);
      expect(stderr).toContain(`warning[SK667]: \`<tmp>/project/${lock}\` is not the lock of a process`);
      const names = readdirSync(join(box.path(lock), "..")).filter((name) => name.includes(".lock"));
      expect(names.filter((name) => !/^\.?skills\.lock$/.test(name))).toEqual([
        expect.stringMatching(/\.lock\.foreign-[0-9a-f]{32}$/),
      ]);
    },
  );
});
