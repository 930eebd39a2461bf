/** One installation at a time; what was interrupted is settled by whoever comes next. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { guarded, thisProcess, tryAcquire } from "../../../src/install/journal/guard.ts";
import { Machine, skill } from "../machine.ts";

const GUARD = "home/.local/share/skillwright/install.guard";
const JOURNAL = "home/.local/share/skillwright/journal.json";

function deadProcess(): { pid: number; started: string } {
  return { pid: spawnSync(process.execPath, ["-e", ""]).pid, started: "1" };
}

describe("[Y12] the guard", () => {
  test("lets one at a time through, and all of them in the end", async () => {
    const machine = new Machine();
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise((resume) => setTimeout(resume, 5));
      inside--;
    };
    await Promise.all(Array.from({ length: 5 }, () => guarded(machine.path(GUARD), work)));
    expect([most, machine.has(GUARD)]).toEqual([1, false]);
  });

  test("gives up with SK662 when somebody holds it", async () => {
    const machine = new Machine({ [GUARD]: JSON.stringify(thisProcess()) });
    await expect(guarded(machine.path(GUARD), () => 1, { patienceMs: 100 })).rejects.toMatchObject({ code: "SK662" });
    expect(machine.has(GUARD)).toBe(true);
  });

  test.each([
    ["a process that is gone", () => deadProcess()],
    ["another process of the same number", () => ({ ...thisProcess(), started: "1" })],
  ])("of %s holds nobody up", async (_, owner) => {
    const machine = new Machine({ [GUARD]: JSON.stringify(owner()) });
    expect(await guarded(machine.path(GUARD), () => "done", { patienceMs: 1000 })).toBe("done");
  });

  test("that is being written is not broken", () => {
    const machine = new Machine({ [GUARD]: "" });
    expect(tryAcquire(machine.path(GUARD))).toBe(false);
  });

  test("is released when what it guards fails", async () => {
    const machine = new Machine();
    await expect(guarded(machine.path(GUARD), () => Promise.reject(new Error("x")))).rejects.toThrow("x");
    expect(machine.has(GUARD)).toBe(false);
  });

  test("makes eight installations at once end as eight installed skills", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const machine = new Machine(Object.fromEntries(names.map((name) => [`src/${name}/SKILL.md`, skill(name)])));
    await Promise.all(names.map((name) => machine.add(`../src/${name}`)));
    expect(await machine.offered()).toEqual(Object.fromEntries(names.map((name) => [name, "offered"])));
    expect((await (await machine.installer()).verify()).map(({ name, state }) => [name, state])).toEqual(
      names.map((name) => [name, "unchanged"]),
    );
  });
});

describe("[Y11] a journal that was left", () => {
  test("that cannot be read is SK663: told by a load, and in the way of an installation", async () => {
    const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf"), [JOURNAL]: "{" });
    expect((await machine.load()).diagnostics.map(({ code }) => code)).toEqual(["SK663"]);
    await expect(machine.add("../src/pdf")).rejects.toMatchObject({ code: "SK663" });
    rmSync(machine.path(JOURNAL));
    await machine.add("../src/pdf");
    expect(await machine.offered()).toEqual({ pdf: "offered" });
  });

  test("by somebody who is still at work is left alone", async () => {
    const machine = new Machine({ [GUARD]: JSON.stringify(thisProcess()), [JOURNAL]: "{" });
    expect((await machine.load()).diagnostics).toEqual([]);
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
      [JOURNAL]: JSON.stringify({ schema: 1, owner: deadProcess(), staging: [beside], made: [], change }),
    });
    expect((await machine.load()).diagnostics.map(({ code }) => code)).toContain("SK663");
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
    expect([machine.has(JOURNAL), machine.has(GUARD), machine.has("project/.agents")]).toEqual([false, false, false]);
  });
});
