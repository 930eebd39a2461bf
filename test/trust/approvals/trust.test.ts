import { describe, expect, test } from "vitest";
import { loadSkills } from "../../../src/catalog/load/load.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { formatTrustStore, isTrusted, readTrustStore } from "../../../src/trust/folders/vouch-for-root.ts";
import { codes, load, makeTree, outcomes, skill, windowsFiles } from "../../tree.ts";

const STORE = "home/.config/skillwright/trust.json";
const ENTRIES = {
  "project/.git/HEAD": "",
  "project/.agents/skills/pdf/SKILL.md": skill("pdf"),
  "project/.claude/skills/doc/SKILL.md": skill("doc"),
  "home/.agents/skills/own/SKILL.md": skill("own"),
};

describe("a folder that is not trusted", () => {
  test("[T1] its skills are loaded but not offered, and one diagnostic reports it", async () => {
    const tree = makeTree(ENTRIES);
    const { snapshot } = await load(tree);
    const withheld = { code: "SK501", reason: "the folder is not trusted" };
    expect(snapshot.trusted).toBe(false);
    expect(snapshot.skills.map((each) => [each.skill.name, each.withheld])).toEqual([
      ["doc", withheld],
      ["pdf", withheld],
      ["own", undefined],
    ]);
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK501",
        severity: "warning",
        path: "/project",
        message: "2 skills of this project are not offered to models: the folder is not trusted",
        help: "review these skills, then run `skillwright trust`",
      },
    ]);
  });

  test("[T1] one skill is reported in the singular", async () => {
    const tree = makeTree({ "project/.agents/skills/pdf/SKILL.md": skill("pdf") });
    const { snapshot } = await load(tree);
    expect(snapshot.diagnostics.map((each) => each.message)).toEqual([
      "1 skill of this project is not offered to models: the folder is not trusted",
    ]);
  });

  test("[T1] without skills of its own there is nothing to say", async () => {
    expect(codes((await load(makeTree())).snapshot.diagnostics)).toEqual([]);
  });
});

describe("[T7] a withheld skill overrides no other skill", () => {
  const OWN = {
    "project/.git/HEAD": "",
    "project/.agents/skills/pdf/SKILL.md": skill("pdf", "The project's."),
    "project/.claude/skills/pdf/SKILL.md": skill("PDF", "The project's other one."),
    "project/.agents/skills/doc/SKILL.md": skill("doc"),
    "home/.agents/skills/pdf/SKILL.md": skill("pdf", "The user's."),
  };
  const withheld = { code: "SK501", reason: "the folder is not trusted" };

  test("the user's own skill stays, and the project's says why it does not", async () => {
    const tree = makeTree(OWN);
    const { snapshot } = await load(tree);
    expect(snapshot.skills.map((each) => [each.skill.id, each.withheld])).toEqual([
      ["repo:.agents/skills/doc", withheld],
      ["user:~/.agents/skills/pdf", undefined],
    ]);
    const reason = "the folder is not trusted, so every other skill of this name wins";
    expect(snapshot.overridden.map(({ skill: { id }, ...rest }) => ({ id, ...rest }))).toEqual([
      { id: "repo:.claude/skills/pdf", by: "user:~/.agents/skills/pdf", reason, withheld },
      { id: "repo:.agents/skills/pdf", by: "user:~/.agents/skills/pdf", reason, withheld },
    ]);
    expect(snapshot.diagnostics.find(({ code }) => code === "SK501")?.message).toBe(
      "3 skills of this project are not offered to models: the folder is not trusted",
    );
  });

  test("once it is trusted, the project's comes first as ever", async () => {
    const { snapshot } = await load(makeTree(OWN), { trust: "all" });
    expect(outcomes(snapshot)).toEqual({ loaded: ["doc", "pdf"], overridden: ["PDF", "pdf"] });
    expect(snapshot.overridden.map(({ by, reason, withheld: kept }) => [by, reason, kept])).toEqual([
      ["repo:.agents/skills/pdf", "root `.agents/skills` takes precedence over `.claude/skills`", undefined],
      ["repo:.agents/skills/pdf", "scope `repo` takes precedence over `user`", undefined],
    ]);
  });

  test.each(["home/.agents/skills", "etc/skillwright/skills", "extra"])("against a skill in %s", async (place) => {
    const tree = makeTree({
      "project/.agents/skills/pdf/SKILL.md": skill("pdf"),
      [`${place}/pdf/SKILL.md`]: skill("pdf"),
    });
    const { snapshot } = await load(tree, place === "extra" ? { roots: [tree.at("extra")] } : {});
    expect(snapshot.skills.map(({ skill: { path } }) => path)).toEqual([tree.at(`${place}/pdf/SKILL.md`)]);
  });

  test("nor does it make an embedded skill disappear", async () => {
    const tree = makeTree({ "project/.agents/skills/x/SKILL.md": skill("skill-creator") });
    const { snapshot } = await load(tree, { defaultSkills: true });
    expect(snapshot.skills.find((each) => each.skill.name === "skill-creator")?.skill.scope).toBe("system");
  });

  test("nor does it conflict a skill of the user's away", async () => {
    const entries = {
      "project/.git/HEAD": "",
      "project/.agents/skills/lite/SKILL.md": skill("lite", undefined, "eligibility:\n  conflicts: [both]\n"),
      "project/.agents/skills/own/SKILL.md": skill("own", undefined, "eligibility:\n  conflicts: [lite]\n"),
      "home/.agents/skills/deploy/SKILL.md": skill("deploy", undefined, "eligibility:\n  conflicts: [lite]\n"),
      "home/.agents/skills/both/SKILL.md": skill("both", undefined, "eligibility:\n  conflicts: [lite]\n"),
    };
    expect(outcomes((await load(makeTree(entries))).snapshot)).toEqual({
      loaded: ["both", "deploy"],
      ineligible: ["lite", "own"],
    });
    expect(outcomes((await load(makeTree(entries), { trust: "all" })).snapshot)).toEqual({
      loaded: ["lite"],
      ineligible: ["own", "both", "deploy"],
    });
  });
});

describe("what trust covers", () => {
  test.each([
    ["/a/b", ["/a/b"], true],
    ["/a/b/c", ["/a/b"], true],
    ["/a/bc", ["/a/b"], false],
    ["/a", ["/a/b"], false],
    ["/a/b", ["/"], true],
    ["/a/b", ["/a/"], true],
    ["/a/b", [], false],
    ["/a/b", ["a/b", "", "b"], false],
  ])("[T2] %s under %j: %j", (folder, folders, expected) => {
    expect(isTrusted(folder, { path: "", folders })).toBe(expected);
  });

  test.each([
    ["project", true],
    ["", true],
    ["project/sub", false],
    ["proj", false],
    ["home", false],
  ])("[T2] a store with `%s`: %j", async (folder, expected) => {
    const tree = makeTree(ENTRIES);
    tree.add({ [STORE]: JSON.stringify({ schema: 1, folders: [tree.at(folder).replace(/\/$/, "")] }) });
    const { snapshot } = await load(tree);
    expect([snapshot.trusted, codes(snapshot.diagnostics)]).toEqual([expected, expected ? [] : ["SK501"]]);
  });

  test("[T2] trust of the project root covers its subdirectories", async () => {
    const tree = makeTree({ ...ENTRIES, "project/a/b": { special: "directory" } });
    tree.add({ [STORE]: formatTrustStore([tree.at("project")]) });
    expect((await load(tree, { cwd: tree.at("project/a/b") })).snapshot.trusted).toBe(true);
  });

  test("[T2] on Windows too", async () => {
    const environment: Environment = {
      cwd: "C:\\work\\app",
      home: "C:\\me",
      platform: "win32",
      variables: { SKILLWRIGHT_HOME: "C:\\own" },
    };
    const files = windowsFiles(
      memoryFiles({
        "/C:/work/app/.agents/skills/pdf/SKILL.md": skill("pdf"),
        "/C:/own/trust.json": JSON.stringify({ schema: 1, folders: ["C:\\work"] }),
      }),
    );
    const { snapshot } = await loadSkills({ environment, files, defaultSkills: false });
    expect([snapshot.trusted, codes(snapshot.diagnostics)]).toEqual([true, []]);
  });

  test.each([
    ["", "it is empty"],
    ["{", "it is not JSON"],
    ["[]", "it is not an object"],
    ["null", "it is not an object"],
    ['{"folders":["/"]}', "it was written by another version"],
    ['{"schema":2,"folders":["/"]}', "it was written by another version"],
    ['{"schema":1}', "its `folders` has an invalid value"],
    ['{"schema":1,"folders":"/"}', "its `folders` has an invalid value"],
    ['{"schema":1,"folders":["/",1]}', "its `folders` has an invalid value"],
    ['{"schema":1,"folders":["/","relative"]}', "its `folders` has an invalid value"],
  ])("[T2] [Y40] a damaged store trusts nothing and is reported: %j", async (text, damaged) => {
    const tree = makeTree({ ...ENTRIES, [STORE]: text });
    const { snapshot } = await load(tree);
    expect([snapshot.trusted, codes(snapshot.diagnostics)]).toEqual([false, ["SK530", "SK501"]]);
    expect(readTrustStore(tree.at("home/.config/skillwright"), tree.files)).toEqual({
      path: tree.at(STORE),
      folders: [],
      damaged,
    });
  });

  test("[T2] the store's text is the same whatever order it was given in", () => {
    expect(formatTrustStore(["/b", "/a", "/b"])).toBe(
      '{\n  "schema": 1,\n  "folders": [\n    "/a",\n    "/b"\n  ]\n}\n',
    );
    expect(formatTrustStore(["/a", "/b"])).toBe(formatTrustStore(["/b", "/a"]));
  });
});

describe("who says so", () => {
  test("[T8] a directory that is named is trusted by being named", async () => {
    const tree = makeTree(ENTRIES);
    const { snapshot } = await load(tree, { roots: [".agents/skills"] });
    expect(snapshot.skills.map((each) => [each.skill.name, each.skill.scope, each.withheld?.code])).toEqual([
      ["pdf", "extra", undefined],
      ["doc", "repo", "SK501"],
      ["own", "user", undefined],
    ]);
  });

  const inside = (folders: string[]): string => JSON.stringify({ schema: 1, folders });

  test("[T4] a trust store inside the project is not believed", async () => {
    const tree = makeTree(ENTRIES);
    tree.add({ "project/.own/trust.json": inside([tree.at("project")]) });
    const environment = { ...tree.environment, variables: { SKILLWRIGHT_HOME: tree.at("project/.own") } };
    const { snapshot } = await load(tree, { environment });
    expect(snapshot.trusted).toBe(false);
    expect(tree.plain(snapshot.diagnostics.filter((each) => each.code === "SK502"))).toEqual([
      {
        code: "SK502",
        severity: "warning",
        path: "/project/.own/trust.json",
        message: "the trust store is inside the project, so it is ignored",
        help: "point `SKILLWRIGHT_HOME` to a directory outside of it",
      },
    ]);
  });

  test("[T4] also when its path goes through a link", async () => {
    const tree = makeTree(ENTRIES);
    tree.add({ "project/.own/trust.json": inside([tree.at("project")]), way: { link: tree.at("project") } });
    const environment = { ...tree.environment, variables: { SKILLWRIGHT_HOME: tree.at("way/.own") } };
    expect((await load(tree, { environment })).snapshot.trusted).toBe(false);
  });

  test("[T4] also on Windows", async () => {
    const environment: Environment = {
      cwd: "C:\\work",
      home: "C:\\me",
      platform: "win32",
      variables: { SKILLWRIGHT_HOME: "C:\\work\\own" },
    };
    const files = windowsFiles(
      memoryFiles({
        "/C:/work/.git/HEAD": "",
        "/C:/work/own/trust.json": JSON.stringify({ schema: 1, folders: ["C:\\work"] }),
      }),
    );
    const { snapshot } = await loadSkills({ environment, files, defaultSkills: false });
    expect([snapshot.trusted, codes(snapshot.diagnostics)]).toEqual([false, ["SK502"]]);
  });

  test("[T4] also if the home directory itself is in the project, as on a build machine", async () => {
    const tree = makeTree(ENTRIES);
    tree.add({ "project/home/.config/skillwright/trust.json": inside([tree.at("project")]) });
    const environment = { ...tree.environment, home: tree.at("project/home") };
    const { snapshot } = await load(tree, { environment });
    expect([snapshot.trusted, codes(snapshot.diagnostics)]).toEqual([false, ["SK502", "SK501"].sort()]);
  });

  test("[T4] a home that is under version control is still its owner's, and a directory below it is trusted by itself", async () => {
    const tree = makeTree({ "home/.git/HEAD": "", "home/notes/.agents/skills/pdf/SKILL.md": skill("pdf") });
    const trusting = async (...folders: string[]) => {
      tree.add({ [STORE]: inside(folders) });
      const { snapshot } = await load(tree, { cwd: tree.at("home/notes") });
      return [snapshot.projectRoot === tree.at("home"), snapshot.trusted, codes(snapshot.diagnostics)];
    };
    expect(await trusting(tree.at("home"))).toEqual([true, true, ["SK501"]]);
    expect(await trusting(tree.at("home"), tree.at("home/notes"))).toEqual([true, true, []]);
  });

  test("[T4] an empty store inside the project is harmless", async () => {
    const tree = makeTree({ ...ENTRIES, "project/.own/trust.json": inside([]) });
    const environment = { ...tree.environment, variables: { SKILLWRIGHT_HOME: tree.at("project/.own") } };
    expect(codes((await load(tree, { environment })).snapshot.diagnostics)).toEqual(["SK501"]);
  });

  test("[T1] the caller may trust everything, or answer for a project root", async () => {
    const tree = makeTree(ENTRIES);
    const asked: string[] = [];
    const answer = (yes: boolean) => (projectRoot: string) => {
      asked.push(projectRoot);
      return yes;
    };
    const trusted = async (trust: "all" | "store" | ((root: string) => boolean)): Promise<boolean> =>
      (await load(tree, { trust, cwd: tree.at("project/.agents") })).snapshot.trusted;
    expect([
      await trusted("all"),
      await trusted("store"),
      await trusted(answer(true)),
      await trusted(answer(false)),
    ]).toEqual([true, false, true, false]);
    expect(asked).toEqual([tree.at("project"), tree.at("project")]);
  });

  test("[T1] the caller's answer takes precedence over the store", async () => {
    const tree = makeTree(ENTRIES);
    tree.add({ [STORE]: formatTrustStore([tree.at("project")]) });
    expect((await load(tree, { trust: () => false })).snapshot.trusted).toBe(false);
    expect(outcomes((await load(tree, { trust: () => false })).snapshot)).toEqual({ loaded: ["doc", "pdf", "own"] });
  });
});
