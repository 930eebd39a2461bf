import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import type { FoundFile, ScanOptions } from "../../../src/catalog/scan/found-file.ts";
import { scanRoots } from "../../../src/catalog/scan/scan.ts";
import { explainSkill } from "../../../src/ops/explain/explain-skill.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { onlyIf } from "../../needs.ts";
import {
  codes,
  denying,
  type Entries,
  findings,
  load,
  loadRoot,
  makeTree,
  outcomes,
  rootAt,
  skill,
} from "../../tree.ts";

/** Returns the files that a scan finds. Nothing else of a load runs. */
function scanned(root: string, over: Partial<ScanOptions> = {}, rootOver = {}): FoundFile[] {
  const found: FoundFile[] = [];
  scanRoots([rootAt(root, rootOver)], {
    files: nodeFiles,
    limits: {
      maxDepth: 6,
      maxDirectories: 200_000,
      maxEntries: 2_000_000,
      maxSkillBytes: 1_000_000,
      maxFrontmatterBytes: 65_536,
    },
    buffer: Buffer.alloc(4096),
    resourceDirectories: ["scripts", "references", "assets"],
    skippedDirectories: ["node_modules"],
    onSkill: (each) => found.push({ ...each }),
    ...over,
  });
  return found;
}

/** Returns the paths of the skills of a root `r`, relative to it, with any outcome. */
async function paths(entries: Entries, config = {}): Promise<string[]> {
  const tree = makeTree(entries);
  const snapshot = await loadRoot(tree, "r", { config });
  const all = [...snapshot.skills, ...snapshot.overridden].map((each) => each.skill.path);
  return [...all, ...snapshot.rejected.map((each) => each.path)].map((path) => path.slice(tree.at("r/").length)).sort();
}

describe("order and depth", () => {
  test("[S1] breadth first, each level in the order of its names", () => {
    const tree = makeTree({
      "r/b/SKILL.md": skill("b"),
      "r/a/z/SKILL.md": skill("z"),
      "r/a/c/deep/SKILL.md": skill("deep"),
      "r/SKILL.md": skill("r"),
    });
    expect(scanned(tree.at("r")).map((each) => each.directory.slice(tree.at("r").length))).toEqual([
      "",
      "/b",
      "/a/z",
      "/a/c/deep",
    ]);
  });

  test.each<[string, Entries, string[]]>([
    ["a root's own file", { "r/SKILL.md": skill("r") }, ["SKILL.md"]],
    ["a directory of the root", { "r/pdf/SKILL.md": skill("pdf") }, ["pdf/SKILL.md"]],
    ["a category", { "r/office/pdf/SKILL.md": skill("pdf") }, ["office/pdf/SKILL.md"]],
    ["a category of categories", { "r/a/b/c/pdf/SKILL.md": skill("pdf") }, ["a/b/c/pdf/SKILL.md"]],
    [
      "a category that is a skill itself",
      { "r/office/SKILL.md": skill("office"), "r/office/pdf/SKILL.md": skill("pdf") },
      ["office/SKILL.md", "office/pdf/SKILL.md"],
    ],
    ["the sixth level", { "r/1/2/3/4/5/6/SKILL.md": skill("6") }, ["1/2/3/4/5/6/SKILL.md"]],
    ["not the seventh level", { "r/1/2/3/4/5/6/7/SKILL.md": skill("7") }, []],
    ["a file beside directories is nothing", { "r/README.md": "# Skills", "r/pdf.md": skill("pdf") }, []],
  ])("[S2] %s", async (_, entries, expected) => {
    expect(await paths(entries)).toEqual(expected);
  });

  test.each([
    ["scripts", []],
    ["references", []],
    ["assets", []],
    ["examples", ["pdf/examples/SKILL.md"]],
    ["Scripts", ["pdf/Scripts/SKILL.md"]],
  ])("[S2] inside a skill, %s/ → %j", async (name, expected) => {
    const found = await paths({ "r/pdf/SKILL.md": skill("pdf"), [`r/pdf/${name}/SKILL.md`]: skill("inner") });
    expect(found).toEqual(["pdf/SKILL.md", ...expected].sort());
  });

  test("[S2] a category may be called scripts", async () => {
    expect(await paths({ "r/scripts/pdf/SKILL.md": skill("pdf") })).toEqual(["scripts/pdf/SKILL.md"]);
  });
});

describe("limits", () => {
  const many: Entries = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`r/${name}/SKILL.md`, skill(name)]));
  const deep: Entries = {
    "r/a/b/SKILL.md": skill("b"),
    "r/a/b/c/SKILL.md": skill("c"),
    "r/a/b/c/far/down/SKILL.md": skill("down"),
    "r/a/b/c/scripts/s/SKILL.md": skill("s"),
    "r/a/b/.d/SKILL.md": skill("d"),
    "r/a/b/e/f.txt": "",
  };
  const help = (limit: string): string =>
    `raise \`limits.${limit}\` in the configuration, or move skills closer to the root`;

  test.each<[string, Entries, number, string[], string]>([
    ["max_directories", many, 3, ["a", "b"], "`limits.max_directories` (3): at least 2 directories were not searched"],
    [
      "max_directories",
      many,
      4,
      ["a", "b", "c"],
      "`limits.max_directories` (4): at least 1 directory was not searched",
    ],
    ["max_entries", many, 4, [], "`limits.max_entries` (4): at least 4 directories were not searched"],
    ["max_entries", many, 5, ["a"], "`limits.max_entries` (5): at least 3 directories were not searched"],
    ["max_depth", deep, 2, ["b"], "`limits.max_depth` (2): at least 2 skill files were not considered"],
  ])("[S4] %s", async (limit, entries, value, loaded, message) => {
    const tree = makeTree(entries);
    const snapshot = await loadRoot(tree, "r", { config: { [`limits.${limit}`]: value } });
    expect(outcomes(snapshot)["loaded"] ?? []).toEqual(loaded);
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK020",
        severity: "warning",
        path: "/r",
        message: `the search stopped at ${message}`,
        help: help(limit),
      },
    ]);
  });

  test("[S4] the count below the depth limit ends at the other limits", async () => {
    const tree = makeTree(deep);
    const config = (directories: number) => ({ "limits.max_depth": 2, "limits.max_directories": directories });
    const messages = async (directories: number): Promise<string[]> =>
      (await loadRoot(tree, "r", { config: config(directories) })).diagnostics.map(({ message }) => message);
    expect(await messages(4)).toEqual([
      "the search stopped at `limits.max_depth` (2): at least 1 skill file was not considered",
    ]);
    expect(await messages(3)).toEqual([
      "the search stopped at `limits.max_depth` (2): at least 2 directories were not searched",
    ]);
  });

  test("[S4] directories without a skill below the depth limit are no finding, and unreadable ones are", async () => {
    const tree = makeTree({ "r/a/SKILL.md": skill("a"), "r/a/b/c/x.txt": "" });
    const config = { "limits.max_depth": 1 };
    expect((await loadRoot(tree, "r", { config })).diagnostics).toEqual([]);
    const files = denying(tree.files, [tree.at("r/a/b")]);
    expect((await loadRoot(tree, "r", { config, files })).diagnostics.map(({ message }) => message)).toEqual([
      "the search stopped at `limits.max_depth` (1): at least 1 directory was not searched",
    ]);
  });

  test("[S4] links below the depth limit count by where they lead, and not if the search gets there anyway", async () => {
    const tree = makeTree({
      "r/a/SKILL.md": skill("a"),
      "r/b/c/inside": { link: "../../a" },
      "r/b/c/outside": { link: "../../../far" },
      "r/b/c/loop": { link: "loop" },
      "far/one/SKILL.md": skill("one"),
      "far/two/SKILL.md": skill("two"),
    });
    const { diagnostics } = await loadRoot(tree, "r", { config: { "limits.max_depth": 2 } });
    expect(diagnostics.filter(({ code }) => code === "SK020").map(({ message }) => message)).toEqual([
      "the search stopped at `limits.max_depth` (2): at least 2 skill files were not considered",
    ]);
  });

  test("[S4] the default depth is 6", async () => {
    const tree = makeTree({
      "r/1/2/3/4/5/six/SKILL.md": skill("six"),
      "r/1/2/3/4/5/six/seven/SKILL.md": skill("seven"),
      "r/1/2/3/4/5/6/7/8/9/10/11/12/13/deep/SKILL.md": skill("deep"),
    });
    const snapshot = await loadRoot(tree, "r");
    expect([outcomes(snapshot), snapshot.diagnostics.map(({ message }) => message)]).toEqual([
      { loaded: ["six"] },
      ["the search stopped at `limits.max_depth` (6): at least 2 skill files were not considered"],
    ]);
  });

  test("[S4] a limit that is just enough is not reached", async () => {
    const tree = makeTree(many);
    const config = { "limits.max_directories": 5, "limits.max_depth": 1 };
    expect((await loadRoot(tree, "r", { config })).diagnostics).toEqual([]);
  });

  test("[S4] limits are per root", async () => {
    const tree = makeTree({ "r/a/SKILL.md": skill("a"), "q/b/SKILL.md": skill("b") });
    const { snapshot } = await load(tree, {
      ambient: false,
      links: "follow",
      roots: [tree.at("r"), tree.at("q")],
      config: { "limits.max_directories": 2 },
    });
    expect([outcomes(snapshot), codes(snapshot.diagnostics)]).toEqual([{ loaded: ["a", "b"] }, []]);
  });

  test("[S4] a directory of 3,000 subdirectories costs one visit each", () => {
    const contents = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`/r/d${n}`, "directory"]));
    const files = memoryFiles(contents);
    let listed = 0;
    const counting = {
      ...files,
      readHead: () => {
        throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      },
      readDirectory(path: string) {
        listed++;
        return path === "/r" ? files.readDirectory(path) : { files: [], directories: [], links: [], others: [] };
      },
    };
    expect(scanned("/r", { files: counting })).toEqual([]);
    expect(listed).toBe(3001);
  });
});

describe("skipped directories", () => {
  const tree = makeTree({
    "r/.hidden/one/SKILL.md": skill("one"),
    "r/node_modules/two/SKILL.md": skill("two"),
    "r/pdf/SKILL.md": skill("pdf"),
    "r/pdf/scripts/three/SKILL.md": skill("three"),
  });

  test("[S2] hidden directories and node_modules are not entered", async () => {
    const snapshot = await loadRoot(tree, "r");
    expect([outcomes(snapshot), codes(snapshot.diagnostics)]).toEqual([{ loaded: ["pdf"] }, []]);
  });

  test.each([
    ["one", "the file is in a hidden directory, which is not searched", "/r/.hidden/one/SKILL.md"],
    ["two", "the file is in a directory that is never searched", "/r/node_modules/two/SKILL.md"],
    ["three", "the file is among another skill's resources, which are not searched", "/r/pdf/scripts/three/SKILL.md"],
  ])("[S2] explain says why %s is not there", async (name, reason, path) => {
    const options = {
      ambient: false,
      links: "follow" as const,
      roots: [tree.at("r")],
      environment: tree.environment,
      files: tree.files,
    };
    const { found, candidates } = await explainSkill(name, await loadRoot(tree, "r"), options);
    expect(tree.plain({ found, candidates })).toEqual({
      found: false,
      candidates: [
        { path, name, outcome: "skipped", code: "SK028", reason, help: expect.any(String), diagnostics: [] },
      ],
    });
  });
});

describe("links", () => {
  test.each(["extra", "repo", "user", "admin"])("[S6] links of scope %s are followed", async (scope) => {
    const places = {
      extra: "x",
      repo: "project/.agents/skills",
      user: "home/.agents/skills",
      admin: "etc/skillwright/skills",
    };
    const root = places[scope as keyof typeof places];
    const tree = makeTree({ "far/pdf/SKILL.md": skill("pdf") });
    tree.add({ [`${root}/pdf`]: { link: tree.at("far/pdf") } });
    const { snapshot } = await load(tree, { trust: "all", ...(scope === "extra" ? { roots: [tree.at("x")] } : {}) });
    expect(snapshot.skills.map(({ skill: found }) => [found.scope, found.name, found.path, found.realPath])).toEqual([
      [scope, "pdf", tree.at(`${root}/pdf/SKILL.md`), tree.at("far/pdf/SKILL.md")],
    ]);
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK017",
        severity: "info",
        path: `/${root}/pdf`,
        message: "the link leads out of its root",
        help: "if you made this link, you need not do anything",
        related: [{ message: "leads to", path: "/far/pdf" }],
      },
    ]);
  });

  test.each<[string, Entries, unknown[]]>([
    ["a directory", { "r/pdf": { link: "../far/pdf" } }, [[], ["SK018"]]],
    ["a file", { "r/pdf/SKILL.md": { link: "../../far/pdf/SKILL.md" } }, [["not-followed"], []]],
  ])("[S6] links of the system scope are not followed: %s", (_, entries, expected) => {
    const tree = makeTree({ "far/pdf/SKILL.md": skill("pdf"), ...entries });
    const found: unknown[] = [];
    const diagnostics = scanRoots([rootAt(tree.at("r"), { scope: "system", followLinks: false })], {
      files: nodeFiles,
      limits: { maxDepth: 6, maxDirectories: 99, maxEntries: 99, maxSkillBytes: 9999, maxFrontmatterBytes: 9999 },
      buffer: Buffer.alloc(4096),
      resourceDirectories: [],
      skippedDirectories: [],
      onSkill: (each) => found.push(each.problem),
    });
    // A symlink to a file is found and rejected. A symlink to a directory is only reported.
    expect([found, codes(diagnostics)]).toEqual(expected);
  });

  test("[S6] links inside a skill's own directory are not followed", async () => {
    const tree = makeTree({
      "far/inner/SKILL.md": skill("inner"),
      "r/pdf/SKILL.md": skill("pdf"),
      "r/pdf/inner": { link: "../../far/inner" },
      "r/pdf/sub/inner": { link: "../../../far/inner" },
    });
    expect(outcomes(await loadRoot(tree, "r"))).toEqual({ loaded: ["pdf"] });
  });

  test("[S6] [P18] a sidecar that is a link is not followed out of the skill", async () => {
    const tree = makeTree({
      "far/secret.yaml": "interface:\n  display_name: Secret\n",
      "r/pdf/SKILL.md": skill("pdf"),
      "r/pdf/agents/openai.yaml": { link: "../../../far/secret.yaml" },
    });
    const snapshot = await loadRoot(tree, "r");
    expect(JSON.stringify(snapshot.skills)).not.toContain("Secret");
  });

  test.each<[string, Entries, string[]]>([
    ["a broken link", { "r/x": { link: "nowhere" } }, ["SK015 /r/x"]],
    ["a broken SKILL.md", { "r/x/SKILL.md": { link: "nowhere" } }, ["SK015 /r/x/SKILL.md"]],
    ["a link to itself", { "r/x": { link: "x" } }, ["SK016 /r/x"]],
    ["two links to each other", { "r/x": { link: "y" }, "r/y": { link: "x" } }, ["SK016 /r/x", "SK016 /r/y"]],
    ["a SKILL.md to itself", { "r/x/SKILL.md": { link: "SKILL.md" } }, ["SK016 /r/x/SKILL.md"]],
    ["a link to its own directory", { "r/a/b/x": { link: "." } }, ["SK016 /r/a/b/x"]],
    ["a link to a directory above", { "r/a/b/x": { link: "../.." } }, ["SK016 /r/a/b/x"]],
    ["a link to above the root", { "r/a/x": { link: "../.." } }, ["SK016 /r/a/x"]],
    [
      "directories that link to each other",
      { "r/a/x": { link: "../b" }, "r/b/y": { link: "../a" } },
      ["SK016 /r/a/x/y", "SK016 /r/b/y/x"],
    ],
  ])("[S6] %s", async (_, entries, expected) => {
    const tree = makeTree({ "r/ok/SKILL.md": skill("ok"), ...entries });
    const snapshot = await loadRoot(tree, "r");
    // A skill file has an outcome even if it is a symlink.
    const rejected = "r/x/SKILL.md" in entries ? { rejected: ["x"] } : {};
    expect(outcomes(snapshot)).toEqual({ loaded: ["ok"], ...rejected });
    const about = snapshot.diagnostics.filter((each) => each.code !== "SK023" && each.code !== "SK019");
    expect(findings(tree, about)).toEqual(expected);
  });

  test("[S6] [S8] a maze of links ends", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const entries: Record<string, { link: string }> = {};
    for (const from of names)
      for (const to of names) if (from !== to) entries[`r/${from}/${to}`] = { link: `../${to}` };
    const tree = makeTree({ ...entries, "r/a/real/SKILL.md": skill("real") });
    expect(outcomes(await loadRoot(tree, "r"))).toEqual({ loaded: ["real"] });
  });

  test("[S6] a name with dots does not lead out of the root", async () => {
    const tree = makeTree({
      "secret/SKILL.md": skill("secret"),
      "r/..data/SKILL.md": skill("data"),
      "r/a../SKILL.md": skill("a"),
    });
    expect(await loadRoot(tree, "r").then(outcomes)).toEqual({ loaded: ["a"] });
  });

  test("[S6] a SKILL.md that links to secrets does not load", async () => {
    const tree = makeTree({ "secret.txt": "password", "r/pdf/SKILL.md": { link: "../../secret.txt" } });
    const snapshot = await loadRoot(tree, "r");
    expect(outcomes(snapshot)).toEqual({ rejected: ["pdf"] });
    expect(findings(tree, snapshot.diagnostics)).toEqual(["SK017 /r/pdf/SKILL.md", "SK001 /r/pdf/SKILL.md:1:1"]);
  });
});

describe("one file with several paths", () => {
  const twice = (path: string, first: string) => ({
    code: "SK019",
    severity: "info",
    path,
    message: "this path leads to the same skill as another path",
    help: "you need only one of the two paths",
    related: [{ message: "found first", path: first }],
  });

  test("[S6] two links to one target are one skill, known by the first", async () => {
    const tree = makeTree({ "far/pdf/SKILL.md": skill("pdf") });
    tree.add({ "r/a": { link: tree.at("far/pdf") }, "r/b": { link: tree.at("far/pdf") } });
    const snapshot = await loadRoot(tree, "r");
    expect(snapshot.skills.map((each) => tree.plain(each.skill.path))).toEqual(["/r/a/SKILL.md"]);
    expect(tree.plain(snapshot.diagnostics.filter((each) => each.code === "SK019"))).toEqual([twice("/r/b", "/r/a")]);
  });

  test("[S6] a skill keeps its real path, even if a symlink to it comes first", async () => {
    const tree = makeTree({ "r/z/SKILL.md": skill("z"), "r/a": { link: "z" } });
    const snapshot = await loadRoot(tree, "r");
    expect(snapshot.skills.map((each) => tree.plain(each.skill.path))).toEqual(["/r/z/SKILL.md"]);
    expect(tree.plain(snapshot.diagnostics)).toEqual([twice("/r/a/SKILL.md", "/r/z/SKILL.md")]);
  });

  test("[S6] a skill keeps its real path, even if only its file is linked", async () => {
    const tree = makeTree({ "r/z/SKILL.md": skill("z"), "r/a/SKILL.md": { link: "../z/SKILL.md" } });
    const snapshot = await loadRoot(tree, "r");
    expect(snapshot.skills.map((each) => tree.plain(each.skill.path))).toEqual(["/r/z/SKILL.md"]);
    expect(tree.plain(snapshot.diagnostics)).toEqual([twice("/r/a/SKILL.md", "/r/z/SKILL.md")]);
  });

  test("[S6] a skill keeps its real path, even if the symlink is in an earlier root", async () => {
    const tree = makeTree({ "q/pdf/SKILL.md": skill("pdf") });
    tree.add({ "r/pdf": { link: tree.at("q/pdf") } });
    const { snapshot } = await load(tree, { ambient: false, links: "follow", roots: [tree.at("r"), tree.at("q")] });
    expect(snapshot.skills.map((each) => tree.plain(each.skill.path))).toEqual(["/q/pdf/SKILL.md"]);
  });

  test("[S6] a root inside another root gives no skill twice", async () => {
    const tree = makeTree({ "r/in/pdf/SKILL.md": skill("pdf"), "r/doc/SKILL.md": skill("doc") });
    const { snapshot } = await load(tree, { ambient: false, links: "follow", roots: [tree.at("r"), tree.at("r/in")] });
    expect(outcomes(snapshot)).toEqual({ loaded: ["doc", "pdf"] });
  });
});

describe("entries that are not plain readable files", () => {
  const special = { code: "SK005", severity: "error", help: expect.any(String) };
  const pipe = "a pipe, a socket or a device";

  test.each<[string, Entries, string]>([
    ["a FIFO", { "r/pdf/SKILL.md": { special: "fifo" } }, pipe],
    ["a directory", { "r/pdf/SKILL.md/x.txt": "" }, "a directory"],
    ["a link to /dev/zero", { "r/pdf/SKILL.md": { link: "/dev/zero" } }, pipe],
    ["a link to a directory", { "r/pdf/SKILL.md": { link: ".." } }, "a directory"],
    ["a link to a FIFO", { pipe: { special: "fifo" }, "r/pdf/SKILL.md": { link: "../../pipe" } }, pipe],
  ])("[S8] %s named SKILL.md", async (_, entries, what) => {
    const tree = makeTree({ "r/ok/SKILL.md": skill("ok"), ...entries });
    const snapshot = await loadRoot(tree, "r");
    expect(outcomes(snapshot)).toEqual({ loaded: ["ok"], rejected: ["pdf"] });
    const about = snapshot.diagnostics.filter((each) => each.code !== "SK017");
    expect(tree.plain(about)).toEqual([
      { ...special, message: `it is ${what}, not a regular file`, path: "/r/pdf/SKILL.md" },
    ]);
  });

  test("[S8] a socket named SKILL.md", async () => {
    const tree = makeTree({ "r/pdf": { special: "directory" } });
    const server = createServer();
    await new Promise<void>((done) => server.listen(tree.at("r/pdf/SKILL.md"), done));
    try {
      const snapshot = await loadRoot(tree, "r");
      expect(tree.plain(snapshot.diagnostics)).toEqual([
        { ...special, message: `it is ${pipe}, not a regular file`, path: "/r/pdf/SKILL.md" },
      ]);
    } finally {
      await new Promise((done) => server.close(done));
    }
  });

  onlyIf(process.platform === "linux", "other systems refuse such a name").test(
    "[S8] a directory whose name is not UTF-8",
    async () => {
      const tree = makeTree({ "r/ok/SKILL.md": skill("ok") });
      mkdirSync(Buffer.concat([Buffer.from(`${tree.at("r")}/`), Buffer.from([0x70, 0xff])]));
      const snapshot = await loadRoot(tree, "r");
      expect(tree.plain(snapshot.diagnostics)).toEqual([
        {
          code: "SK021",
          severity: "warning",
          path: "/r/p\ufffd",
          message: "the directory cannot be read (ENOENT)",
          help: "its name is not UTF-8: rename it; skills below it are not found",
        },
      ]);
    },
  );

  test("[S8] a FIFO as sidecar or configuration does not hang either", async () => {
    const tree = makeTree({
      "r/pdf/SKILL.md": skill("pdf"),
      "r/pdf/agents/openai.yaml": { special: "fifo" },
      "home/.config/skillwright/config.yaml": { special: "fifo" },
      "home/.config/skillwright/trust.json": { special: "fifo" },
    });
    const { snapshot } = await load(tree, { roots: [tree.at("r")] });
    expect(outcomes(snapshot)).toEqual({ loaded: ["pdf"] });
    expect(findings(tree, snapshot.diagnostics)).toEqual([
      "SK030 /home/.config/skillwright/config.yaml",
      "SK530 /home/.config/skillwright/trust.json",
      "SK040 /r/pdf/agents/openai.yaml",
    ]);
  });

  test("[S8] a file that cannot be read", async () => {
    const tree = makeTree({ "r/pdf/SKILL.md": skill("pdf"), "r/ok/SKILL.md": skill("ok") });
    const snapshot = await loadRoot(tree, "r", { files: denying(tree.files, [tree.at("r/pdf/SKILL.md")]) });
    expect(outcomes(snapshot)).toEqual({ loaded: ["ok"], rejected: ["pdf"] });
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK004",
        severity: "error",
        path: "/r/pdf/SKILL.md",
        message: "the file cannot be read (EACCES)",
        help: "make it readable: `chmod u+r /r/pdf/SKILL.md`",
      },
    ]);
  });

  test("[S8] a directory that cannot be read", async () => {
    const tree = makeTree({ "r/pdf/SKILL.md": skill("pdf"), "r/ok/SKILL.md": skill("ok") });
    const denied = [tree.at("r/pdf"), tree.at("r/pdf/SKILL.md")];
    const snapshot = await loadRoot(tree, "r", { files: denying(tree.files, denied) });
    expect(outcomes(snapshot)).toEqual({ loaded: ["ok"] });
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK021",
        severity: "warning",
        path: "/r/pdf",
        message: "the directory cannot be read (EACCES)",
        help: "check its permissions; skills below it are not found",
      },
    ]);
  });

  test("[S8] an error that is not a system error is a bug and is not swallowed", () => {
    const tree = makeTree({ "r/pdf/SKILL.md": skill("pdf") });
    const broken = {
      ...nodeFiles,
      readHead: () => {
        throw new TypeError("a bug");
      },
    };
    expect(() => scanned(tree.at("r"), { files: broken })).toThrow("a bug");
  });
});

describe("directories without a skill", () => {
  test.each<[string, Entries, string[]]>([
    ["an empty one", { "r/x": { special: "directory" } }, ["SK023 /r/x"]],
    ["one with other files", { "r/x/README.md": "" }, ["SK023 /r/x"]],
    ["only the topmost is named", { "r/x/y/z/a.txt": "", "r/x/w/b.txt": "" }, ["SK023 /r/x"]],
    ["the one beside a skill", { "r/c/ok/SKILL.md": skill("ok"), "r/c/no/a.txt": "" }, ["SK023 /r/c/no"]],
    ["not a category", { "r/c/ok/SKILL.md": skill("ok") }, []],
    ["not inside a skill", { "r/ok/SKILL.md": skill("ok"), "r/ok/lib/a.txt": "" }, []],
    ["not one whose skill is broken", { "r/ok/SKILL.md": "" }, ["SK001 /r/ok/SKILL.md:1:1"]],
    ["not the root", { r: { special: "directory" } }, []],
    ["one that holds nothing but a link to a file", { "r/x/a.md": { link: "/dev/null" } }, ["SK023 /r/x"]],
  ])("[S2] %s", async (_, entries, expected) => {
    const tree = makeTree(entries);
    expect(findings(tree, (await loadRoot(tree, "r")).diagnostics)).toEqual(expected);
  });
});

describe("other spellings", () => {
  test.each(["skill.md", "Skill.md", "SKILL.MD"])("[S8] %s loads with a warning", async (name) => {
    const tree = makeTree({ [`r/pdf/${name}`]: skill("pdf") });
    const snapshot = await loadRoot(tree, "r");
    expect(outcomes(snapshot)).toEqual({ loaded: ["pdf"] });
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK014",
        severity: "warning",
        path: `/r/pdf/${name}`,
        message: `the file is called \`${name}\``,
        help: "rename the file to `SKILL.md`, because most hosts see no other name",
        rename: "SKILL.md",
      },
    ]);
  });

  test("[S8] another spelling beside a real SKILL.md is ignored", async () => {
    const tree = makeTree({ "r/pdf/SKILL.md": skill("pdf"), "r/pdf/skill.md": "nonsense" });
    const snapshot = await loadRoot(tree, "r");
    expect([outcomes(snapshot), snapshot.diagnostics]).toEqual([{ loaded: ["pdf"] }, []]);
  });

  test("[S8] of several wrong spellings, always the same one is loaded", async () => {
    expect(await paths({ "r/pdf/skill.md": skill("pdf"), "r/pdf/Skill.md": skill("pdf") })).toEqual(["pdf/Skill.md"]);
  });

  test.each(["SKILLS.md", "SKILL.txt", "SKILL.md.bak", "skill"])("[S8] %s is not a skill file", async (name) => {
    expect(await paths({ [`r/pdf/${name}`]: skill("pdf") })).toEqual([]);
  });

  test("[S8] a symlink with another spelling gets the same warning", async () => {
    const tree = makeTree({ "far/SKILL.md": skill("pdf"), "r/pdf/skill.md": { link: "../../far/SKILL.md" } });
    expect(codes((await loadRoot(tree, "r")).diagnostics).sort()).toEqual(["SK014", "SK017"]);
  });
});

describe("size", () => {
  const sized = (bytes: number): string => skill("pdf").padEnd(bytes, "x");

  test.each([
    [5000, 5000, true],
    [5001, 5000, false],
    [4096, 4096, true],
    [4097, 4096, false],
    [2000, 2000, true],
    [2001, 2000, false],
    [1_000_000, 1_000_000, true],
    [1_000_001, 1_000_000, false],
  ])("[S8] %i bytes under a limit of %i: %j", async (bytes, limit, loads) => {
    const tree = makeTree({ "r/pdf/SKILL.md": sized(bytes) });
    const snapshot = await loadRoot(tree, "r", { config: { "limits.max_skill_bytes": limit } });
    expect(outcomes(snapshot)).toEqual(loads ? { loaded: ["pdf"] } : { rejected: ["pdf"] });
    if (loads) return;
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK006",
        severity: "error",
        path: "/r/pdf/SKILL.md",
        message: `the file is larger than ${limit} bytes (\`limits.max_skill_bytes\`)`,
        help: "move text into `references/`, or raise the limit in the configuration",
      },
    ]);
  });

  test("[S8] a file that is too large is not read completely", async () => {
    const tree = makeTree({ "r/pdf/SKILL.md": sized(9000), "r/doc/SKILL.md": { link: "../pdf/SKILL.md" } });
    const whole: string[] = [];
    const files = {
      ...tree.files,
      readFile(path: string, maxBytes: number) {
        const bytes = tree.files.readFile(path, maxBytes);
        whole.push(path);
        return bytes;
      },
    };
    const snapshot = await loadRoot(tree, "r", { files, config: { "limits.max_skill_bytes": 5000 } });
    expect([whole, codes(snapshot.diagnostics).filter((code) => code !== "SK019")]).toEqual([[], ["SK006"]]);
  });
});
