/** Rules that hold for every profile, including a new one. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DIALECTS } from "../../../src/hosts/dialects/dialects.ts";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { HABITS } from "../../../src/hosts/views/habits.ts";
import type { HostView } from "../../../src/hosts/views/host-view.ts";
import { openMachine } from "../../../src/hosts/views/machine.ts";
import { viewRoots } from "../../../src/hosts/views/steps/view-roots.ts";
import { type HostProfile, SECTIONS } from "../../../src/model/host-profile.ts";
import { viewAsHosts } from "../../../src/ops/hosts/look-hosts.ts";
import type { Files } from "../../../src/platform/files/files.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { skill } from "../../tree.ts";

type Tree = Parameters<typeof memoryFiles>[0];

const GIT: Tree = {
  "/home/me/work/.git/HEAD": "ref",
  "/home/me/work/.git/objects": "directory",
  "/home/me/work/.git/refs": "directory",
};
const CWD = "/home/me/work";
const environment = { cwd: CWD, home: "/home/me", platform: "linux", variables: {} } as const;

async function view(profile: HostProfile, files: Files): Promise<HostView> {
  const { views } = await viewAsHosts({
    environment,
    files,
    hosts: [profile.name],
    defaultSkills: false,
    trust: "all",
  });
  return views[0] as HostView;
}

function machineFiles(tree: Tree): Files {
  return memoryFiles({ [CWD]: "directory", ...GIT, ...tree });
}

/** Returns the first directory of a project or a user in which this host finds skills. */
function firstRoot(profile: HostProfile): string | undefined {
  const machine = openMachine({ environment, files: machineFiles({}), cwd: CWD, extra: [] });
  return viewRoots(profile, machine).find(
    ({ scope, kind }) => kind === "skills" && (scope === "repo" || scope === "user"),
  )?.path;
}

/** A host without directories of its own gets one on the command line. */
async function viewOf(profile: HostProfile, tree: Tree, root: string): Promise<HostView> {
  const named = firstRoot(profile) === undefined ? { roots: [root] } : {};
  const { views } = await viewAsHosts({
    environment,
    files: machineFiles(tree),
    hosts: [profile.name],
    defaultSkills: false,
    trust: "all",
    ...named,
  });
  return views[0] as HostView;
}

const byName = PROFILES.map((profile) => [profile.name, profile] as const);
const reading = byName.filter(([, { runtime }]) => runtime !== "none");

describe("[V23] profiles", () => {
  test("have names of their own, ours first", () => {
    expect(new Set(PROFILES.map((profile) => profile.name)).size).toBe(PROFILES.length);
    expect(PROFILES[0]?.name).toBe("skillwright");
  });

  test.each(byName)("%s is whole", (name, profile) => {
    expect(name).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(profile.title).not.toBe("");
    expect(profile.version).not.toBe("");
    for (const section of SECTIONS) expect([section, profile.facts[section].source]).not.toEqual([section, ""]);
    expect(Object.keys(profile.facts).sort()).toEqual([...SECTIONS].sort());
    if (profile.runtime === "view") expect(Object.keys(DIALECTS)).toContain(profile.frontmatter.dialect);
    for (const { dialect } of profile.roots) if (dialect) expect(Object.keys(DIALECTS)).toContain(dialect);
    for (const habit of profile.habits ?? []) expect(Object.keys(HABITS)).toContain(habit);
    expect(profile.runtime === "engine").toBe(profile.engine !== undefined);
    expect(existsSync(resolve(import.meta.dirname, `../../../docs/hosts/${name}.md`))).toBe(true);
    for (const pattern of [profile.naming.pattern, profile.naming.replaced?.[0], profile.walk.stumbles])
      if (pattern !== undefined) expect(() => new RegExp(pattern, "u")).not.toThrow();
  });

  test.each(byName)(
    "%s: most facts of a verified profile are verified, and no other profile claims it",
    (_, profile) => {
      const sure = SECTIONS.filter(
        (section) => (profile.facts[section].confidence ?? profile.confidence) === "verified",
      );
      if (profile.confidence === "verified") expect(sure.length).toBeGreaterThanOrEqual(6);
      else expect(sure).toEqual([]);
      expect(profile.notCompared === undefined).toBe(profile.confidence === "verified");
    },
  );

  test.each(reading)("%s can be noticed, and its places are absolute", (_, profile) => {
    const { programs, directories } = profile.detect;
    expect(programs.length + directories.length).toBeGreaterThan(0);
    const machine = openMachine({ environment, files: machineFiles({}), cwd: CWD, extra: [], added: ["/added"] });
    const roots = viewRoots(profile, machine);
    for (const { path } of roots) expect(path).toMatch(/^\/(?!.*[{}$*~])/);
    expect(new Set(roots.map((root) => root.path)).size).toBe(roots.length);
  });

  test.each(byName.filter(([, { runtime }]) => runtime === "none"))(
    "%s has no skills, and says what to do instead",
    async (_, profile) => {
      expect(profile.notes.length).toBeGreaterThanOrEqual(2);
      expect(await view(profile, machineFiles({ [`${CWD}/.agents/skills/a/SKILL.md`]: skill("a") }))).toMatchObject({
        entries: [],
        roots: [],
      });
    },
  );
});

describe("[V1] a plain skill in the first place of a host is visible", () => {
  test.each(reading)("%s", async (_, profile) => {
    const root = firstRoot(profile) ?? "/named";
    const { entries, remarks } = await viewOf(profile, { [`${root}/pdf/SKILL.md`]: skill("pdf") }, root);
    expect(remarks).toEqual([]);
    expect(
      entries.map(({ name, description, path, outcome, shown }) => ({ name, description, path, outcome, shown })),
    ).toEqual([
      {
        name: "pdf",
        description: "Does pdf. Use it when pdf is asked for.",
        path: `${root}/pdf/SKILL.md`,
        outcome: "visible",
        shown: "full",
      },
    ]);
  });
});

const words = fc.constantFrom(
  "---\n",
  "name: a\n",
  "description: b\n",
  "metadata: [\n",
  "\ufeff",
  "text\n",
  "- x\n",
  "\0",
  "a: &b *b\n",
);
const content = fc.oneof(
  fc.uint8Array({ maxLength: 120 }),
  fc.array(words, { maxLength: 8 }).map((parts) => Buffer.from(parts.join(""))),
);

/** Returns some skills, valid and broken, with equal and different names. */
function trees(root: string): fc.Arbitrary<Tree> {
  const place = fc.constantFrom("a", "b", "c", "a/d", ".h", "B", "é", "node_modules/x");
  return fc
    .array(fc.tuple(place, fc.oneof(content, fc.constantFrom(skill("a"), skill("b"), skill("A")))), {
      minLength: 1,
      maxLength: 6,
    })
    .map((all) => Object.fromEntries(all.map(([at, bytes]) => [`${root}/${at}/SKILL.md`, bytes])));
}

describe("[V1] the same tree gives the same view", () => {
  test.each(reading)(
    "%s: twice, in whatever order the files came to be, and whatever the files hold",
    async (_, profile) => {
      const root = firstRoot(profile) ?? "/named";
      const named = firstRoot(profile) === undefined ? { roots: [root] } : {};
      const json = async (files: Files): Promise<string> => {
        const { views, rows } = await viewAsHosts({
          environment,
          files,
          hosts: [profile.name],
          defaultSkills: false,
          trust: "all",
          ...named,
        });
        return JSON.stringify([views[0]?.entries, views[0]?.remarks, rows]);
      };
      await fc.assert(
        fc.asyncProperty(trees(root), async (tree) => {
          const files = machineFiles(tree);
          const once = await json(files);
          expect(await json(files)).toBe(once);
          expect(await json(machineFiles(Object.fromEntries(Object.entries(tree).reverse())))).toBe(once);
        }),
        { numRuns: 40, seed: 20260206 },
      );
    },
  );
});
