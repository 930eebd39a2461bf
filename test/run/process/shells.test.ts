/** Checks which shell runs a skill's command, and which commands may find nothing without failing. */
import { expect, test } from "vitest";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { meansNothingFound, shellOf } from "../../../src/run/process/shells.ts";

function shell(wanted: string | undefined, ...programs: string[]): string {
  const files = memoryFiles(Object.fromEntries(programs.map((name) => [`/bin/${name}`, ""])));
  const environment = { cwd: "/", home: "/home/u", platform: "linux" as const, variables: { PATH: "/bin" } };
  const found = { ...files, isExecutable: (path: string) => files.exists(path) };
  const { program, args } = shellOf(wanted, "cmd", { environment, files: found });
  return [program, ...args].join(" ");
}

test.each<[string | undefined, string[], string]>([
  [undefined, ["bash", "sh"], "/bin/bash --noprofile --norc -c cmd"],
  [undefined, ["sh"], "/bin/sh -c cmd"],
  ["bash", ["bash"], "/bin/bash --noprofile --norc -c cmd"],
  ["bash", ["sh"], "bash --noprofile --norc -c cmd"],
  ["powershell", ["pwsh"], "/bin/pwsh -NoProfile -NonInteractive -Command cmd"],
  ["powershell", ["bash"], "pwsh -NoProfile -NonInteractive -Command cmd"],
])("[F20] a skill that wants the shell %s, on a machine with %j, gets %s", (wanted, programs, expected) => {
  expect(shell(wanted, ...programs)).toBe(expected);
});

test.each([
  ["grep x y", true],
  ["  egrep x", true],
  ["fgrep x", true],
  ["rg x", true],
  ["find . -name x", true],
  ["diff a b", true],
  ["test -f x", true],
  ["[ -f x ]", true],
  ["git diff", true],
  ["git grep x", true],
  ["git log", false],
  ["grepper x", false],
  ["cargo test x", false],
  ["make; grep x", false],
  ["grep x y | sort", false],
  ["grep x y; false", false],
  ["grep x y && make", false],
  ["grep x y\nmake", false],
])("[F22] exit code 1 of %j means that nothing was found: %s", (command, expected) => {
  expect(meansNothingFound(command)).toBe(expected);
});
