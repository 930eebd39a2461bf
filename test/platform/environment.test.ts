/** The home never depends on the working directory. Otherwise a project could be the home, and trust itself. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { resolveHome } from "../../src/platform/environment.ts";
import { bin } from "../surfaces/cli/run.ts";

const account = (): string => "/account";
const RELATIVE = [
  "",
  " ",
  ".",
  "./",
  "..",
  "./x",
  "x",
  "x/y",
  "~",
  "~/x",
  "$HOME",
  "-",
  "file:///x",
  "C:\\x",
  "../../x",
];

test.each(RELATIVE)("[T4] `HOME` as %j is not in the working directory", (named) => {
  expect(resolveHome(named, account)).toBe("/account");
});

test.each([
  ["/home/ada", "/home/ada"],
  ["/home/ada/", "/home/ada"],
  ["/home/./ada/../eve", "/home/eve"],
  ["/", "/"],
])("[T4] `HOME` as %j is %j", (named, expected) => {
  expect(resolveHome(named, account)).toBe(expected);
});

test("[T4] an account without an entry has no home", () => {
  const missing = Object.assign(new Error("uv_os_get_passwd returned ENOENT"), { code: "ERR_SYSTEM_ERROR" });
  const find = (): string => {
    throw missing;
  };
  expect(resolveHome("", find)).toBe("/nonexistent");
});

const project = realpathSync(mkdtempSync(join(tmpdir(), "test-")));
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs the command in the project, and returns the files with compiled code that it left there. */
function compiledIn(variables: Readonly<Record<string, string>>): string[] {
  const env = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", ...variables };
  const { status } = spawnSync(process.execPath, [bin, "--version"], { cwd: project, env });
  expect([variables, status]).toEqual([variables, 0]);
  return readdirSync(project, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".bin"));
}

test.each(["HOME", "XDG_CACHE_HOME"])("[T4] a relative `%s` leads to no compiled code", (name) => {
  for (const value of ["", ".", "./x", "x", "..", ".cache"])
    expect([value, compiledIn({ [name]: value })]).toEqual([value, []]);
  expect(compiledIn({ [name]: join(project, name) })).toEqual([
    expect.stringMatching(
      name === "HOME" ? /^HOME\/\.cache\/skillwright\/code\// : /^XDG_CACHE_HOME\/skillwright\/code\//,
    ),
  ]);
  rmSync(join(project, name), { recursive: true });
});
