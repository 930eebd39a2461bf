/** The next installing command recovers an interrupted install. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { recoverInstallation } from "../../../src/install/journal/journal.ts";
import { changeFiles } from "../../../src/platform/writing/change-files.ts";
import { statePathsOf } from "../../../src/trust/locks/state-paths.ts";
import { Machine, skill } from "../machine.ts";

const JOURNAL = "home/.local/share/skillwright/journal.json";

test("[Y10] eight installations at once in one process end as eight installed skills", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const machine = new Machine(Object.fromEntries(names.map((name) => [`src/${name}/SKILL.md`, skill(name)])));
  await Promise.all(names.map((name) => machine.add(`../src/${name}`)));
  expect(await machine.offered()).toEqual(Object.fromEntries(names.map((name) => [name, "offered"])));
  expect((await (await machine.installer()).verify()).map(({ name, state }) => [name, state])).toEqual(
    names.map((name) => [name, "unchanged"]),
  );
});

test("[Y8] notes on unchanged files that cannot be read are written anew", async () => {
  const stamps = "home/.local/share/skillwright/stamps.json";
  const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf"), [stamps]: "{" });
  await machine.add("../src/pdf");
  const { directories, locks } = JSON.parse(machine.read(stamps));
  expect([directories, locks].map((each) => Object.keys(each))).toEqual([
    [machine.path("project/.agents/skills/pdf")],
    ["project/skills.lock", "home/.config/skillwright/approvals.json"].map((path) => machine.path(path)),
  ]);
});

test("[Y10] an error while it looks for an interruption is not hidden", () => {
  const machine = new Machine();
  const statePaths = statePathsOf(machine.environment, machine.project);
  recoverInstallation(statePaths);
  mkdirSync(dirname(statePaths.temporary), { recursive: true });
  writeFileSync(statePaths.temporary, "");
  expect(() => recoverInstallation(statePaths)).toThrow("ENOTDIR");
});

describe("[Y10] a journal that was left", () => {
  test("that cannot be read is SK663: told by a load, and in the way of an installation", async () => {
    const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf"), [JOURNAL]: "{" });
    expect((await machine.load()).diagnostics.map(({ code }) => code)).toEqual(["SK663"]);
    await expect(machine.add("../src/pdf")).rejects.toMatchObject({
      code: "SK663",
      message: `the journal \`${machine.path(JOURNAL)}\` of an interrupted installation cannot be read`,
      hint: "check the paths in it, remove it, then run `skillwright verify`",
    });
    rmSync(machine.path(JOURNAL));
    await machine.add("../src/pdf");
    expect(await machine.offered()).toEqual({ pdf: "offered" });
  });

  test.each([
    { change: {} },
    { change: { moves: [{ target: 1 }], locks: [], approve: [], forget: [], history: [] } },
    { change: { moves: [], locks: [{ path: "/a", set: [["a"]], remove: [] }], approve: [], forget: [], history: [] } },
  ])("with a damaged change is SK663, and nothing is done: %j", async (more) => {
    const machine = new Machine({ [JOURNAL]: JSON.stringify({ schema: 1, staging: [], made: [], ...more }) });
    expect((await machine.load()).diagnostics.map(({ code }) => code)).toEqual(["SK663"]);
  });

  test("is left alone while its process is at work", async () => {
    const machine = new Machine({ [JOURNAL]: "{" });
    await changeFiles([machine.path(JOURNAL)], async () => {
      expect((await machine.load()).diagnostics).toEqual([]);
    });
    expect(machine.read(JOURNAL)).toBe("{");
  });

  test("never takes away what appeared in the place meanwhile", async () => {
    const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf") });
    const beside = machine.path("project/.agents/skills/.skillwright-1-0");
    for (const name of ["new", "old"]) {
      mkdirSync(`${beside}/${name}`, { recursive: true });
      writeFileSync(`${beside}/${name}/SKILL.md`, skill("pdf", name));
    }
    const target = machine.path("project/.agents/skills/pdf");
    mkdirSync(target);
    writeFileSync(`${target}/SKILL.md`, "mine\n");
    const move = { target, staged: `${beside}/new`, aside: `${beside}/old` };
    const change = { moves: [move], locks: [], approve: [], forget: [], history: [] };
    machine.write({
      [JOURNAL]: JSON.stringify({ schema: 1, staging: [beside], made: [], change }),
    });
    expect((await machine.load()).diagnostics).toContainEqual(
      expect.objectContaining({
        code: "SK663",
        message: expect.stringContaining(`\`${target}\` appeared while an installation was interrupted`),
      }),
    );
    expect(machine.tree("project/.agents/skills/pdf")).toEqual({ "SKILL.md": "mine\n" });
  });

  test("a failure before the change leaves everything as it was", async () => {
    const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf") });
    const before = machine.tree("project");
    await expect(
      machine.add("../src/pdf", {
        onStep(step) {
          if (step === "staged") throw new Error("the disk is full");
        },
      }),
    ).rejects.toThrow("the disk is full");
    expect(machine.tree("project")).toEqual(before);
    expect([machine.has(JOURNAL), machine.has("project/.agents")]).toEqual([false, false]);
  });
});
