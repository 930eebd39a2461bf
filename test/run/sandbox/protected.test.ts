/** Protected names and commands that may write: every sandbox of this machine, as root and as another user. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { build } from "rolldown";
import { afterAll, expect, test } from "vitest";
import { findProgram } from "../../../scripts/programs.mjs";
import type { SandboxProvider } from "../../../src/model/conversation/control.ts";
import { temporaryDirectory } from "../../../src/platform/writing/write-tree.ts";
import type { SelfTest } from "../../../src/run/sandbox/self-test.ts";
import { onlyIf } from "../../needs.ts";
import { type AttackResult, attack } from "./attacks.ts";
import { type Attempts, attemptAll } from "./attempts.ts";
import { sandboxes, throughEach } from "./here.ts";

const top = temporaryDirectory();
afterAll(() => top.remove());

function expectNothing({ outcome, made, before, after }: Attempts): void {
  const { stderr, ...rest } = outcome;
  expect(rest).toEqual({ ended: "exited", code: 1, stdout: "" });
  expect(stderr).toContain('skillwright: not written: "');
  expect(made[0]).toBe(made[1]);
  expect(after).toEqual(before);
}

throughEach("[F16] no attempt to write a protected name arrives through", (provider) => {
  test.each([
    ["that exists", true],
    ["that does not exist", false],
  ])("%s", async (title, exist) => {
    expectNothing(await attemptAll(provider, `${top.path}/${provider.name} ${title}`, exist));
  });
});

throughEach("[F15] [F16] more than a hundred ways out of", (provider) => {
  test("are closed", async () => {
    expectNoWay(await attack(provider, `${top.path}/${provider.name} attacked`));
  });

  test("are noticed if they are open", async () => {
    const root = `${top.path}/${provider.name} open`;
    const open: SandboxProvider = {
      ...provider,
      run: ({ confinement: { read, write }, ...request }) =>
        provider.run({ ...request, confinement: { read: [...read, `${root}/home`], write, network: true } }),
    };
    const { through } = await attack(open, root);
    expect(through).toEqual(expect.arrayContaining(["visit 127.0.0.1", `read ${root}/home/secret`]));
  });
});

function expectNoWay({ outcome, tried, through, changed, kept, protectedNames, setuid }: AttackResult): void {
  expect([outcome.ended, outcome.stdout.endsWith("end\n"), tried >= 100]).toEqual(["exited", true, true]);
  expect(through).toEqual([]);
  expect([changed.ended, changed.code]).toEqual(["exited", 1]);
  // A file name cannot begin a line of the list, even if it contains a line break.
  expect(
    changed.stderr.split("\n").filter((line) => line !== "" && !/^skillwright: not written: "/.test(line)),
  ).toEqual([]);
  expect(Object.values(kept)).toEqual(Object.keys(kept).map(() => "kept"));
  expect([protectedNames, setuid]).toEqual([[], []]);
}

const setpriv = findProgram("setpriv");
const OTHER_USER = 65_534;
const { describe } = onlyIf(
  process.getuid?.() === 0 && setpriv !== undefined,
  "only root with setpriv can be another user",
);

describe("[F4] [F16] as another user", () => {
  for (const { program, provider, candidate, missing } of sandboxes)
    onlyIf(provider !== undefined, missing).test(`through ${program}`, { timeout: 300_000 }, async () => {
      const directory = `${top.path}/user-${program}`;
      mkdirSync(directory);
      chownSync(directory, OTHER_USER, OTHER_USER);
      for (const each of [top.path, dirname(top.path)].filter((path) => path !== "/tmp")) chmodSync(each, 0o711);
      const file = `${top.path}/as-user-${program}.mjs`;
      await build({
        input: `${import.meta.dirname}/as-user.ts`,
        platform: "node",
        logLevel: "warn",
        output: { file, format: "esm" },
      });
      const path = findProgram(program) ?? candidate?.name ?? "";
      const words = [`--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, "--clear-groups", process.execPath, file];
      const said = execFileSync(setpriv ?? "", [...words, program, path, directory], {
        cwd: "/",
        env: { PATH: process.env["PATH"], HOME: directory, TMPDIR: directory },
        encoding: "utf8",
      });
      const { test: tested, attempts, attacked } = JSON.parse(said) as AsUser;
      expect([tested.level, tested.untested, Object.values(tested.checks).includes(false)]).toEqual([
        "isolated",
        [],
        false,
      ]);
      for (const each of attempts) expectNothing(each);
      expectNoWay(attacked);
    });
});

interface AsUser {
  readonly test: SelfTest;
  readonly attempts: readonly Attempts[];
  readonly attacked: AttackResult;
}
