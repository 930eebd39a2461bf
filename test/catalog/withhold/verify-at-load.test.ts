/** Skills are compared with their approval when they are listed, and again when their bytes are read. */
import {
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { openSkills } from "../../../src/ops/open-skills.ts";
import type { Files } from "../../../src/platform/files/files.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { Machine, skill } from "../../install/machine.ts";

const SOURCE = { "v1/pdf/SKILL.md": skill("pdf"), "v1/pdf/references/more.md": "More.\n" };
const HERE = "project/.agents/skills/pdf";

async function installed(more: Record<string, string> = {}): Promise<Machine> {
  const machine = new Machine({ ...SOURCE, ...more });
  await machine.add("../v1/pdf");
  return machine;
}

describe("[Y6] a changed skill is not offered", () => {
  test.each<[string, (machine: Machine) => void]>([
    ["other bytes", (machine) => machine.write({ [`${HERE}/SKILL.md`]: `${skill("pdf")}\nAnd more.` })],
    ["other bytes in a resource", (machine) => machine.write({ [`${HERE}/references/more.md`]: "Less.\n" })],
    ["one file more", (machine) => machine.write({ [`${HERE}/references/evil.md`]: "x" })],
    ["an empty file more", (machine) => machine.write({ [`${HERE}/.hidden`]: "" })],
    ["one file less", (machine) => rmSync(machine.path(`${HERE}/references/more.md`))],
    ["an executable bit", (machine) => machine.write({ [`${HERE}/references/more.md*`]: "More.\n" })],
    [
      "a link instead of a file",
      (machine) => {
        rmSync(machine.path(`${HERE}/references/more.md`));
        machine.write({ "else.md": "More.\n" });
        symlinkSync(machine.path("else.md"), machine.path(`${HERE}/references/more.md`));
      },
    ],
    [
      "the same length and the same modification time",
      (machine) => {
        const { mtimeMs } = nodeFiles.stamp(machine.path(`${HERE}/references/more.md`)) as { mtimeMs: number };
        writeFileSync(machine.path(`${HERE}/references/more.md`), "Evil.\n");
        utimesSync(machine.path(`${HERE}/references/more.md`), mtimeMs / 1000, mtimeMs / 1000);
      },
    ],
  ])("%s", async (_, change) => {
    const machine = await installed();
    expect(await machine.offered()).toEqual({ pdf: "offered" });
    change(machine);
    expect(await machine.offered()).toEqual({ pdf: "SK503" });
  });

  test.each([
    ["SKILL.md", skill("pdf", "Do ut.")],
    ["references/more.md", "Evil.\n"],
    ["references/more.md*", "More.\n"],
    ["references/new.md", ""],
  ])("a skill that changed during its installation is not offered: %s", async (path, text) => {
    const machine = new Machine(SOURCE);
    await machine.add("../v1/pdf", {
      onStep: (step) => {
        if (step === "moved-in") machine.write({ [`${HERE}/${path}`]: text });
      },
    });
    expect(await machine.offered()).toEqual({ pdf: "SK503" });
    expect(await machine.offered()).toEqual({ pdf: "SK503" });
  });

  test("the reason, the fix and the diagnostic name the change", async () => {
    const machine = await installed();
    machine.write({ [`${HERE}/SKILL.md`]: skill("pdf", "Other.") });
    const skills = await openSkills({ environment: machine.environment, defaultSkills: false });
    const help = "review the changes, then approve it again: `skillwright approve pdf`";
    expect(skills.snapshot.skills[0]?.withheld).toEqual({
      code: "SK503",
      reason: "it has changed since it was approved",
      help,
    });
    expect(skills.snapshot.diagnostics).toEqual([
      {
        code: "SK503",
        severity: "warning",
        path: machine.path(`${HERE}/SKILL.md`),
        message: "the skill `pdf` is not offered to models: it has changed since it was approved",
        help,
      },
    ]);
    expect((await skills.explain("pdf")).candidates.map(({ code, help: way }) => [code, way])).toEqual([
      ["SK503", help],
    ]);
  });

  test("a skill inside a changed one is withheld with it", async () => {
    const machine = await installed({ "v1/pdf/extra/forms/SKILL.md": skill("forms") });
    expect(await machine.offered()).toEqual({ forms: "offered", pdf: "offered" });
    machine.write({ [`${HERE}/references/more.md`]: "Less.\n" });
    expect(await machine.offered()).toEqual({ forms: "SK503", pdf: "SK503" });
  });

  test("a skill without a lock or an approval is as before", async () => {
    const machine = await installed({
      "project/.agents/skills/own/SKILL.md": skill("own"),
      "home/.agents/skills/mine/SKILL.md": skill("mine"),
    });
    expect(await machine.offered()).toEqual({ mine: "offered", own: "SK501", pdf: "offered" });
  });

  test("a user's approval takes precedence over a lock from a pull", async () => {
    const machine = await installed();
    const other = new Machine({ "v1/pdf/SKILL.md": skill("pdf", "Pulled.") });
    await other.add("../v1/pdf");
    machine.write({
      "project/skills.lock": other.read("project/skills.lock"),
      [`${HERE}/SKILL.md`]: other.read(`${HERE}/SKILL.md`),
    });
    rmSync(machine.path(`${HERE}/references`), { recursive: true });
    expect(await machine.offered()).toEqual({ pdf: "SK503" });
  });
});

/** Moves an entry away, and replaces it by a symlink to other files. */
function replaced(machine: Machine, entry: string, to: string): void {
  renameSync(machine.path(entry), machine.path("moved"));
  symlinkSync(machine.path(to), machine.path(entry));
}

describe("[Y6] every part of an approved path is verified", () => {
  const EVIL = {
    "evil/pdf/SKILL.md": skill("pdf", "Evil."),
    "evil/skills/pdf/SKILL.md": skill("pdf", "Evil."),
    "evil/user/.agents/skills/pdf/SKILL.md": skill("pdf", "Evil."),
    "project/other/pdf/SKILL.md": skill("pdf", "Evil."),
    "project/evil/skills/pdf/SKILL.md": skill("pdf", "Evil."),
  };

  test.each([
    ["the directory", HERE, "evil/pdf"],
    ["the directory, in the project", HERE, "project/other/pdf"],
    ["its SKILL.md", `${HERE}/SKILL.md`, "evil/pdf/SKILL.md"],
    ["its root", "project/.agents/skills", "evil/skills"],
    ["its root, in the project", "project/.agents/skills", "project/evil/skills"],
    ["the directory of its root", "project/.agents", "evil"],
    ["a directory in it", `${HERE}/references`, "evil/pdf"],
  ])("%s becomes a symlink to other bytes", async (_, entry, to) => {
    const machine = await installed(EVIL);
    const trust = await openSkills({ environment: machine.environment, defaultSkills: false, trust: "all" });
    expect(trust.snapshot.skills.map(({ withheld }) => withheld)).toEqual([undefined]);
    replaced(machine, entry, to);
    const options = { environment: machine.environment, defaultSkills: false, trust: "all" } as const;
    for (const host of ["skillwright", "codex", "opencode"]) {
      const { snapshot } = await openSkills({ ...options, host });
      for (const each of snapshot.skills)
        expect([host, each.withheld?.code]).toEqual([host, expect.stringMatching(/^SK50[37]$/)]);
    }
    const { snapshot } = await openSkills(options);
    expect(snapshot.skills.map(({ withheld }) => withheld?.code)).toEqual(["SK503"]);
  });

  test("a symlink to the same bytes is what was approved", async () => {
    const machine = await installed(EVIL);
    replaced(machine, HERE, "v1/pdf");
    expect(await machine.offered()).toEqual({ pdf: "offered" });
    machine.write({ "v1/pdf/references/more.md": "Evil.\n" });
    expect(await machine.offered()).toEqual({ pdf: "SK503" });
  });

  test("the user's approval of the files behind a symlink counts before a lock, and not before another approval", async () => {
    const machine = await installed(EVIL);
    replaced(machine, HERE, "evil/pdf");
    const installer = await machine.installer();
    const evil = [{ name: "pdf", directory: machine.path("evil/pdf") }];
    await installer.apply(await installer.planApprove(evil), { person: true });
    expect(await machine.offered()).toEqual({ pdf: "SK503" });
    await installer.forget([machine.path(HERE)]);
    expect(await machine.offered()).toEqual({ pdf: "offered" });
  });
});

describe("[Y24] [Y6] [Y26] a lock without approvals, with a symlink in a path that it names", () => {
  const KEYS = [".agents/skills/pdf", ".claude/skills/pdf", "packages/a/.agents/skills/pdf"];
  const HOSTS = ["skillwright", "claude-code", "codex", "opencode"];
  const COMPONENTS = KEYS.flatMap((key) =>
    key.split("/").map((_, at, parts) => [key, parts.slice(0, at + 1).join("/")] as const),
  );
  const TARGETS = ["project/evil", "evil", "chain", "nowhere", "loop"] as const;
  const CASES = COMPONENTS.flatMap(([key, entry]) => TARGETS.map((target) => [key, entry, target] as const));

  /** Clones the project with its lock. The user of the clone has approved nothing. */
  async function clone(key: string): Promise<Machine> {
    const machine = await installed();
    rmSync(machine.path("home"), { recursive: true });
    const lock = JSON.parse(machine.read("project/skills.lock"));
    lock.skills = { [key]: lock.skills[".agents/skills/pdf"] };
    machine.write({ "project/skills.lock": JSON.stringify(lock) });
    const directory = machine.path(`project/${key}`);
    if (directory !== machine.path(HERE)) {
      mkdirSync(dirname(directory), { recursive: true });
      renameSync(machine.path(HERE), directory);
      rmSync(machine.path("project/.agents"), { recursive: true });
    }
    return machine;
  }

  /** Moves an entry to the target, and replaces it by a symlink to the target. */
  function link(machine: Machine, entry: string, target: (typeof TARGETS)[number]): void {
    const path = machine.path(`project/${entry}`);
    const to = machine.path(target);
    const moved = target === "chain" ? machine.path("project/end") : to;
    renameSync(path, moved);
    if (target === "chain") {
      symlinkSync(moved, machine.path("middle"));
      symlinkSync(machine.path("middle"), to);
    }
    if (target === "nowhere") rmSync(to, { recursive: true });
    symlinkSync(target === "loop" ? path : to, path);
  }

  async function verdicts(machine: Machine, key: string, host: string): Promise<string[]> {
    const nested = machine.path(`project/${key.split("/.")[0]}`);
    const cwd = key.startsWith("packages/") && existsSync(nested) ? realpathSync(nested) : machine.project;
    // If a symlink moves the directory out of the project, the load starts in the project, because there is no lock
    // elsewhere.
    const environment = { ...machine.environment, cwd: cwd.startsWith(machine.project) ? cwd : machine.project };
    const { snapshot } = await openSkills({ environment, defaultSkills: false, trust: "all", host });
    return snapshot.skills.map(({ withheld }) => `${host}: ${withheld?.code ?? "offered"}`);
  }

  test.each(CASES)("%s, symlink %s to %s", async (key, entry, target) => {
    const machine = await clone(key);
    link(machine, entry, target);
    const isThere = machine.has(`project/${key}/SKILL.md`);
    expect(isThere).toBe(target !== "nowhere" && target !== "loop");
    const load = async (): Promise<string[]> =>
      (await Promise.all(HOSTS.map((host) => verdicts(machine, key, host)))).flat();
    const before = await load();
    for (const each of before) expect(each).toMatch(/: offered$/);
    if (isThere) machine.write({ [`project/${key}/SKILL.md`]: skill("pdf", "Evil.") });
    const changed = await load();
    expect(changed.length).toBe(before.length);
    for (const each of changed) expect(each).toMatch(/: SK503$/);
    for (const root of [".skillwright/skills", ".opencode/skills", ".codex/skills"])
      machine.write({ [`project/${root}/other/SKILL.md`]: skill("pdf", "Evil.") });
    const copied = await load();
    expect(copied.length).toBeGreaterThan(0);
    for (const each of copied) expect(each).toMatch(/: SK50[37]$/);
  });

  test("the reason names the symlink, and the finding says how to go on", async () => {
    const machine = await clone(KEYS[0] as string);
    link(machine, ".agents", "project/evil");
    machine.write({ [`${HERE}/SKILL.md`]: skill("pdf", "Evil.") });
    const { snapshot } = await openSkills({ environment: machine.environment, defaultSkills: false, trust: "all" });
    expect(machine.hide(snapshot.skills[0]?.withheld?.reason ?? "")).toBe(
      "it has changed since it was approved: `<tmp>/project/.agents/skills/pdf` leads through a symlink",
    );
    expect(snapshot.diagnostics.find(({ code }) => code === "SK506")).toMatchObject({
      message: "the entry `.agents/skills/pdf` of the lock only withholds changed files: it leads through a symlink",
      help: "replace the symlink by a real directory; or remove the entry, and find out who wrote it",
    });
  });

  test.each([".agents", ".agents/skills", ".agents/skills/pdf"])(
    "a symlink %s to the user's own skills withholds none of them",
    async (entry) => {
      const machine = await clone(KEYS[0] as string);
      machine.write({ "home/.agents/skills/pdf/SKILL.md": skill("pdf", "Mine.") });
      rmSync(machine.path(`project/${entry}`), { recursive: true });
      symlinkSync(machine.path(`home/${entry}`), machine.path(`project/${entry}`));
      const { snapshot } = await openSkills({ environment: machine.environment, defaultSkills: false, trust: "all" });
      const all = [...snapshot.skills, ...snapshot.overridden];
      expect(
        all.map(({ skill: { directory }, withheld }) => [machine.hide(directory), withheld?.code ?? "offered"]),
      ).toEqual([["<tmp>/home/.agents/skills/pdf", "offered"]]);
    },
  );
});

describe("[Y26] the name of a locked skill", () => {
  const load = async (machine: Machine): Promise<Record<string, string>> => {
    const { snapshot } = await openSkills({ environment: machine.environment, defaultSkills: false, trust: "all" });
    const all = [...snapshot.skills, ...snapshot.overridden];
    return Object.fromEntries(
      all.map(({ skill: { directory }, withheld }) => [machine.hide(directory), withheld?.code ?? "offered"]),
    );
  };

  test.each([
    ["another root of the project", "project/.skillwright/skills/pdf"],
    ["another directory of the same root", "project/.agents/skills/aaa"],
    ["a directory in a group", "project/.agents/skills/group/pdf"],
  ])("is not taken over from %s", async (_, directory) => {
    const machine = await installed({ [`${directory}/SKILL.md`]: skill("pdf", "Evil.") });
    expect(await load(machine)).toEqual({ [`<tmp>/${HERE}`]: "offered", [`<tmp>/${directory}`]: "SK507" });
    rmSync(machine.path(HERE), { recursive: true });
    expect(await load(machine)).toEqual({ [`<tmp>/${directory}`]: "SK507" });
    const installer = await machine.installer();
    const taken = [{ name: "pdf", directory: machine.path(directory) }];
    await installer.apply(await installer.planApprove(taken), { person: true });
    expect(await load(machine)).toEqual({ [`<tmp>/${directory}`]: "offered" });
  });

  test("is also the name in the frontmatter, and case and form of letters do not matter", async () => {
    const machine = new Machine({ "v1/tool/SKILL.md": skill("pdf") });
    await machine.add("../v1/tool");
    machine.write({ "project/.skillwright/skills/x/SKILL.md": skill("PDF", "Evil.") });
    expect(await load(machine)).toMatchObject({ "<tmp>/project/.skillwright/skills/x": "SK507" });
    const { snapshot } = await openSkills({ environment: machine.environment, defaultSkills: false, trust: "all" });
    const taken = [...snapshot.skills, ...snapshot.overridden].find(({ withheld }) => withheld?.code === "SK507");
    expect(machine.hide(taken?.withheld?.reason ?? "")).toBe(
      "`PDF` is the name of the locked skill in `<tmp>/project/.agents/skills/tool`, and this is another directory",
    );
  });

  test("may have an equal copy", async () => {
    const machine = await installed({
      "project/.skillwright/skills/pdf/SKILL.md": SOURCE["v1/pdf/SKILL.md"],
      "project/.skillwright/skills/pdf/references/more.md": SOURCE["v1/pdf/references/more.md"],
    });
    expect(Object.values(await load(machine))).toEqual(["offered", "offered"]);
  });

  test("in a project's lock takes no name from the user's own skills", async () => {
    const machine = await installed({ "home/.agents/skills/pdf/SKILL.md": skill("pdf", "Mine.") });
    expect(await load(machine)).toEqual({ [`<tmp>/${HERE}`]: "offered", "<tmp>/home/.agents/skills/pdf": "offered" });
    rmSync(machine.path(HERE), { recursive: true });
    expect(await load(machine)).toEqual({ "<tmp>/home/.agents/skills/pdf": "offered" });
  });

  test("among the user's own skills is held in the same way", async () => {
    const machine = new Machine(SOURCE);
    const installer = await machine.installer();
    await installer.apply(await installer.planAdd({ source: "../v1/pdf", where: "user" }), { person: true });
    machine.write({ "home/.config/skillwright/skills/pdf/SKILL.md": skill("pdf", "Evil.") });
    expect(await load(machine)).toMatchObject({ "<tmp>/home/.config/skillwright/skills/pdf": "SK507" });
  });
});

describe("[Y7] a folder that is not trusted", () => {
  test("its own lock allows nothing, an approval does, and an approval inside the project does not", async () => {
    const machine = await installed();
    const approvals = machine.read("home/.config/skillwright/approvals.json");
    expect((await machine.load()).trusted).toBe(false);
    expect(await machine.offered()).toEqual({ pdf: "offered" });
    rmSync(machine.path("home/.config/skillwright/approvals.json"));
    expect(await machine.offered()).toEqual({ pdf: "SK501" });
    mkdirSync(machine.path("project/.home"));
    machine.write({ "project/.home/approvals.json": approvals });
    const environment = { ...machine.environment, variables: { SKILLWRIGHT_HOME: machine.path("project/.home") } };
    const skills = await openSkills({ environment, defaultSkills: false });
    expect(skills.snapshot.skills.map(({ withheld }) => withheld?.code)).toEqual(["SK501"]);
  });
});

/** Counts the reads by file name. */
function counting(): { files: Files; read: string[] } {
  const read: string[] = [];
  return {
    read,
    files: {
      ...nodeFiles,
      readFile(path, maxBytes) {
        read.push(path);
        return nodeFiles.readFile(path, maxBytes);
      },
    },
  };
}

describe("[Y8] a listing", () => {
  test("hashes nothing that looks as it did", async () => {
    const machine = await installed();
    const { files, read } = counting();
    await openSkills({ environment: machine.environment, defaultSkills: false, files });
    expect(read.filter((path) => path.startsWith(machine.path(HERE)))).toEqual([]);
  });

  test("hashes what looks different, offers it where it is not, and writes nothing", async () => {
    const machine = await installed();
    machine.write({ [`${HERE}/references/more.md`]: "More.\n" });
    const before = machine.tree("home");
    const { files, read } = counting();
    const skills = await openSkills({ environment: machine.environment, defaultSkills: false, files });
    expect(read.filter((path) => path.startsWith(machine.path(HERE))).length).toBe(2);
    expect(skills.snapshot.skills[0]?.withheld).toBeUndefined();
    expect(machine.tree("home")).toEqual(before);
    await (await machine.installer()).verify();
    expect(machine.tree("home")).toEqual(before);
  });

  test.each(["", "{", '{"schema":1,"directories":[]}', '{"schema":1,"directories":{"x":{"digest":1}}}'])(
    "does without stamps that are %j",
    async (text) => {
      const machine = await installed();
      machine.write({ "home/.local/share/skillwright/stamps.json": text });
      expect(await machine.offered()).toEqual({ pdf: "offered" });
      expect((await machine.load()).diagnostics).toEqual([]);
    },
  );
});

describe("[Y8] the bytes that are handed out", () => {
  test("are the approved ones, whatever happened since the listing", async () => {
    const machine = await installed();
    const skills = await openSkills({ environment: machine.environment, defaultSkills: false });
    expect((await skills.read("pdf")).body.trim()).toBe("Do it.");
    machine.write({ [`${HERE}/SKILL.md`]: skill("pdf", "Evil.") });
    await expect(skills.read("pdf")).rejects.toMatchObject({ code: "SK503" });
  });

  test("[C8] a lock or an approval that changed makes the next reload read again", async () => {
    const machine = await installed();
    const skills = await openSkills({ environment: machine.environment, defaultSkills: false });
    rmSync(machine.path("home/.config/skillwright/approvals.json"));
    await skills.reload();
    expect(skills.snapshot.skills[0]?.withheld).toBeUndefined();
    skills.invalidate(machine.path("home/.config/skillwright/approvals.json"));
    await skills.reload();
    expect(skills.snapshot.skills[0]?.withheld?.code).toBe("SK501");
  });

  test("are read once, and hashed as they were read", async () => {
    const machine = await installed();
    let reads = 0;
    const evil = Buffer.from(skill("pdf", "Evil."));
    const files: Files = {
      ...nodeFiles,
      readFile: (path, maxBytes) =>
        path.endsWith("pdf/SKILL.md") && ++reads > 1 ? evil : nodeFiles.readFile(path, maxBytes),
    };
    const skills = await openSkills({ environment: machine.environment, defaultSkills: false, files });
    expect((await skills.read("pdf")).body.trim()).toBe("Do it.");
    expect(reads).toBe(1);
    await expect(skills.read("pdf")).rejects.toMatchObject({ code: "SK503" });
  });

  test("of a skill behind a link are those of its place", async () => {
    const machine = await installed();
    mkdirSync(machine.path("project/.claude"));
    symlinkSync("../.agents/skills", machine.path("project/.claude/skills"));
    rmSync(machine.path("project/.agents/skills"), { recursive: true });
    mkdirSync(machine.path("project/.agents/skills"));
    const installer = await machine.installer();
    await installer.apply(await installer.planInstall(), { person: true });
    const skills = await openSkills({ environment: machine.environment, defaultSkills: false });
    expect((await skills.read("pdf")).body.trim()).toBe("Do it.");
    expect(await machine.offered()).toEqual({ pdf: "offered" });
  });
});
