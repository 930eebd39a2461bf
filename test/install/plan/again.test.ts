/**
 * Tests questions that are not repeated, changes by another process during an install, and installs from a lock after the source has changed.
 */
import { mkdirSync, rmSync, truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readStoredOrigins } from "../../../src/install/journal/store.ts";
import type { OperationError } from "../../../src/model/errors.ts";
import type { Files } from "../../../src/platform/files/files.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { answer } from "../../wire-server.ts";
import { commitTree } from "../fetch/git-fixture.ts";
import { packTree } from "../fetch/registry.ts";
import { AGENT_SKILLS, sha256, startSite } from "../fetch/site.ts";
import { Machine, skill } from "../machine.ts";

const HERE = "project/.agents/skills/pdf";

function machineWithSource(): Machine {
  return new Machine({ "src/pdf/SKILL.md": skill("pdf", "The first.") });
}

describe("[Y5] bytes that were approved in their place", () => {
  test("are installed again without a question", async () => {
    const machine = machineWithSource();
    await machine.add("../src/pdf");
    rmSync(machine.path(HERE), { recursive: true });
    const installer = await machine.installer();
    const plan = await installer.planInstall();
    expect(plan.skills.map(({ action, approvedBefore }) => [action, approvedBefore])).toEqual([["add", true]]);
    expect(await installer.apply(plan, {})).toMatchObject([{ action: "add" }]);
    expect(machine.has(`${HERE}/SKILL.md`)).toBe(true);
  });

  test("get a new version in the lock without one, and other bytes do not", async () => {
    const machine = new Machine();
    commitTree(machine.path("repo"), { "skills/pdf/SKILL.md": skill("pdf"), "README.md": "1" });
    const source = `file://${machine.path("repo")}`;
    await machine.add(source);
    const commit = commitTree(machine.path("repo"), { "README.md": "2" });
    const installer = await machine.installer();
    await installer.apply(await installer.planUpdate(), {});
    expect((await installer.installed())[0]?.entry.origin.resolved).toBe(commit);
    commitTree(machine.path("repo"), { "skills/pdf/SKILL.md": skill("pdf", "Other.") });
    await expect(installer.apply(await installer.planUpdate(), {})).rejects.toMatchObject({ code: "SK505" });
  });

  test("by a lock alone they are asked about", async () => {
    const machine = machineWithSource();
    await machine.add("../src/pdf");
    rmSync(machine.path("home/.config"), { recursive: true });
    const installer = await machine.installer();
    await expect(installer.apply(await installer.planInstall(), {})).rejects.toMatchObject({ code: "SK505" });
    expect(await installer.apply(await installer.planInstall(), { unapproved: true })).toMatchObject([
      { action: "same" },
    ]);
    expect(machine.has("home/.config/skillwright/approvals.json")).toBe(false);
  });
});

test("[Y23] who wanted the same and was slower has what they wanted", async () => {
  const machine = machineWithSource();
  const [one, two] = await Promise.all([machine.installer(), machine.installer()]);
  const plans = await Promise.all(
    [one, two].map((installer) => installer.planAdd({ source: "../src/pdf", where: "project" })),
  );
  await one.apply(plans[0] as (typeof plans)[0], { yes: true });
  expect(await two.apply(plans[1] as (typeof plans)[0], { yes: true })).toMatchObject([{ name: "pdf" }]);
  expect((await two.verify()).map(({ state }) => state)).toEqual(["unchanged"]);
});

test.each([
  ["64 MiB that are not JSON count as none", 64 * 1024 * 1024, "none"],
  ["more are not read", 64 * 1024 * 1024 + 1, "SK006"],
])("[Y19] of the list of stored origins, %s", (_, size, expected) => {
  const machine = new Machine({ "arrivals.json": "" });
  truncateSync(machine.path("arrivals.json"), size);
  const read = (): string => {
    try {
      return readStoredOrigins(machine.path("arrivals.json")).size === 0 ? "none" : "some";
    } catch (error) {
      return (error as OperationError).code;
    }
  };
  expect(read()).toBe(expected);
});

test("[Y19] offline the newest counts, and after a rollback the one that was gone back to", async () => {
  const machine = machineWithSource();
  const source = machine.path("src/pdf");
  const newest = (): string | undefined => [...readStoredOrigins(`${machine.data}/store/arrivals.json`).keys()].at(-1);
  await machine.add(source);
  const first = newest();
  machine.write({ "src/pdf/SKILL.md": skill("pdf", "The second.") });
  await machine.add(source);
  const second = newest();
  expect(second).not.toBe(first);
  const installer = await machine.installer();
  await installer.apply(await installer.planRollback(["pdf"]), { person: true });
  expect(newest()).toBe(first);
});

describe("[Y19] a lock brings back its version", () => {
  test("of a plugin in a repository that has moved on", async () => {
    const machine = new Machine();
    const manifest = JSON.stringify({ name: "office" });
    commitTree(machine.path("repo"), {
      ".claude-plugin/plugin.json": manifest,
      "skills/pdf/SKILL.md": skill("pdf", "The first."),
    });
    await machine.add(`plugin:file://${machine.path("repo")}`);
    commitTree(machine.path("repo"), { "skills/pdf/SKILL.md": skill("pdf", "The second.") });
    rmSync(`${machine.data}/plugins`, { recursive: true });
    rmSync(`${machine.data}/store`, { recursive: true });
    const installer = await machine.installer();
    await installer.apply(await installer.planInstall({ user: true, frozen: true }), { unapproved: true });
    expect(machine.read("home/.local/share/skillwright/plugins/office/skills/pdf/SKILL.md")).toContain("The first.");
  });
});

describe("[Y19] of a site whose index has moved on", () => {
  test("the archive that is still there is taken; a missing one does not stop the search of the index", async () => {
    const site = await startSite();
    const version = (text: string, archive: string): void => {
      const bytes = packTree({ "SKILL.md": skill("pdf", text) }, "");
      site.put(`${AGENT_SKILLS}/${archive}`, bytes);
      const entry = { name: "pdf", type: "archive", description: "x", url: archive, digest: sha256(bytes) };
      site.putIndex(`${AGENT_SKILLS}/index.json`, [entry]);
    };
    const machine = new Machine();
    const again = async (): Promise<string> => {
      for (const path of ["project/.agents", "home/.local/share/skillwright/store"])
        rmSync(machine.path(path), { recursive: true });
      const installer = await machine.installer();
      await installer.apply(await installer.planInstall({ frozen: true }), { unapproved: true });
      return machine.read(`${HERE}/SKILL.md`);
    };
    version("The first.", "1.tar.gz");
    await machine.add(site.url);
    version("The second.", "2.tar.gz");
    expect(await again()).toContain("The first.");
    site.on(`${AGENT_SKILLS}/1.tar.gz`, answer(404, ""));
    await expect(again()).rejects.toMatchObject({ code: "SK661" });
    version("The first.", "3.tar.gz");
    mkdirSync(machine.path("project/.agents"));
    mkdirSync(machine.path("home/.local/share/skillwright/store"));
    expect(await again()).toContain("The first.");
    await site.close();
  });
});

describe("[Y16] a plugin's skill", () => {
  test("goes by the name that a catalog has for it", async () => {
    const machine = new Machine({
      "market/.claude-plugin/plugin.json": JSON.stringify({ name: "office" }),
      "market/skills/pdf/SKILL.md": skill("pdf"),
      "market/skills/doc/SKILL.md": skill("doc"),
    });
    const installer = await machine.installer();
    const plan = await installer.planAdd({ source: "plugin:../market", where: "project", skills: ["office:pdf"] });
    expect(plan.skills.map(({ name }) => name)).toEqual(["pdf"]);
    await installer.apply(plan, { yes: true });
    expect((await installer.verify()).map(({ name }) => name)).toEqual(["office:pdf"]);
    expect((await installer.outdated(["office:pdf"])).map(({ name }) => name)).toEqual(["office:pdf"]);
    expect(await installer.remove(["office:pdf"])).toMatchObject([{ name: "office:pdf", action: "remove" }]);
  });
});

describe("[Y16] an approval that is taken back", () => {
  test("leaves the files, and the skill is for trust to say", async () => {
    const machine = new Machine({ [`${HERE}/SKILL.md`]: skill("pdf") });
    const directory = machine.path(HERE);
    const installer = await machine.installer();
    await installer.apply(await installer.planApprove([{ name: "pdf", directory }]), { yes: true });
    const offered = async (): Promise<boolean[]> =>
      (await machine.load()).skills.map(({ withheld }) => withheld === undefined);
    expect(await offered()).toEqual([true]);
    expect(await installer.forget(["pdf"], { dryRun: true })).toEqual([{ name: "pdf", directory }]);
    expect(await offered()).toEqual([true]);
    await installer.forget(["pdf"]);
    expect([await offered(), machine.has(`${HERE}/SKILL.md`), await installer.verify()]).toEqual([[false], true, []]);
    await expect(installer.forget(["pdf"])).rejects.toMatchObject({ code: "SK666" });
  });

  test("also of a directory that is gone, or one of several of a name by its path", async () => {
    const machine = new Machine({ [`${HERE}/SKILL.md`]: skill("pdf"), "other/pdf/SKILL.md": skill("pdf") });
    const places = [machine.path(HERE), machine.path("other/pdf")];
    const installer = await machine.installer();
    const toApprove = places.map((directory) => ({ name: "pdf", directory }));
    await installer.apply(await installer.planApprove(toApprove), { yes: true });
    rmSync(machine.path("other"), { recursive: true });
    await expect(installer.forget(["pdf"])).rejects.toMatchObject({ code: "SK666" });
    await installer.forget([machine.path("other/pdf")]);
    expect((await installer.verify()).map(({ directory }) => directory)).toEqual([machine.path(HERE)]);
  });
});

test("[Y17] where the user approved other bytes than the lock has, that is one line", async () => {
  const machine = machineWithSource();
  await machine.add("../src/pdf");
  const lock = machine.read("project/skills.lock");
  const first = machine.read(`${HERE}/SKILL.md`);
  const installer = await machine.installer();
  machine.write({ [`${HERE}/SKILL.md`]: skill("pdf", "Mine.") });
  await installer.apply(await installer.planApprove([{ name: "pdf", directory: machine.path(HERE) }]), { yes: true });
  machine.write({ [`${HERE}/SKILL.md`]: first, "project/skills.lock": lock });
  const [only, ...more] = await installer.verify();
  expect(more).toEqual([]);
  expect(only).toMatchObject({ state: "changed", approved: false, evidence: "project" });
  expect(only?.locked).toBe(only?.found);
});

test("[Y10] a data directory that cannot be made is SK601, and no fault of ours", async () => {
  const machine = machineWithSource();
  machine.write({ "home/.local": "a file" });
  await expect(machine.add("../src/pdf")).rejects.toMatchObject({ code: "SK601" });
  expect(machine.has(HERE)).toBe(false);
});

test("[Y3] a source with several skills of the lock is fetched once", async () => {
  const machine = new Machine({ "src/a/SKILL.md": skill("a"), "src/b/SKILL.md": skill("b") });
  await machine.add("../src");
  for (const path of ["home/.local/share/skillwright/store", "project/.agents"])
    rmSync(machine.path(path), { recursive: true });
  const walked: string[] = [];
  const files: Files = {
    ...nodeFiles,
    readDirectory: (path) => {
      walked.push(path);
      return nodeFiles.readDirectory(path);
    },
  };
  const { skills } = await (await machine.installer({ files })).planInstall();
  expect([skills.map(({ name }) => name), walked.filter((path) => path === machine.path("src")).length]).toEqual([
    ["a", "b"],
    1,
  ]);
});
