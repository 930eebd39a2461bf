/** A project's lock is untrusted. Whatever keys it has, nothing outside of the project's skill roots changes. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../src/hosts/profiles/profiles.ts";
import { PROJECT_SKILL_ROOTS } from "../../src/hosts/roots/project-skill-roots.ts";
import { OperationError } from "../../src/model/errors.ts";
import type { Installer } from "../../src/ops/open-installer.ts";
import { memoryFiles } from "../../src/platform/files/memory-files.ts";
import { refusedKeyFindings, resolveKeys } from "../../src/trust/locks/lock-keys.ts";
import { Machine, skill } from "./machine.ts";

/** Keys that are invalid in a project's lock. `<tmp>` is the directory of the test. */
const HOSTILE: readonly string[] = [
  "<tmp>/victim",
  "//<tmp>/victim",
  "<tmp>/project/.agents/skills/good",
  "<tmp>/home/.config/skillwright",
  "<tmp>/home/.agents/skills/mine",
  "~",
  "~/.agents/skills/mine",
  "~/.config/skillwright",
  "",
  ".",
  "..",
  "/",
  "../victim",
  "../home/.agents/skills/mine",
  "src",
  "./src",
  "src/",
  "src/../src",
  ".git",
  ".git/hooks",
  ".git/.agents/skills/x",
  ".agents",
  ".agents/skills",
  ".agents/skills/",
  ".agents/skills/.",
  ".agents/skills/..",
  ".agents/skills//good",
  ".agents/skills/good/",
  ".agents/skills/./good",
  ".agents/skills/good/../good",
  ".agents/skills/good/sub",
  ".agents/skills/good/.agents/skills/x",
  ".agents/skills/.git",
  ".agents/skills/.hidden",
  ".agents/skills/GIT~1",
  ".agents/skills/con",
  ".agents/skills/a ",
  ".agents/skills/a.",
  ".agents/skills/a:b",
  ".agents/skills/a\\b",
  ".agents\\skills\\good",
  "..\\victim",
  "C:\\victim",
  "C:/victim",
  "c:victim",
  "\\\\server\\share",
  ".Agents/skills/good",
  ".agents/Skills/good",
  ".AGENTS/SKILLS/good",
  "\uFF0Eagents/skills/good",
  ".agents/skills/e\u0301",
  ".agents/skills/a\u200bb",
  ".agents/skills/a\u202eb",
  ".agents/skills/a\u0000b",
  ".agents/skills/a\nb",
  ".agents/skills/a\u001b[2Jb",
  ".agents/skills/\ud800",
  `.agents/skills/${"x".repeat(300)}`,
  `${"x/".repeat(300)}.agents/skills/x`,
  ".claude/commands/x",
  ".claude/x",
  ".claude/hooks/x",
  ".skillwright/config",
  ".skillwright/agents/x",
  ".github/workflows/x",
  ".vscode/x",
  "node_modules/.agents/skills/x",
  "node_modules/a/.agents/skills/x",
  ".hidden/.agents/skills/x",
  "nested/.agents/skills/x",
  "nested/deep/.agents/skills/x",
  "__proto__",
  "constructor",
  // Paths through symlinks of the project.
  ".claude/skills/code",
  ".codex/skills/hooks",
  ".cursor/skills/precious",
  "linked/.agents/skills/x",
];

const OWN: readonly string[] = [
  ".agents/skills/good",
  ".agents/skills/__proto__",
  ".gemini/skills/x",
  "packages/a/.agents/skills/x",
];

async function machineWith(): Promise<{ machine: Machine; entry: Record<string, unknown> }> {
  const machine = new Machine({
    "v1/good/SKILL.md": skill("good"),
    "victim/precious": "keep",
    "victim/.agents/skills/x/SKILL.md": skill("x"),
    "project/src/code/precious.c": "int main;",
    "project/.git/hooks/pre-commit": "echo",
    "project/nested/.git/HEAD": "ref: x",
    "home/.agents/skills/mine/SKILL.md": skill("mine"),
    "home/.config/skillwright/config.yaml": "{}\n",
  });
  for (const [at, to] of [
    [".claude/skills", "../src"],
    [".codex/skills", "../.git"],
    [".cursor/skills", "../../victim"],
    ["linked", "../victim"],
  ] as const) {
    mkdirSync(join(machine.project, at, ".."), { recursive: true });
    symlinkSync(to, join(machine.project, at));
  }
  await machine.add("../v1/good");
  const entry = JSON.parse(machine.read("project/skills.lock")).skills[".agents/skills/good"];
  return { machine, entry };
}

/** Returns everything outside of the project's skill roots and of Skillwright's own directories. */
function outside(machine: Machine): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (path: string): void => {
    const at = join(machine.directory, path);
    if (/^project\/\.(?:agents|gemini)$|^project\/packages$|^home\/\.local|skills\.lock$|approvals\.json$/.test(path))
      return;
    const stats = lstatSync(at);
    if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(at)}`;
    else if (stats.isFile()) found[path] = readFileSync(at, "utf8");
    else {
      if (!/^(?:home\/\.local|home\/\.config|home)$/.test(path)) found[path] = "directory";
      for (const name of readdirSync(at)) visit(path === "" ? name : `${path}/${name}`);
    }
  };
  visit("");
  return found;
}

const COMMANDS: Readonly<Record<string, (installer: Installer, machine: Machine) => Promise<unknown>>> = {
  install: async (installer) => installer.apply(await installer.planInstall(), { yes: true }),
  "install --frozen": async (installer) =>
    installer.apply(await installer.planInstall({ frozen: true }), { unapproved: true }),
  "install --frozen --yes": async (installer) =>
    installer.apply(await installer.planInstall({ frozen: true }), { yes: true }),
  update: async (installer) => installer.apply(await installer.planUpdate(), { yes: true }),
  "update NAME": async (installer) => installer.apply(await installer.planUpdate(["evil"]), { yes: true }),
  "update --rollback": async (installer) => installer.apply(await installer.planRollback(["evil"]), { yes: true }),
  remove: async (installer) => installer.remove(["evil"]),
  "approve --forget": async (installer) => installer.forget(["evil"]),
  outdated: async (installer) => installer.outdated(),
  verify: async (installer) => installer.verify(),
  load: async (_, machine) => machine.load(),
};

/** Runs a command that may fail only with an `OperationError`. */
async function attempt(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    expect([error.code, error.hint ?? ""]).toEqual([expect.stringMatching(/^SK\d{3}$/), expect.stringMatching(/./)]);
  }
}

function lockOf(keys: readonly string[], entry: Record<string, unknown>, machine: Machine): string {
  const real = keys.map((key) => key.replaceAll("<tmp>", machine.directory));
  // Writes the JSON by hand, because `__proto__` must be an ordinary key.
  const skills = real.map((key) => `${JSON.stringify(key)}:${JSON.stringify({ ...entry, name: "evil" })}`);
  return `{"schema":1,"skills":{${skills.join(",")}}}`;
}

describe("[Y24] keys of a project's lock", () => {
  test("the known skill roots are those of the profiles", () => {
    const templates = PROFILES.flatMap(({ roots }) => roots).filter(
      ({ kind, plugin }) => kind !== "commands" && !plugin,
    );
    const paths = templates.flatMap(({ path }) => /^\{(?:project|cwd|root|below)\}\/(.*)$/.exec(path)?.[1] ?? []);
    expect([...new Set(paths)].sort()).toEqual([...PROJECT_SKILL_ROOTS].sort());
  });

  test.each(Object.entries(COMMANDS))("%s touches nothing outside of the skill roots", async (_, command) => {
    const { machine, entry } = await machineWith();
    const before = outside(machine);
    for (const keys of [HOSTILE, [...HOSTILE, ...OWN]]) {
      machine.write({ "project/skills.lock": lockOf(keys, entry, machine) });
      await attempt(async () => command(await machine.installer(), machine));
      expect(outside(machine)).toEqual(before);
    }
  });

  test("each refused key has a finding, none of the project's own has one, and nothing else is withheld", async () => {
    const { machine, entry } = await machineWith();
    for (const key of [...HOSTILE, ...OWN]) {
      machine.write({
        "project/skills.lock": lockOf([key], { ...entry, digest: `sha256:${"0".repeat(64)}` }, machine),
      });
      const installer = await machine.installer();
      const { skills, diagnostics } = await machine.load();
      const found = diagnostics.filter(({ code }) => code === "SK506");
      expect([key, found.length, (await installer.lockFindings()).length]).toEqual([
        key,
        ...(OWN.includes(key) ? [0, 0] : [1, 1]),
      ]);
      for (const { help, path } of found)
        expect([path, help]).toEqual([
          machine.path("project/skills.lock"),
          expect.stringContaining("remove the entry"),
        ]);
      expect(skills.find((each) => each.skill.name === "mine")?.withheld).toBeUndefined();
    }
  });

  test("a refused entry stays in the file, and has a position", async () => {
    const { machine, entry } = await machineWith();
    const hostile = { schema: 1, skills: { ".agents/skills/good": entry, ".git/hooks": entry } };
    machine.write({ "project/skills.lock": JSON.stringify(hostile, null, 2) });
    const [finding] = await (await machine.installer()).lockFindings();
    expect(finding?.at).toMatchObject({ column: 5, text: '    ".git/hooks": {' });
    await (await machine.installer()).remove(["good"]);
    expect(Object.keys(JSON.parse(machine.read("project/skills.lock")).skills)).toEqual([".git/hooks"]);
  });

  test("two keys that some file systems take for one are not both used", async () => {
    const { machine, entry } = await machineWith();
    machine.write({ "project/skills.lock": lockOf([".agents/skills/A", ".agents/skills/a"], entry, machine) });
    expect((await (await machine.installer()).lockFindings()).map(({ message }) => message)).toEqual([
      "the entry `.agents/skills/a` of the lock is ignored: it differs from `.agents/skills/A` only in case or Unicode form",
    ]);
  });

  test("a project in the home, and a home in a project, leave the user's skills alone", async () => {
    const { machine, entry } = await machineWith();
    for (const [root, key] of [
      ["home", ".agents/skills/mine"],
      [".", "home/.agents/skills/mine"],
    ] as const) {
      mkdirSync(machine.path(`${root}/.git`), { recursive: true });
      machine.write({ [`${root}/skills.lock`]: lockOf([key], entry, machine) });
      const environment = { ...machine.environment, cwd: machine.path(root) };
      const installer = await machine.installer({ environment });
      expect((await installer.lockFindings()).map(({ code }) => code)).toEqual(["SK506"]);
      await attempt(() => installer.remove(["evil"]));
      expect(existsSync(machine.path("home/.agents/skills/mine/SKILL.md"))).toBe(true);
      rmSync(machine.path(`${root}/.git`), { recursive: true });
    }
  });

  test.each(["home/project", "home/code/deep/project"])("a project in %s has a lock like any other", async (root) => {
    const machine = new Machine({ "v1/good/SKILL.md": skill("good"), [`${root}/.git/HEAD`]: "ref: x" });
    const environment = { ...machine.environment, cwd: machine.path(root) };
    const installer = await machine.installer({ environment });
    const source = machine.path("v1/good");
    await installer.apply(await installer.planAdd({ source, where: "project" }), { person: true });
    expect(Object.keys(JSON.parse(machine.read(`${root}/skills.lock`)).skills)).toEqual([".agents/skills/good"]);
    expect(await installer.lockFindings()).toEqual([]);
  });

  test("a user's lock that a variable moved into the project names nothing", async () => {
    const { machine, entry } = await machineWith();
    machine.write({ "project/.own/skills.lock": lockOf(["<tmp>/victim"], entry, machine) });
    const environment = { ...machine.environment, variables: { SKILLWRIGHT_HOME: machine.path("project/.own") } };
    const installer = await machine.installer({ environment });
    await expect(installer.remove(["evil"])).rejects.toMatchObject({ code: "SK506" });
    expect(machine.has("victim/precious")).toBe(true);
  });

  test("any key is a directory in a skill root, or is refused", () => {
    const part = fc.oneof(
      fc.constantFrom(
        ".agents",
        "skills",
        ".git",
        "..",
        ".",
        "",
        "a",
        "~",
        "hooks",
        ".claude",
        "node_modules",
        "C:",
        "\\",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    const files = memoryFiles({ "/p/.git/HEAD": "x" });
    const place = { path: "/p/skills.lock", base: "/p", of: "project", home: "/h", projectRoot: "/p" } as const;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.boolean(), (parts, absolute) => {
        const key = (absolute ? "/" : "") + parts.join("/");
        const { found, refused } = resolveKeys([[key, 1]], place, files);
        expect(found.length + refused.length).toBe(1);
        for (const { directory } of found)
          expect(directory).toMatch(/^\/p\/(?:[^./][^/]*\/)*\.(?:agents|claude)\/skills\/[^./][^/]*$/);
      }),
      { numRuns: 200 },
    );
  });

  test.each([300, 5_000, 40_000, 100_000, 1_000_000])(
    "[Y24] a key of %i characters is refused, with its place",
    (length) => {
      for (const start of ["", ".agents/skills/", "(", "\\", '"']) {
        const key = start + "x".repeat(length);
        // The same text occurs first as a value and then as a key, so that a search for the text finds the wrong place.
        const text = `{ "a": ${JSON.stringify(key)},\n  ${JSON.stringify(key)} : 1 }`;
        const files = memoryFiles({ "/p/.git/HEAD": "x", "/p/skills.lock": text });
        const place = { path: "/p/skills.lock", base: "/p", of: "project", home: "/h", projectRoot: "/p" } as const;
        const { found, refused } = resolveKeys([[key, 1]], place, files);
        expect([found, refused.length]).toEqual([[], 1]);
        const [finding] = refusedKeyFindings(refused, place, files);
        expect(finding).toMatchObject({
          code: "SK506",
          at: { line: 2, column: 3, text: expect.stringMatching(/^.{0,500}$/) },
        });
        expect(finding?.message.length).toBeLessThan(1_000);
      }
    },
  );
});
