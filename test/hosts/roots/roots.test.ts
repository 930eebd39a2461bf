import { isAbsolute, win32 } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSkills, prepareLoad } from "../../../src/catalog/load/load.ts";
import { skillwright } from "../../../src/hosts/profiles/skillwright.ts";
import { findProjectRoot, resolveRoots } from "../../../src/hosts/roots/resolve-roots.ts";
import { type Root, SCOPES } from "../../../src/model/skills/root.ts";
import { type Environment, type PlatformDirectories, platformDirectories } from "../../../src/platform/environment.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { codes, type Entries, load, makeTree, outcomes, skill, type Tree, windowsFiles } from "../../tree.ts";

/** Returns `scope label path` of every root. Missing roots are in brackets. */
function shown(tree: Tree, roots: readonly Root[]): string[] {
  return roots.map(({ scope, label, path, exists }) => {
    const text = `${scope} ${label} ${path}`.replaceAll(tree.top, "");
    return exists ? text : `(${text})`;
  });
}

async function rootsOf(tree: Tree, options = {}): Promise<readonly Root[]> {
  return (await load(tree, { trust: "all", ...options })).snapshot.roots;
}

describe("scopes", () => {
  test("[R1] the order of scopes is the order of precedence", () => {
    expect(SCOPES).toEqual(["extra", "repo", "user", "system", "admin", "plugin"]);
  });

  test("[R1] roots come in that order, whatever order they were named in", async () => {
    const tree = makeTree({
      "x/a/SKILL.md": skill("a"),
      "home/.local/share/skillwright/plugins/p/skills/f/SKILL.md": skill("f"),
    });
    const { snapshot } = await load(tree, { roots: [tree.at("x")], defaultSkills: true, trust: "all" });
    const scopes = snapshot.roots.map((root) => root.scope);
    expect([...new Set(scopes)]).toEqual(["extra", "repo", "user", "system", "admin", "plugin"]);
    expect(scopes).toEqual([...scopes].sort((a, b) => SCOPES.indexOf(a) - SCOPES.indexOf(b)));
  });
});

describe("the project root", () => {
  test.each<[string, Entries, string, string[], string]>([
    ["the nearest .git", { "a/.git/HEAD": "", "a/b/.git/HEAD": "" }, "a/b/c", [".git"], "a/b"],
    ["a .git file counts (worktrees)", { "a/.git": "gitdir: x" }, "a/b/c", [".git"], "a"],
    ["none: the working directory", {}, "a/b/c", [".git"], "a/b/c"],
    ["the directory itself", { "a/b/c/.git/HEAD": "" }, "a/b/c", [".git"], "a/b/c"],
    ["other markers", { "a/.git/HEAD": "", "a/b/.hg/x": "" }, "a/b/c", [".hg"], "a/b"],
    ["any of several markers", { "a/b/package.json": "{}" }, "a/b/c", [".git", "package.json"], "a/b"],
    ["no marker at all", { "a/.git/HEAD": "" }, "a/b/c", [], "a/b/c"],
  ])("[R4] %s", (_, entries, cwd, markers, expected) => {
    const tree = makeTree({ ...entries, "a/b/c": { special: "directory" } });
    expect(findProjectRoot(tree.at(cwd), markers, tree.files, tree.environment)).toBe(tree.at(expected));
  });

  test("[R4] markers come from the configuration", async () => {
    const tree = makeTree({ "project/.hg/x": "", "project/sub": { special: "directory" } });
    const options = { cwd: tree.at("project/sub"), config: { project_root_markers: [".hg"] } };
    expect((await load(tree, options)).snapshot.projectRoot).toBe(tree.at("project"));
  });

  test("[R4] reports a working directory that does not exist", async () => {
    const tree = makeTree();
    await expect(load(tree, { cwd: tree.at("nowhere") })).rejects.toMatchObject({
      name: "OperationError",
      code: "SK021",
      message: `the working directory \`${tree.at("nowhere")}\` cannot be read`,
    });
  });
});

describe("platform directories", () => {
  const linux = { cwd: "/w", home: "/home/me", platform: "linux" as const, variables: {} };
  const mac = { cwd: "/w", home: "/Users/me", platform: "darwin" as const, variables: {} };
  const windows = { cwd: "C:\\w", home: "C:\\Users\\me", platform: "win32" as const, variables: {} };
  const support = "/Users/me/Library/Application Support/skillwright";

  test.each<[string, Environment, PlatformDirectories]>([
    [
      "Linux without variables",
      linux,
      { config: "/home/me/.config/skillwright", data: "/home/me/.local/share/skillwright", admin: "/etc/skillwright" },
    ],
    [
      "Linux with XDG",
      { ...linux, variables: { XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d" } },
      { config: "/c/skillwright", data: "/d/skillwright", admin: "/etc/skillwright" },
    ],
    [
      "a relative XDG path is ignored",
      { ...linux, variables: { XDG_CONFIG_HOME: "c", XDG_DATA_HOME: "../d" } },
      { config: "/home/me/.config/skillwright", data: "/home/me/.local/share/skillwright", admin: "/etc/skillwright" },
    ],
    [
      "an empty XDG path is ignored",
      { ...linux, variables: { XDG_CONFIG_HOME: "", XDG_DATA_HOME: "" } },
      { config: "/home/me/.config/skillwright", data: "/home/me/.local/share/skillwright", admin: "/etc/skillwright" },
    ],
    [
      "SKILLWRIGHT_HOME moves the user's",
      { ...linux, variables: { SKILLWRIGHT_HOME: "/s", XDG_CONFIG_HOME: "/c" } },
      { config: "/s", data: "/home/me/.local/share/skillwright", admin: "/etc/skillwright" },
    ],
    ["macOS", mac, { config: support, data: support, admin: "/Library/Application Support/skillwright" }],
    [
      "macOS knows no XDG",
      { ...mac, variables: { XDG_CONFIG_HOME: "/c" } },
      { config: support, data: support, admin: "/Library/Application Support/skillwright" },
    ],
    [
      "macOS with SKILLWRIGHT_HOME",
      { ...mac, variables: { SKILLWRIGHT_HOME: "/s" } },
      { config: "/s", data: support, admin: "/Library/Application Support/skillwright" },
    ],
    [
      "Windows without variables",
      windows,
      {
        config: "C:\\Users\\me\\AppData\\Roaming\\skillwright",
        data: "C:\\Users\\me\\AppData\\Local\\skillwright",
        admin: "C:\\ProgramData\\skillwright",
      },
    ],
    [
      "Windows with variables",
      { ...windows, variables: { APPDATA: "D:\\r", LOCALAPPDATA: "D:\\l", PROGRAMDATA: "D:\\p" } },
      { config: "D:\\r\\skillwright", data: "D:\\l\\skillwright", admin: "D:\\p\\skillwright" },
    ],
    [
      "Windows with SKILLWRIGHT_HOME",
      { ...windows, variables: { SKILLWRIGHT_HOME: "E:\\s" } },
      {
        config: "E:\\s",
        data: "C:\\Users\\me\\AppData\\Local\\skillwright",
        admin: "C:\\ProgramData\\skillwright",
      },
    ],
  ])("[R3] %s", (_, environment, expected) => {
    expect(platformDirectories(environment)).toEqual(expected);
  });

  test.each([
    ["linux", "home/.config/skillwright/skills"],
    ["darwin", "home/Library/Application Support/skillwright/skills"],
  ] as const)("[R3] the user's own skills are found on %s", async (platform, place) => {
    const tree = makeTree({ [`${place}/pdf/SKILL.md`]: skill("pdf") });
    const { snapshot } = await load(tree, { environment: { ...tree.environment, platform } });
    expect(snapshot.skills.map((each) => tree.plain(each.skill.path))).toEqual([`/${place}/pdf/SKILL.md`]);
    expect(snapshot.skills.map((each) => each.skill.id)).toEqual(["user:$SKILLWRIGHT_HOME/skills/pdf"]);
  });

  test("[R3] [R4] on Windows every kind of root is found under the platform's own paths", async () => {
    const files = windowsFiles(
      memoryFiles({
        "/C:/work/.git/HEAD": "",
        "/C:/work/app/.agents/skills/a/SKILL.md": skill("a"),
        "/C:/work/.claude/skills/b/SKILL.md": skill("b"),
        "/C:/Users/me/AppData/Roaming/skillwright/skills/c/SKILL.md": skill("c"),
        "/C:/Users/me/.agents/skills/d/SKILL.md": skill("d"),
        "/C:/ProgramData/skillwright/skills/e/SKILL.md": skill("e"),
        "/C:/Users/me/AppData/Local/skillwright/plugins/p/skills/f/SKILL.md": skill("f"),
      }),
    );
    const environment: Environment = { ...windows, cwd: "C:\\work\\app" };
    const { snapshot } = await loadSkills({ environment, files, defaultSkills: false, trust: "all" });
    expect(snapshot.projectRoot).toBe("C:\\work");
    expect(snapshot.skills.map((each) => [each.skill.name, each.skill.id])).toEqual([
      ["a", "repo:app/.agents/skills/a"],
      ["b", "repo:.claude/skills/b"],
      ["c", "user:$SKILLWRIGHT_HOME/skills/c"],
      ["d", "user:~/.agents/skills/d"],
      ["e", "admin:C:/ProgramData/skillwright/skills/e"],
      ["p:f", "plugin:C:/Users/me/AppData/Local/skillwright/plugins/p/skills/f"],
    ]);
    expect(codes(snapshot.diagnostics)).toEqual([]);
  });

  test("[R3] [R7] on Windows SKILLWRIGHT_ROOTS is separated by semicolons", async () => {
    const files = windowsFiles(
      memoryFiles({ "/C:/work/x": "directory", "/D:/a/p/SKILL.md": skill("p"), "/D:/b/q/SKILL.md": skill("q") }),
    );
    const environment: Environment = { ...windows, cwd: "C:\\work", variables: { SKILLWRIGHT_ROOTS: "D:\\a;D:\\b" } };
    const { snapshot } = await loadSkills({ environment, files, defaultSkills: false });
    expect(snapshot.skills.map((each) => each.skill.id)).toEqual(["extra:D:/a/p", "extra:D:/b/q"]);
  });
});

describe("repository and user", () => {
  test("[R4] every directory from the working directory up to the project root, nearest first", async () => {
    const tree = makeTree({
      "project/.git/HEAD": "",
      "project/a/b": { special: "directory" },
      ".agents/skills/above/SKILL.md": skill("above"),
    });
    const repo = (await rootsOf(tree, { cwd: tree.at("project/a/b") })).filter((root) => root.scope === "repo");
    expect(shown(tree, repo)).toEqual([
      "(repo a/b/.skillwright/skills /project/a/b/.skillwright/skills)",
      "(repo a/b/.agents/skills /project/a/b/.agents/skills)",
      "(repo a/b/.claude/skills /project/a/b/.claude/skills)",
      "(repo a/.skillwright/skills /project/a/.skillwright/skills)",
      "(repo a/.agents/skills /project/a/.agents/skills)",
      "(repo a/.claude/skills /project/a/.claude/skills)",
      "(repo .skillwright/skills /project/.skillwright/skills)",
      "(repo .agents/skills /project/.agents/skills)",
      "(repo .claude/skills /project/.claude/skills)",
    ]);
  });

  test("[R4] the nearest of two skills with a name wins", async () => {
    const tree = makeTree({
      "project/.git/HEAD": "",
      "project/a/.claude/skills/pdf/SKILL.md": skill("pdf", "Near."),
      "project/.skillwright/skills/pdf/SKILL.md": skill("pdf", "Far."),
    });
    const { snapshot } = await load(tree, { cwd: tree.at("project/a"), trust: "all" });
    expect(snapshot.skills.map((each) => each.skill.description)).toEqual(["Near."]);
    expect(snapshot.overridden.map((each) => each.skill.description)).toEqual(["Far."]);
  });

  test("[R4] the user's roots and the administrator's", async () => {
    const tree = makeTree({}, { SKILLWRIGHT_HOME: "/nowhere/own" });
    const roots = (await rootsOf(tree)).filter((root) => root.scope !== "repo");
    expect(shown(tree, roots)).toEqual([
      "(user $SKILLWRIGHT_HOME/skills /nowhere/own/skills)",
      "(user ~/.agents/skills /home/.agents/skills)",
      "(user ~/.claude/skills /home/.claude/skills)",
      "(admin /etc/skillwright/skills /etc/skillwright/skills)",
    ]);
  });

  test("[R4] the administrator's skills are found", async () => {
    const tree = makeTree({ "etc/skillwright/skills/pdf/SKILL.md": skill("pdf") });
    const { snapshot } = await load(tree);
    expect(snapshot.skills.map((each) => each.skill.id)).toEqual(["admin:/etc/skillwright/skills/pdf"]);
  });

  test("[R4] a root that is a link is known by its real place, and searched once", async () => {
    const tree = makeTree({ "far/pdf/SKILL.md": skill("pdf") });
    tree.add({
      "project/.agents/skills": { link: tree.at("far") },
      "project/.claude/skills": { link: tree.at("far") },
    });
    const found = (await rootsOf(tree)).filter((root) => root.exists);
    expect(shown(tree, found)).toEqual(["repo .agents/skills /far"]);
    expect(outcomes((await load(tree, { trust: "all" })).snapshot)).toEqual({ loaded: ["pdf"] });
  });

  test("[R4] at home the user's own directories are the user's, not the repository's", async () => {
    const tree = makeTree({
      "home/.git/HEAD": "",
      "home/.claude/skills/pdf/SKILL.md": skill("pdf"),
      "home/work": { special: "directory" },
    });
    const { snapshot } = await load(tree, { cwd: tree.at("home/work") });
    expect(snapshot.skills.map((each) => [each.skill.id, each.withheld])).toEqual([
      ["user:~/.claude/skills/pdf", undefined],
    ]);
  });

  test("[R4] a repository's link to the user's skills does not make them the repository's", async () => {
    const tree = makeTree({ "home/.claude/skills/pdf/SKILL.md": skill("pdf") });
    tree.add({ "project/.claude/skills": { link: tree.at("home/.claude/skills") } });
    const { snapshot } = await load(tree);
    expect(snapshot.skills.map((each) => [each.skill.scope, each.withheld])).toEqual([["user", undefined]]);
  });

  test("[R4] a root named twice is searched once", async () => {
    const tree = makeTree({ "x/pdf/SKILL.md": skill("pdf") });
    const roots = [tree.at("x"), "../x", `${tree.at("x")}/`, tree.at("x/../x")];
    const { snapshot } = await load(tree, { ambient: false, roots });
    expect(shown(tree, snapshot.roots)).toEqual(["extra /x /x"]);
  });

  test.each<[string, Environment["variables"]]>([
    ["nothing set", {}],
    ["a relative SKILLWRIGHT_HOME", { SKILLWRIGHT_HOME: "own" }],
    ["relative XDG paths", { XDG_CONFIG_HOME: "c", XDG_DATA_HOME: "d" }],
    ["relative SKILLWRIGHT_ROOTS", { SKILLWRIGHT_ROOTS: "x:./y" }],
  ])("[R4] every root is absolute, found or not: %s", async (_, variables) => {
    const roots = await rootsOf(makeTree({}, variables));
    expect(roots.map((root) => root.path).filter((path) => !isAbsolute(path))).toEqual([]);
  });
});

describe("roots with a namer", () => {
  test("[R7] flags first, then configured and variables; all of them are extra", async () => {
    const tree = makeTree(
      {
        "flag/a/SKILL.md": skill("a"),
        "variable/b/SKILL.md": skill("b"),
        "home/.config/skillwright/config.yaml": "roots: [mine, ~/more]\n",
        "home/.config/skillwright/mine/c/SKILL.md": skill("c"),
        "home/more/d/SKILL.md": skill("d"),
      },
      {},
    );
    const environment = { ...tree.environment, variables: { SKILLWRIGHT_ROOTS: `${tree.at("variable")}:` } };
    const { snapshot } = await load(tree, { environment, roots: ["../flag"] });
    const extra = snapshot.roots.filter((root) => root.scope === "extra");
    expect(tree.plain(extra.map(({ path, from, configured }) => ({ path, from, configured })))).toEqual([
      { path: "/flag", from: "`--root`", configured: true },
      { path: "/home/.config/skillwright/mine", from: "/home/.config/skillwright/config.yaml:1", configured: true },
      { path: "/home/more", from: "/home/.config/skillwright/config.yaml:1", configured: true },
      { path: "/variable", from: "$SKILLWRIGHT_ROOTS", configured: true },
    ]);
    expect(outcomes(snapshot)).toEqual({ loaded: ["a", "b", "c", "d"] });
  });

  test("[R7] a named root that is missing is a warning, one of the profile's is not", async () => {
    const tree = makeTree();
    const { snapshot } = await load(tree, { roots: ["nowhere"] });
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK022",
        severity: "warning",
        path: "/project/nowhere",
        message: "the root cannot be found (ENOENT)",
        help: "create it, or correct it in `--root`",
      },
    ]);
  });

  test("[R7] a named root that is a file is a warning", async () => {
    const tree = makeTree({ "project/file": "" });
    const { snapshot } = await load(tree, { roots: ["file"] });
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK024",
        severity: "warning",
        path: "/project/file",
        message: "the root is not a directory",
        help: "correct it in `--root`",
      },
    ]);
    expect(snapshot.roots[0]).toMatchObject({ exists: false });
  });

  test("[R7] ~ is the home directory", async () => {
    const tree = makeTree({ "home/x/a/SKILL.md": skill("a") });
    expect(outcomes((await load(tree, { ambient: false, roots: ["~/x"] })).snapshot)).toEqual({ loaded: ["a"] });
  });
});

describe("plugins and embedded skills", () => {
  const plugins = "home/.local/share/skillwright/plugins";

  test.each<[string, Entries, string]>([
    ["the directory's name", {}, "one:pdf"],
    ["Claude Code's manifest", { [`${plugins}/one/.claude-plugin/plugin.json`]: '{"name":"acme"}' }, "acme:pdf"],
    ["Codex's manifest", { [`${plugins}/one/.codex-plugin/plugin.json`]: '{"name":"acme"}' }, "acme:pdf"],
    ["a plain manifest", { [`${plugins}/one/plugin.json`]: '{"name":"acme"}' }, "acme:pdf"],
    ["a manifest that is not JSON", { [`${plugins}/one/plugin.json`]: "{" }, "one:pdf"],
    ["a manifest without a name", { [`${plugins}/one/plugin.json`]: "{}" }, "one:pdf"],
    ["a manifest with a hostile name", { [`${plugins}/one/plugin.json`]: '{"name":"../../x"}' }, "one:pdf"],
    ["a manifest that is a list", { [`${plugins}/one/plugin.json`]: "[1]" }, "one:pdf"],
    ["a manifest that is a directory", { [`${plugins}/one/plugin.json/x`]: "" }, "one:pdf"],
  ])("[R8] a plugin is named after %s", async (_, entries, name) => {
    const tree = makeTree({ [`${plugins}/one/skills/pdf/SKILL.md`]: skill("pdf"), ...entries });
    const { snapshot } = await load(tree);
    expect([outcomes(snapshot), codes(snapshot.diagnostics)]).toEqual([{ loaded: [name] }, []]);
  });

  test("[R8] same-named skills of two plugins both load, and beside a user's own", async () => {
    const tree = makeTree({
      [`${plugins}/one/skills/pdf/SKILL.md`]: skill("pdf"),
      [`${plugins}/two/skills/pdf/SKILL.md`]: skill("pdf"),
      "home/.agents/skills/pdf/SKILL.md": skill("pdf"),
    });
    expect(outcomes((await load(tree)).snapshot)).toEqual({ loaded: ["pdf", "one:pdf", "two:pdf"] });
  });

  test("[R8] hidden directories are no plugins, and a rejected skill carries the plugin's name", async () => {
    const tree = makeTree({
      [`${plugins}/.cache/skills/pdf/SKILL.md`]: skill("pdf"),
      [`${plugins}/one/skills/bad/SKILL.md`]: "no frontmatter",
    });
    expect(outcomes((await load(tree)).snapshot)).toEqual({ rejected: ["one:bad"] });
  });

  test("[R8] a plugins directory that is a file is not a plugin", async () => {
    const tree = makeTree({ [plugins]: "" });
    expect(outcomes((await load(tree)).snapshot)).toEqual({});
  });

  test("[R1] the embedded skills are a system root, read where they are, and can be left out", async () => {
    const tree = makeTree();
    const system = async (options: object): Promise<string[]> =>
      (await prepareLoad({ environment: tree.environment, files: tree.files, ...options })).roots
        .filter((root) => root.scope === "system")
        .map(({ label, path, followLinks }) => `${label} ${followLinks} ${path.replace(process.cwd(), "")}`);
    expect(await system({})).toEqual(["embedded false /skills"]);
    expect(await system({ defaultSkills: false })).toEqual([]);
    expect(await system({ config: { default_skills: false } })).toEqual([]);
    expect(await system({ ambient: false })).toEqual([]);
    expect(await system({ ambient: false, defaultSkills: true })).toEqual(["embedded false /skills"]);
  });

  test("[R1] a host without embedded skills has none", () => {
    const tree = makeTree({ "system/pdf/SKILL.md": skill("pdf") });
    const { value } = resolveRoots({
      profile: {
        ...skillwright,
        roots: [],
        engine: {
          followLinks: [],
          resourceDirectories: [],
          sidecars: [],
          systemSkills: false,
          withoutName: "directory",
        },
      },
      environment: tree.environment,
      files: tree.files,
      cwd: tree.at("project"),
      projectRoot: tree.at("project"),
      extra: [],
      systemSkills: tree.at("system"),
    });
    expect(value).toEqual([]);
  });
});

test("[R3] the win32 paths above are what Windows calls absolute", () => {
  expect(win32.isAbsolute("C:\\Users\\me\\AppData\\Roaming\\skillwright")).toBe(true);
});
