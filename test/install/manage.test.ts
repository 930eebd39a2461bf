/** Adds, updates, rolls back, removes, approves and reinstalls skills with the library, on a temporary machine. */
import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Approval } from "../../src/install/apply/apply.ts";
import { notApprovedError } from "../../src/install/apply/not-approved.ts";
import type { AuditRequest } from "../../src/install/context.ts";
import { chooseDirectories } from "../../src/install/install-target.ts";
import type { PlannedSkill } from "../../src/install/plan/plan.ts";
import type { AuditResult, Finding, FindingSeverity } from "../../src/model/rules/audit.ts";
import { memoryFiles } from "../../src/platform/files/memory-files.ts";
import { nodeFiles } from "../../src/platform/files/node-files.ts";
import { readLock } from "../../src/trust/locks/skills-lock.ts";
import { statePathsOf } from "../../src/trust/locks/state-paths.ts";
import { Machine, skill } from "./machine.ts";

const V1 = { "src/pdf/SKILL.md": skill("pdf", "The first."), "src/pdf/scripts/run.sh*": "echo 1\n" };
const HERE = "project/.agents/skills/pdf";
const NOTHING = { tools: [], scripts: [], hosts: [], hooks: [], shell: [], secrets: [], outside: [], binaries: [] };

/** Reads findings (`!high`) and tools (`Tool(…)`) from the text of the skill file. */
async function audit({ bundle: { files } }: AuditRequest): Promise<AuditResult> {
  const text = files.map(({ bytes }) => Buffer.from(bytes).toString("utf8")).join("\n");
  const findings = [...text.matchAll(/!(block|high|medium|low|info)\b/g)].map(
    ([, severity]): Finding => ({
      code: "SK801",
      severity: severity as FindingSeverity,
      message: `it is ${severity}`,
      why: "",
      help: "",
    }),
  );
  const tools = [...text.matchAll(/Tool\(\w+\)/g)].map(([tool]) => tool);
  const hooks = [...text.matchAll(/Hook\(\w+\)/g)].map(([hook]) => hook);
  return { findings, suppressed: [], capabilities: { ...NOTHING, tools, hooks } };
}

async function addWith(machine: Machine, approval: Approval): Promise<string> {
  const installer = await machine.installer({ audit });
  const plan = await installer.planAdd({ source: "../src/pdf", where: "project" });
  const digests = approval.digests?.map((each) => (each === "this" ? (plan.skills[0]?.digest ?? "") : each));
  try {
    return (await installer.apply(plan, { ...approval, ...(digests ? { digests } : {}) }))[0]?.action ?? "nothing";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("[Y5] the approval that a skill needs", () => {
  test.each<[string, Approval, string]>([
    ["Plain.", {}, "SK505"],
    ["Plain.", { yes: true }, "add"],
    ["Plain.", { person: true }, "add"],
    ["Plain.", { person: false }, "SK505"],
    ["!info !low", { yes: true }, "add"],
    ["!medium", { yes: true }, "SK505"],
    ["Tool(Bash)", { yes: true }, "add"],
    ["Hook(Stop)", { yes: true }, "SK505"],
    ["Hook(Stop)", { person: true }, "add"],
    ["!high", { yes: true }, "SK505"],
    ["!high", { person: true }, "add"],
    ["!block", { yes: true, person: true }, "SK505"],
    ["!block", { digests: ["sha256:0"] }, "SK505"],
    ["!block", { digests: ["this"] }, "add"],
  ])("%s with %j: %s", async (body, approval, expected) => {
    const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf", body) });
    expect(await addWith(machine, approval)).toBe(expected);
    expect([machine.has(HERE), machine.has("project/skills.lock")]).toEqual(
      expected === "add" ? [true, true] : [false, false],
    );
    if (expected !== "add") expect(machine.tree("home")).toEqual({});
  });

  test.each<[string, Approval, string]>([
    ["Still plain.", { yes: true }, "replace"],
    ["Tool(Bash)", { yes: true }, "SK505"],
    ["Tool(Bash)", { person: true }, "replace"],
  ])("an update to %s with %j: %s", async (body, approval, expected) => {
    const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf", "Plain.") });
    await addWith(machine, { yes: true });
    machine.write({ "src/pdf/SKILL.md": skill("pdf", body) });
    expect(await addWith(machine, approval)).toBe(expected);
  });

  test("the user's lock is stamped, so that the next load need not read it", async () => {
    const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf", "Plain.") });
    const installer = await machine.installer({ audit });
    await installer.apply(await installer.planAdd({ source: "../src/pdf", where: "user" }), { yes: true });
    const { locks } = JSON.parse(machine.read("home/.local/share/skillwright/stamps.json"));
    const statePaths = statePathsOf(machine.environment, machine.project);
    expect(Object.keys(locks)).toContain(statePaths.userLock);
  });

  test("the tools of a locked skill are known without its former bytes", async () => {
    const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf", "Tool(Bash)") });
    expect(await addWith(machine, { person: true })).toBe("add");
    rmSync(machine.path("home/.local/share/skillwright/store"), { recursive: true });
    machine.write({ "src/pdf/SKILL.md": skill("pdf", "Again: Tool(Bash)") });
    expect(await addWith(machine, { yes: true })).toBe("replace");
  });

  test("the refusal of `--yes` names every skill, and why `--yes` is not enough", () => {
    const need = (because: string) => ({ need: "person", because: [because] });
    const refused = ["a", "b"].map((name) => ({ name, digest: `sha256:${name}`, need: need(`${name} is high`) }));
    const message = (yes: boolean) =>
      notApprovedError(refused as unknown as PlannedSkill[], { yes, others: false }).message;
    expect([message(true), message(false)]).toEqual([
      "`a`, `b`: `--yes` is not enough: a is high; b is high; nothing was changed",
      "`a`, `b` are not approved; nothing was changed",
    ]);
  });

  test("a name that is not one directory is refused", () => {
    const statePaths = statePathsOf({ home: "/h", platform: "linux", variables: {}, cwd: "/p" }, "/p");
    const choose = chooseDirectories("project", statePaths, memoryFiles({}));
    for (const name of ["a/b", "..", "con"])
      expect(() => choose(name, undefined)).toThrow(
        expect.objectContaining({ code: "SK660", message: expect.stringContaining("under this name") }),
      );
    expect(choose("pdf", undefined).directory).toBe("/p/.agents/skills/pdf");
  });

  test.each([
    ["none", "Plain.", "SK505"],
    ["info", "!info", "add"],
    ["info", "!low", "SK505"],
    ["medium", "!medium", "add"],
    ["high", "!high", "add"],
    ["high", "!block", "SK505"],
    ["high", "Hook(Stop)", "SK505"],
  ])("`install.yes_up_to: %s`, as the user sets it, with %s: %s", async (limit, body, expected) => {
    const machine = new Machine({
      "src/pdf/SKILL.md": skill("pdf", body),
      "home/.config/skillwright/config.yaml": `install:\n  yes_up_to: ${limit}\n`,
    });
    expect(await addWith(machine, { yes: true })).toBe(expected);
    if (limit === "none") expect(await addWith(machine, { person: true })).toBe("add");
  });

  test.each([
    ["install:\n  require_signatures: 3\n", "SK032"],
    ["install:\n  require_signature: ['*']\n", "SK031"],
    ["install:\n  yes_up_to: lo\n", "SK032"],
    ["install: true\n", "SK031"],
    ["install: [\n", "SK030"],
    ["roots: 3\n", "add"],
    ["instal: {}\n", "add"],
  ])("[J31] unreadable settings that may contain a requirement allow no skill: %j is %s", async (text, expected) => {
    const machine = new Machine({
      "src/pdf/SKILL.md": skill("pdf", "Plain."),
      "home/.config/skillwright/config.yaml": text,
    });
    expect(await addWith(machine, { yes: true })).toBe(expected);
    expect(machine.has(HERE)).toBe(expected === "add");
    if (expected !== "add") expect(await addWith(machine, { digests: ["this"] })).toBe("add");
  });

  test("[J31] a project's own settings contain no requirement", async () => {
    const machine = new Machine({
      "src/pdf/SKILL.md": skill("pdf", "Plain."),
      "project/.skillwright/config.yaml": "install: [\n",
    });
    machine.write({
      "home/.config/skillwright/trust.json": JSON.stringify({ schema: 1, folders: [machine.project] }),
    });
    expect(await addWith(machine, { yes: true })).toBe("add");
  });

  test("a project cannot set `install.yes_up_to`", async () => {
    const machine = new Machine({
      "src/pdf/SKILL.md": skill("pdf", "!high"),
      "project/.skillwright/config.yaml": "install:\n  yes_up_to: high\n",
    });
    machine.write({
      "home/.config/skillwright/trust.json": JSON.stringify({ schema: 1, folders: [machine.project] }),
    });
    expect(await addWith(machine, { yes: true })).toBe("SK505");
  });

  test("the lock has the findings and capabilities of that time", async () => {
    const machine = new Machine({ "src/pdf/SKILL.md": skill("pdf", "Tool(Bash) !low !low") });
    await addWith(machine, { yes: true });
    const entry = readLock(machine.path("project/skills.lock"), nodeFiles).get(".agents/skills/pdf");
    expect(entry?.approval).toEqual({ capabilities: { ...NOTHING, tools: ["Tool(Bash)"] }, findings: ["SK801"] });
  });

  test("[Y23] a skill that changed after it was shown is not installed", async () => {
    const machine = new Machine(V1);
    const installer = await machine.installer();
    const plan = await installer.planAdd({ source: "../src/pdf", where: "project" });
    machine.write({ [`${HERE}/SKILL.md`]: "somebody was faster\n" });
    await expect(installer.apply(plan, { person: true })).rejects.toMatchObject({
      code: "SK660",
      message: `\`${machine.path(HERE)}\` has changed since it was reviewed`,
      hint: "run the command again to review its present files",
    });
    expect(machine.tree("project/.agents")).toEqual({ "skills/pdf/SKILL.md": "somebody was faster\n" });
  });
});

describe("[Y23] add", () => {
  test("takes all skills of a source, or those that are named", async () => {
    const machine = new Machine({ "src/a/SKILL.md": skill("a"), "src/b/SKILL.md": skill("b") });
    const installer = await machine.installer();
    const names = async (skills?: string[]): Promise<string[]> =>
      (await installer.planAdd({ source: "../src", where: "project", ...(skills ? { skills } : {}) })).skills.map(
        ({ name }) => name,
      );
    expect(await names()).toEqual(["a", "b"]);
    expect(await names(["b"])).toEqual(["b"]);
    await expect(names(["c"])).rejects.toMatchObject({ code: "SK665", hint: "it has `a`, `b`" });
  });

  test("a second time changes nothing", async () => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    const before = { ...machine.tree("project"), ...machine.tree("home") };
    await machine.add("../src/pdf");
    expect({ ...machine.tree("project"), ...machine.tree("home") }).toEqual(before);
  });
});

describe("[Y14] update", () => {
  test("shows what differs in files and rights, and installs it once approved", async () => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf", { audit });
    machine.write({ "src/pdf/SKILL.md": skill("pdf", "The second. Tool(Bash)"), "src/pdf/new.md": "New.\n" });
    rmSync(machine.path("src/pdf/scripts"), { recursive: true });
    const installer = await machine.installer({ audit });
    const plan = await installer.planUpdate();
    const [planned] = plan.skills;
    expect(planned?.changes.map(({ path, kind }) => [path, kind])).toEqual([
      ["SKILL.md", "changed"],
      ["new.md", "added"],
      ["scripts/run.sh", "removed"],
    ]);
    expect(planned?.capabilityChanges).toEqual({ added: [{ kind: "tools", what: "Tool(Bash)" }], removed: [] });
    await installer.apply(plan, { person: true });
    expect(machine.tree(HERE)).toEqual(machine.tree("src/pdf"));
    expect(await machine.offered()).toEqual({ pdf: "offered" });
    expect((await installer.planUpdate()).skills.map(({ action }) => action)).toEqual(["same"]);
  });

  test("keeps edits in the store, and says that there are any", async () => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    machine.write({ [`${HERE}/SKILL.md`]: skill("pdf", "My edit."), "src/pdf/SKILL.md": skill("pdf", "The second.") });
    const installer = await machine.installer();
    const plan = await installer.planUpdate(["pdf"]);
    expect(plan.skills.map(({ edited }) => edited)).toEqual([true]);
    await installer.apply(plan, { person: true });
    expect(machine.read(`${HERE}/SKILL.md`)).toBe(skill("pdf", "The second."));
    await installer.apply(await installer.planRollback(["pdf"]), { person: true });
    expect(machine.read(`${HERE}/SKILL.md`)).toBe(skill("pdf", "My edit."));
  });

  test("a source that fails leaves the others, and its own as it is", async () => {
    const machine = new Machine({ ...V1, "two/b/SKILL.md": skill("b") });
    await machine.add("../src/pdf");
    await machine.add("../two/b");
    rmSync(machine.path("src"), { recursive: true });
    machine.write({ "two/b/SKILL.md": skill("b", "New.") });
    const plan = await (await machine.installer()).planUpdate();
    expect(plan.skills.map(({ name, action }) => [name, action])).toEqual([["b", "replace"]]);
    expect(plan.diagnostics.map(({ code, severity, message }) => [code, severity, machine.hide(message)])).toEqual([
      ["SK602", "error", "`pdf` stays as it is: there is no directory `<tmp>/src/pdf`"],
    ]);
  });

  test("a place with a link in it is never replaced", async () => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    symlinkSync("/etc", machine.path(`${HERE}/etc`));
    machine.write({ "src/pdf/SKILL.md": skill("pdf", "The second.") });
    const installer = await machine.installer();
    expect((await installer.planUpdate()).diagnostics.map(({ code }) => code)).toEqual(["SK660"]);
    await expect(installer.remove(["pdf"])).rejects.toMatchObject({ code: "SK660" });
    expect(machine.read(`${HERE}/SKILL.md`)).toBe(skill("pdf", "The first."));
  });
});

test("[Y14] outdated says what has other bytes at its source, and changes nothing", async () => {
  const machine = new Machine({ ...V1, "two/b/SKILL.md": skill("b"), "gone/c/SKILL.md": skill("c") });
  for (const source of ["../src/pdf", "../two/b", "../gone/c"]) await machine.add(source);
  machine.write({ "src/pdf/SKILL.md": skill("pdf", "The second.") });
  rmSync(machine.path("gone"), { recursive: true });
  const before = machine.tree("project");
  const list = await (await machine.installer()).outdated();
  expect(list.map(({ name, state, reason }) => [name, state, machine.hide(reason ?? "")])).toEqual([
    ["b", "current", ""],
    ["c", "unknown", "there is no directory `<tmp>/gone/c`"],
    ["pdf", "outdated", ""],
  ]);
  expect(machine.tree("project")).toEqual(before);
});

describe("[Y16] remove", () => {
  test("takes directory, entry and approval, and leaves the bytes in the store", async () => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    const installer = await machine.installer();
    expect((await installer.remove(["pdf"], { dryRun: true })).map(({ action }) => action)).toEqual(["remove"]);
    expect(machine.has(HERE)).toBe(true);
    await installer.remove(["pdf"]);
    expect([machine.has(HERE), machine.has("project/skills.lock")]).toEqual([false, false]);
    expect(JSON.parse(machine.read("home/.config/skillwright/approvals.json"))).toEqual({ schema: 1, approvals: {} });
    expect(Object.keys(machine.tree("home/.local/share/skillwright/store")).length).toBe(3);
  });

  const MEANWHILE: Readonly<Record<string, (machine: Machine) => void>> = {
    "a new file": (machine) => machine.write({ [`${HERE}/notes.md`]: "mine" }),
    "a hidden file": (machine) => machine.write({ [`${HERE}/.notes`]: "mine" }),
    "a file in a new directory": (machine) => machine.write({ [`${HERE}/notes/x/y`]: "mine" }),
    "other bytes": (machine) => machine.write({ [`${HERE}/scripts/run.sh*`]: "echo 2\n" }),
    "another mode": (machine) => chmodSync(machine.path(`${HERE}/scripts/run.sh`), 0o644),
    "a missing file": (machine) => rmSync(machine.path(`${HERE}/scripts/run.sh`)),
    "a symlink": (machine) => symlinkSync("SKILL.md", machine.path(`${HERE}/link`)),
    "another directory": (machine) => {
      rmSync(machine.path(HERE), { recursive: true });
      machine.write({ [`${HERE}/SKILL.md`]: skill("pdf", "Another.") });
    },
  };
  const changes = Object.entries(MEANWHILE);

  test.each(changes)("[Y23] %s after the files were shown: nothing is removed", async (_, change) => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    const installer = await machine.installer();
    const shown = await installer.showFiles(["pdf"]);
    change(machine);
    const before = machine.tree("project");
    await expect(installer.remove(["pdf"], { shown })).rejects.toMatchObject({ code: "SK660" });
    expect(machine.tree("project")).toEqual(before);
  });

  test.each(changes)("[Y23] %s while another installation runs: nothing is removed", async (_, change) => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    let before = {};
    const installer = await machine.installer({
      onStep(step) {
        if (step !== "guarded") return;
        change(machine);
        before = machine.tree("project");
      },
    });
    await expect(installer.remove(["pdf"])).rejects.toMatchObject({ code: "SK660" });
    expect(machine.tree("project")).toEqual(before);
  });

  test("directories that were made on the way go with the last skill; others stay", async () => {
    const machine = new Machine({ ...V1, "two/b/SKILL.md": skill("b"), "project/own/.keep": "" });
    await machine.add("../src/pdf");
    await machine.add("../two");
    rmSync(machine.path("project/own/.keep"));
    const installer = await machine.installer();
    const own = await installer.planAdd({ source: "../two", where: { directory: machine.path("project/own") } });
    await installer.apply(own, { person: true });
    expect(machine.has("project/own/b")).toBe(true);
    await installer.remove(["b"]);
    expect(machine.has(HERE)).toBe(true);
    await installer.remove(["pdf"]);
    expect([machine.has("project/.agents"), machine.has("project/own")]).toEqual([false, true]);
    expect(machine.has("home/.local/share/skillwright/made.json")).toBe(false);
  });

  test.each(["~/.agents/skills/pdf", "~/.agents/skills/pdf/", "../home/.agents/skills/pdf"])(
    "a skill is named by its directory %s",
    async (asked) => {
      const machine = new Machine(V1);
      const installer = await machine.installer();
      await installer.apply(await installer.planAdd({ source: "../src/pdf", where: "user" }), { person: true });
      const there = machine.has("home/.agents/skills/pdf/SKILL.md");
      await installer.remove([asked]);
      expect([there, machine.has("home/.agents/skills/pdf")]).toEqual([true, false]);
    },
  );

  test("a skill that is not installed is SK666, with the nearest names", async () => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    await expect((await machine.installer()).remove(["pfd"])).rejects.toMatchObject({
      code: "SK666",
      hint: "did you mean `pdf`?",
    });
  });
});

test("[Y17] verify names every difference, and what is missing", async () => {
  const machine = new Machine({
    ...V1,
    "two/b/SKILL.md": skill("b"),
    "two/c/SKILL.md": skill("c"),
    "two/d/SKILL.md": skill("d"),
  });
  await machine.add("../src/pdf");
  await machine.add("../two");
  machine.write({
    [`${HERE}/SKILL.md`]: "x",
    [`${HERE}/new.md`]: "",
    "project/.agents/skills/d/SKILL.md*": skill("d"),
  });
  rmSync(machine.path(`${HERE}/scripts`), { recursive: true });
  rmSync(machine.path("project/.agents/skills/b"), { recursive: true });
  const list = await (await machine.installer()).verify();
  expect(
    list.map(({ name, state, evidence, approved, changes }) => ({ name, state, evidence, approved, changes })),
  ).toEqual([
    { name: "b", state: "missing", evidence: "project", approved: true, changes: [] },
    { name: "c", state: "unchanged", evidence: "project", approved: true, changes: [] },
    {
      name: "d",
      state: "changed",
      evidence: "project",
      approved: true,
      changes: [{ path: "SKILL.md", kind: "changed" }],
    },
    {
      name: "pdf",
      state: "changed",
      evidence: "project",
      approved: true,
      changes: [
        { path: "SKILL.md", kind: "changed" },
        { path: "new.md", kind: "added" },
        { path: "scripts/run.sh", kind: "removed" },
      ],
    },
  ]);
});

describe("[Y16] approve", () => {
  test("accepts an installed skill as it is now, in the lock too, and keeps its origin", async () => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    machine.write({ [`${HERE}/SKILL.md`]: skill("pdf", "My edit.") });
    const installer = await machine.installer();
    const plan = await installer.planApprove([{ name: "pdf", directory: machine.path(HERE) }]);
    expect(plan.skills[0]?.changes.map(({ path, kind }) => [path, kind])).toEqual([["SKILL.md", "changed"]]);
    await installer.apply(plan, { person: true });
    expect(await machine.offered()).toEqual({ pdf: "offered" });
    expect(readLock(machine.path("project/skills.lock"), nodeFiles).get(".agents/skills/pdf")?.origin).toEqual({
      kind: "directory",
      source: "../src/pdf",
      path: "",
    });
    expect((await installer.verify()).map(({ state }) => state)).toEqual(["unchanged"]);
    await installer.apply(await installer.planRollback(["pdf"]), { person: true });
    expect(machine.read(`${HERE}/SKILL.md`)).toBe(skill("pdf", "The first."));
  });

  test("lets a skill of an untrusted folder in without locking it, until it changes", async () => {
    const machine = new Machine({ "project/.claude/skills/own/SKILL.md": skill("own") });
    expect(await machine.offered()).toEqual({ own: "SK501" });
    const installer = await machine.installer();
    const directory = machine.path("project/.claude/skills/own");
    await installer.apply(await installer.planApprove([{ name: "own", directory }]), { person: true });
    expect(await machine.offered()).toEqual({ own: "offered" });
    expect(machine.has("project/skills.lock")).toBe(false);
    machine.write({ "project/.claude/skills/own/SKILL.md": skill("own", "Pulled.") });
    expect(await machine.offered()).toEqual({ own: "SK503" });
    const plan = await installer.planApprove([{ name: "own", directory }]);
    expect(plan.skills[0]?.changes.map(({ path, kind }) => [path, kind])).toEqual([["SKILL.md", "changed"]]);
  });
});

describe("[Y19] install", () => {
  async function cloned(): Promise<Machine> {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    rmSync(machine.path("project/.agents"), { recursive: true });
    return machine;
  }

  test.each([
    ["from the store", false],
    ["from the source", true],
  ])("restores the locked skills, %s", async (_, forget) => {
    const machine = await cloned();
    const lock = machine.read("project/skills.lock");
    if (forget) rmSync(machine.path("home"), { recursive: true });
    const installer = await machine.installer();
    await installer.apply(await installer.planInstall({ frozen: true }), { unapproved: true });
    expect(machine.tree(HERE)).toEqual(machine.tree("src/pdf"));
    expect(machine.read("project/skills.lock")).toBe(lock);
    expect(await machine.offered()).toEqual({ pdf: forget ? "SK501" : "offered" });
  });

  test("fails if neither the store nor the source has the locked bytes", async () => {
    const machine = await cloned();
    rmSync(machine.path("home/.local"), { recursive: true });
    machine.write({ "src/pdf/SKILL.md": skill("pdf", "Moved on.") });
    await expect((await machine.installer()).planInstall()).rejects.toMatchObject({ code: "SK661" });
    expect(machine.has(HERE)).toBe(false);
  });

  test("frozen, it writes over nothing that was changed, and wants a lock", async () => {
    const machine = new Machine(V1);
    const installer = await machine.installer();
    await expect(installer.planInstall({ frozen: true })).rejects.toMatchObject({ code: "SK661" });
    await machine.add("../src/pdf");
    machine.write({ [`${HERE}/SKILL.md`]: "x" });
    await expect(installer.planInstall({ frozen: true })).rejects.toMatchObject({ code: "SK661" });
    await installer.apply(await installer.planInstall(), { person: true });
    expect(machine.tree(HERE)).toEqual(machine.tree("src/pdf"));
  });
});

test("[Y14] rollback goes back one version at a time, and no further than the store", async () => {
  const machine = new Machine(V1);
  const bodies = ["one", "two", "three"];
  for (const body of bodies) {
    machine.write({ "src/pdf/SKILL.md": skill("pdf", body) });
    await machine.add("../src/pdf");
  }
  const installer = await machine.installer();
  for (const body of ["two", "one"]) {
    await installer.apply(await installer.planRollback(["pdf"]), { yes: true });
    expect(machine.read(`${HERE}/SKILL.md`)).toBe(skill("pdf", body));
    expect(await machine.offered()).toEqual({ pdf: "offered" });
  }
  await expect(installer.planRollback(["pdf"])).rejects.toMatchObject({ code: "SK664" });
});

test.each([{}, { digest: 1 }, null])(
  "[Y14] a history with %j in place of an entry has no earlier version",
  async (entry) => {
    const machine = new Machine(V1);
    await machine.add("../src/pdf");
    machine.write({
      "home/.local/share/skillwright/history.json": JSON.stringify({ directories: { [machine.path(HERE)]: [entry] } }),
    });
    await expect((await machine.installer()).planRollback(["pdf"])).rejects.toMatchObject({ code: "SK664" });
  },
);
