import { renameSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { LoadOptions } from "../../src/catalog/load/load.ts";
import { memorySource } from "../../src/catalog/load/sources.ts";
import { OperationError, SkillNotFoundError } from "../../src/model/errors.ts";
import type { Skills } from "../../src/ops/open-skills.ts";
import { openSkills } from "../../src/ops/open-skills.ts";
import { makeTree, mapPaths, skill, type Tree } from "../tree.ts";

const USER = "home/.agents/skills";

function open(tree: Tree, options: LoadOptions = {}): Promise<Skills> {
  return openSkills({
    environment: tree.environment,
    files: tree.files,
    defaultSkills: false,
    trust: "all",
    ...options,
  });
}

const names = (skills: Skills): string[] => skills.skills.map((each) => each.name);

describe("the files that a load reads", () => {
  /** A tree with a skill in every place that `ambient` would search. */
  const tree = makeTree({
    "project/.git/HEAD": "",
    "project/.agents/skills/repo/SKILL.md": skill("repo"),
    "project/.skillwright/config.yaml": "disable: [asked]\n",
    [`${USER}/user/SKILL.md`]: skill("user"),
    "home/.config/skillwright/config.yaml": "disable: [asked]\n",
    "home/.config/skillwright/trust.json": '{"schema":1,"folders":["/"]}',
    "etc/skillwright/config.yaml": "disable: [asked]\n",
    "etc/skillwright/skills/admin/SKILL.md": skill("admin"),
    "asked/asked/SKILL.md": skill("asked"),
    "asked/odd/skill.md": `\ufeff${skill("odd")}`,
    "asked/odd/agents/openai.yaml": "interface: {display_name: Odd}\n",
  });

  const recording = (): { files: Tree["files"]; touched: Set<string> } => {
    const touched = new Set<string>();
    const files = mapPaths(tree.files, (path) => {
      touched.add(path);
      return path;
    });
    return { files, touched };
  };

  test("[L1] with `ambient: false` only the roots are read", async () => {
    const { files, touched } = recording();
    const skills = await open(tree, { files, ambient: false, roots: [tree.at("asked")] });
    expect(names(skills)).toEqual(["asked", "odd"]);
    const outside = [...touched].filter((path) => !path.startsWith(tree.at("asked")));
    expect(outside).toEqual([tree.at("project")]);
  });

  test("[L1] with `ambient: false` the trust store is not read", async () => {
    const { files, touched } = recording();
    const environment = tree.environment;
    await openSkills({ environment, files, ambient: false, roots: [tree.at("asked")] });
    expect([...touched].filter((path) => path.startsWith(tree.at("home")))).toEqual([]);
  });

  test("[L1] with `ambient: false` variables have no effect", async () => {
    const variables = { SKILLWRIGHT_ROOTS: tree.at(USER), SKILLWRIGHT_DISABLE: "asked" };
    const environment = { ...tree.environment, variables };
    expect(names(await open(tree, { environment, ambient: false, roots: [tree.at("asked")] }))).toEqual([
      "asked",
      "odd",
    ]);
  });

  test("[L1] with `ambient: false` and only a source no file is touched", async () => {
    const { files, touched } = recording();
    const sources = [memorySource("memory", { "pdf/SKILL.md": skill("pdf") })];
    const skills = await open(tree, { files, ambient: false, sources });
    expect(names(skills)).toEqual(["pdf"]);
    expect([...touched]).toEqual([tree.at("project")]);
  });

  test("[L1] with `ambient` all of these are read", async () => {
    const skills = await open(tree, { roots: [tree.at("asked")] });
    expect(names(skills)).toEqual(["odd", "repo", "user", "admin"]);
    expect(skills.snapshot.disabled.map((each) => each.skill.name)).toEqual(["asked"]);
  });

  test("[L1] a body is read only on request", async () => {
    const large = makeTree({ "r/pdf/SKILL.md": skill("pdf").padEnd(500_000, "x") });
    const read: string[] = [];
    const files = {
      ...large.files,
      readFile(path: string, maxBytes: number) {
        read.push(path);
        return large.files.readFile(path, maxBytes);
      },
    };
    const skills = await open(large, { files, ambient: false, roots: [large.at("r")] });
    expect(read).toEqual([]);
    await skills.read("pdf");
    expect(read).toEqual([large.at("r/pdf/SKILL.md")]);
  });
});

describe("instances and snapshots", () => {
  test("[L1] two instances do not see each other", async () => {
    const tree = makeTree({ "a/one/SKILL.md": skill("one"), "b/two/SKILL.md": skill("two") });
    const a = await open(tree, { ambient: false, roots: [tree.at("a")] });
    const b = await open(tree, { ambient: false, roots: [tree.at("b")] });
    const [one] = a.skills;
    b.upsert(one as never);
    await a.read("one");
    expect([names(a), names(b)]).toEqual([["one"], ["one", "two"]]);
    expect([a.status(), b.status()].map((list) => list.map((each) => each.state))).toEqual([
      ["active"],
      ["loaded", "loaded"],
    ]);
    b.clear();
    await b.reload();
    expect(names(b)).toEqual(["two"]);
  });

  test("[C8] a snapshot is immutable", async () => {
    const tree = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const { snapshot } = await open(tree);
    const lists = [
      snapshot.skills,
      snapshot.overridden,
      snapshot.rejected,
      snapshot.disabled,
      snapshot.ineligible,
      snapshot.diagnostics,
    ];
    expect([snapshot, ...lists].map(Object.isFrozen)).toEqual([true, ...lists.map(() => true)]);
    expect(() => {
      (snapshot.skills as unknown[]).length = 0;
    }).toThrow(TypeError);
  });

  test("[C8] the skills and findings of a snapshot are immutable", async () => {
    const lines = "metadata:\n  a: [b]\nunknown: 1\n";
    const tree = makeTree({ [`${USER}/pdf/SKILL.md`]: `---\nname: pdf\ndescription: x\n${lines}---\n` });
    const { snapshot } = await open(tree);
    const [loaded] = snapshot.skills;
    const metadata = loaded?.skill.manifest.metadata as { a: unknown };
    const [finding] = snapshot.diagnostics;
    expect([loaded, loaded?.skill, loaded?.skill.manifest, metadata, metadata.a, finding].map(Object.isFrozen)).toEqual(
      Array(6).fill(true),
    );
  });

  test("[C8] add, upsert and reload make new snapshots and leave the old one as it was", async () => {
    const tree = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const skills = await open(tree);
    const before = skills.snapshot;
    const text = JSON.stringify(before);
    const [pdf] = skills.skills;
    const added = skills.add({ ...(pdf as NonNullable<typeof pdf>), name: "doc", header: "name: doc\n" });
    const replaced = skills.upsert({ ...(pdf as NonNullable<typeof pdf>), header: "name: pdf\ndescription: Other.\n" });
    const reloaded = await skills.reload({ force: true });
    const all = [before, added, replaced, reloaded];
    expect(new Set(all).size).toBe(4);
    expect(all.map((each) => each.skills.map(({ skill: { name } }) => name))).toEqual([
      ["pdf"],
      ["doc", "pdf"],
      ["doc", "pdf"],
      ["pdf"],
    ]);
    expect(new Set(all.map((each) => each.revision)).size).toBe(3);
    expect(reloaded.revision).toBe(before.revision);
    expect(JSON.stringify(before)).toBe(text);
  });

  test("[C8] add refuses a name that is taken, in any case; upsert replaces it", async () => {
    const tree = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const skills = await open(tree);
    const [pdf] = skills.skills;
    const other = { ...(pdf as NonNullable<typeof pdf>), name: "PDF", description: "Other." };
    const hint = "use `upsert` to replace the existing skill";
    expect(() => skills.add(other)).toThrowError(new OperationError("SK302", "a skill `PDF` already exists", { hint }));
    skills.upsert(other);
    expect(skills.skills.map((each) => [each.name, each.description])).toEqual([["PDF", "Other."]]);
  });
});

describe("the cache (OpenOxide 7)", () => {
  async function counted(tree: Tree, options: LoadOptions = {}) {
    let listed = 0;
    const files = {
      ...tree.files,
      readHead(path: string, into: Uint8Array, maxBytes: number) {
        listed++;
        return tree.files.readHead(path, into, maxBytes);
      },
    };
    const skills = await open(tree, { files, ...options });
    return {
      skills,
      reads: async (work: () => unknown): Promise<boolean> => {
        const before = listed;
        await work();
        return listed > before;
      },
    };
  }

  test("[C8] reload reads again only when something was reported, or by force", async () => {
    const tree = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const { skills, reads } = await counted(tree);
    const first = skills.snapshot;
    tree.add({ [`${USER}/doc/SKILL.md`]: skill("doc") });
    expect(await reads(() => skills.reload())).toBe(false);
    expect(skills.snapshot).toBe(first);
    expect(await reads(() => skills.reload({ force: true }))).toBe(true);
    expect(names(skills)).toEqual(["doc", "pdf"]);
    expect(await reads(() => skills.reload())).toBe(false);
    expect(await reads(() => skills.reload({ force: true }))).toBe(true);
  });

  test.each<[string, string, boolean]>([
    ["a skill's file", `${USER}/pdf/SKILL.md`, true],
    ["a file that is new", `${USER}/new/SKILL.md`, true],
    ["a root itself", USER, true],
    ["a root that was not there", "project/.agents/skills/new/SKILL.md", true],
    ["the user's configuration", "home/.config/skillwright/config.yaml", true],
    ["the trust store", "home/.config/skillwright/trust.json", true],
    ["what a link leads to", "far/linked/SKILL.md", true],
    ["a file elsewhere", "project/src/main.ts", false],
    ["a neighbour of a root", `${USER}-old/pdf/SKILL.md`, false],
  ])("[C8] invalidate: %s makes the snapshot stale: %j", async (_, path, stale) => {
    const tree = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf"), "far/linked/SKILL.md": skill("linked") });
    tree.add({ [`${USER}/linked`]: { link: tree.at("far/linked") } });
    const { skills, reads } = await counted(tree);
    skills.invalidate(tree.at(path));
    expect(await reads(() => skills.reload())).toBe(stale);
    expect(await reads(() => skills.reload())).toBe(false);
  });

  test("[C8] one snapshot for each working directory and set of roots", async () => {
    const tree = makeTree({
      "project/.agents/skills/one/SKILL.md": skill("one"),
      "other/.agents/skills/two/SKILL.md": skill("two"),
      "x/three/SKILL.md": skill("three"),
    });
    const { skills, reads } = await counted(tree);
    const at = async (place: object): Promise<string[]> =>
      (await skills.snapshotFor(place)).skills.map((each) => each.skill.name);
    const other = { cwd: tree.at("other") };
    const more = { cwd: tree.at("other"), roots: [tree.at("x")] };
    expect([await at({}), await at(other), await at(more)]).toEqual([["one"], ["two"], ["three", "two"]]);
    expect(await reads(async () => [await at({}), await at(other), await at(more)])).toBe(false);
    expect(await reads(() => skills.snapshotFor({ ...other, force: true }))).toBe(true);
    expect(names(skills)).toEqual(["one"]);
    skills.invalidate(tree.at("x/three/SKILL.md"));
    expect(await reads(() => at(other))).toBe(false);
    expect(await reads(() => at(more))).toBe(true);
  });

  test("[C8] clear empties the cache; the current snapshot stays readable", async () => {
    const tree = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const { skills, reads } = await counted(tree);
    skills.clear();
    expect(names(skills)).toEqual(["pdf"]);
    expect(await reads(() => skills.reload())).toBe(true);
    await skills.close();
    expect(await reads(() => skills.reload())).toBe(true);
  });
});

describe("finding and reading", () => {
  const tree = makeTree({
    [`${USER}/office/pdf/SKILL.md`]: skill("pdf"),
    [`${USER}/doc/SKILL.md`]: skill("doc"),
    "project/.claude/skills/doc/SKILL.md": skill("doc"),
  });

  test.each<[string, string | undefined]>([
    ["pdf", "user:~/.agents/skills/office/pdf"],
    ["PDF", "user:~/.agents/skills/office/pdf"],
    ["pdf@user", "user:~/.agents/skills/office/pdf"],
    ["PDF@user", "user:~/.agents/skills/office/pdf"],
    ["user:~/.agents/skills/office/pdf", "user:~/.agents/skills/office/pdf"],
    [`$/${USER}/office/pdf`, "user:~/.agents/skills/office/pdf"],
    [`$/${USER}/office/pdf/SKILL.md`, "user:~/.agents/skills/office/pdf"],
    ["doc", "repo:.claude/skills/doc"],
    ["doc@repo", "repo:.claude/skills/doc"],
    ["doc@user", "user:~/.agents/skills/doc"],
    ["pdf@repo", undefined],
    ["nobody", undefined],
    ["", undefined],
    ["*", undefined],
    ["p*", undefined],
    ["pd?@user", undefined],
    ["__proto__", undefined],
    [`$/${USER}`, undefined],
  ])("[L4] find %j → %j", async (asked, expected) => {
    const skills = await open(tree);
    const full = asked.replace("$", tree.top);
    expect(skills.find(full)?.skill.id).toBe(expected);
    expect(skills.contains(full)).toBe(expected !== undefined);
  });

  test("[L4] read gives the body, fresh from disk, and makes the skill active", async () => {
    const fresh = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const skills = await open(fresh);
    expect((await skills.read("pdf")).body).toBe("# pdf\n\nInstructions.\n");
    expect(skills.status().map((each) => each.state)).toEqual(["active"]);
    fresh.add({ [`${USER}/pdf/SKILL.md`]: "---\nname: pdf\ndescription: New.\n---\nChanged.\n" });
    const again = await skills.read("pdf");
    expect([again.body, again.skill.description]).toEqual(["Changed.\n", "New."]);
    expect(skills.find("pdf")?.skill.description).toBe("New.");
  });

  test.each<[string, string | Uint8Array, string]>([
    ["a byte order mark", `\ufeff${skill("pdf")}`, "# pdf\n\nInstructions.\n"],
    ["CRLF", skill("pdf").replaceAll("\n", "\r\n"), "# pdf\n\nInstructions.\n"],
    ["UTF-16", Buffer.from(`\ufeff${skill("pdf")}`, "utf16le"), "# pdf\n\nInstructions.\n"],
    ["no body", "---\nname: pdf\ndescription: x\n---", ""],
  ])("[L4] read of a file with %s", async (_, content, body) => {
    const skills = await open(makeTree({ [`${USER}/pdf/SKILL.md`]: content }));
    expect((await skills.read("pdf")).body).toBe(body);
  });

  test("[L4] [C1] a skill that was renamed on disk is listed once after it is read", async () => {
    const fresh = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const skills = await open(fresh);
    fresh.add({ [`${USER}/pdf/SKILL.md`]: skill("pdf-tools") });
    await skills.read("pdf");
    expect(skills.status().map((each) => [each.id, each.name])).toEqual([["user:~/.agents/skills/pdf", "pdf-tools"]]);
  });

  test("[L4] [C6] a skill that gets the name of another on disk does not remove the other skill", async () => {
    const fresh = makeTree({ [`${USER}/a/SKILL.md`]: skill("a"), [`${USER}/b/SKILL.md`]: skill("b") });
    const skills = await open(fresh);
    fresh.add({ [`${USER}/b/SKILL.md`]: skill("a") });
    await skills.read("b");
    expect(skills.status().map((each) => each.id)).toEqual(["user:~/.agents/skills/a", "user:~/.agents/skills/b"]);
  });

  test("[L4] a skill that is broken now keeps its last good metadata", async () => {
    const fresh = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const skills = await open(fresh);
    fresh.add({ [`${USER}/pdf/SKILL.md`]: "gone" });
    const { skill: kept, body } = await skills.read("pdf");
    expect([kept.name, body]).toEqual(["pdf", "gone"]);
  });

  test("[L4] a file above the default limit can be read if the limit was raised", async () => {
    const fresh = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf").padEnd(1_200_000, "x") });
    const skills = await open(fresh, { config: { "limits.max_skill_bytes": 2_000_000 } });
    expect(names(skills)).toEqual(["pdf"]);
    expect((await skills.read("pdf")).body.length).toBeGreaterThan(1_100_000);
  });

  test("[L4] reports a skill that is gone", async () => {
    const fresh = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const skills = await open(fresh);
    renameSync(fresh.at(`${USER}/pdf`), fresh.at("elsewhere"));
    await expect(skills.read("pdf")).rejects.toMatchObject({
      name: "OperationError",
      code: "SK004",
      hint: "the file was moved or removed after it was listed; reload the skills",
    });
  });

  test.each([
    ["pfd", "did you mean `pdf`?"],
    ["zzzzzzzz", "run `skillwright list` to see all skills"],
  ])("[L4] reading the missing file %s", async (asked, hint) => {
    const skills = await open(makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") }));
    const error = await skills.read(asked).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SkillNotFoundError);
    expect(error).toMatchObject({
      name: "SkillNotFoundError",
      code: "SK301",
      message: `there is no skill \`${asked}\``,
      hint,
    });
  });

  test("[L4] resources, digest and frontmatter of a skill", async () => {
    const fresh = makeTree({
      [`${USER}/pdf/SKILL.md`]: skill("pdf", "Reads.", "author: me\nversion: 1.0\n"),
      [`${USER}/pdf/scripts/a.sh`]: "x",
      [`${USER}/pdf/inner/SKILL.md`]: skill("inner"),
      [`${USER}/pdf/.git/x`]: "x",
    });
    const skills = await open(fresh);
    const pdf = skills.find("pdf")?.skill as Skills["skills"][number];
    expect(skills.resources(pdf)).toEqual(["scripts/a.sh"]);
    expect(skills.digest(pdf)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await skills.frontmatter(pdf)).toEqual({ name: "pdf", description: "Reads.", author: "me", version: "1.0" });
  });

  test("[L4] an instance is disposed of without a trace", async () => {
    const fresh = makeTree({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    {
      await using skills = await open(fresh);
      expect(names(skills)).toEqual(["pdf"]);
    }
    rmSync(fresh.at("home"), { recursive: true });
  });
});
