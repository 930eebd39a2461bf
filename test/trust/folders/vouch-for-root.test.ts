/**
 * Skills that an untrusted project names reach no actor, through any host and any setting. Each case is loaded again
 * with trust, so that a case that names nothing fails.
 */
import { describe, expect, test } from "vitest";
import { offeredSkills } from "../../../src/activate/access/why-refused.ts";
import { CONFIG_KEYS } from "../../../src/catalog/config/keys.ts";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import { loadAgents } from "../../../src/catalog/load/load-agents.ts";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { ACTORS } from "../../../src/model/conversation/offer.ts";
import type { HostProfile, RootTemplate } from "../../../src/model/host-profile.ts";
import { NAMERS } from "../../../src/model/skills/root.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { formatTrustStore, vouchesFor, vouchForRoots } from "../../../src/trust/folders/vouch-for-root.ts";
import { type Entries, load, makeTree, skill, type Tree } from "../../tree.ts";

const STORE = "home/.config/skillwright/trust.json";
const GIT = { "project/.git/HEAD": "", "project/.git/objects": DIRECTORY(), "project/.git/refs": DIRECTORY() };

function DIRECTORY(): { special: "directory" } {
  return { special: "directory" };
}

/** Returns the names of the skills that any actor gets. */
async function reached(tree: Tree, options: LoadOptions): Promise<string[]> {
  const { snapshot } = await load(tree, options);
  // Operations that install, serve or run a skill check `withheld`.
  for (const { skill: found, withheld } of snapshot.skills)
    if (!found.root.trusted) expect([found.path, withheld?.code]).toEqual([found.path, "SK501"]);
  const names = ACTORS.flatMap((actor) => offeredSkills(snapshot, { actor }).map(({ loaded }) => loaded.skill.name));
  return [...new Set(names)].sort();
}

/** Returns the skills that actors get without trust, and with it. */
async function bothWays(tree: Tree, options: LoadOptions): Promise<readonly [string[], string[]]> {
  return [await reached(tree, options), await reached(tree, { ...options, trust: "all" })];
}

const SEARCHING = PROFILES.filter(({ runtime }) => runtime !== "none");

/** Returns the directories of a project that a host always searches. */
function placesOf({ roots }: HostProfile): RootTemplate[] {
  return roots.filter(({ path }) => /^\{(?:project|cwd|root|below)\}\//.test(path));
}

function placeOf({ path }: RootTemplate): string {
  return path.replace("{below}/", "project/part/").replace(/^\{\w+\}\//, "project/");
}

function fileIn({ kind, walk }: RootTemplate, place: string, name: string): Entries {
  if (kind === "commands") return { [`${place}/${name}.md`]: skill(name) };
  return { [`${place}/${name}/SKILL.md`]: skill(name), ...(walk?.flat ? { [`${place}/x.txt`]: "" } : {}) };
}

describe("[T8] a place in a project that a host searches by itself", () => {
  const cases = SEARCHING.flatMap((profile) => placesOf(profile).map((template) => [profile, template] as const));

  test.each(cases.map(([profile, template]) => [profile.name, template.path, template] as const))(
    "%s: %s",
    async (host, _, template) => {
      const tree = makeTree({ ...GIT, ...fileIn(template, placeOf(template), "planted") });
      expect(await bothWays(tree, { host })).toEqual([[], ["planted"]]);
    },
  );

  test.each(cases.map(([profile, template]) => [profile.name, template.path, template] as const))(
    "%s: %s, as a link that leads out of the project",
    async (host, _, template) => {
      const place = placeOf(template);
      const tree = makeTree({ ...GIT, ...fileIn(template, "elsewhere/skills", "planted") });
      tree.add({ [place]: { link: tree.at("elsewhere/skills") } });
      const [without] = await bothWays(tree, { host });
      expect(without).toEqual([]);
    },
  );

  test("there are many of them", () => {
    expect(cases.length).toBeGreaterThan(40);
  });
});

interface Setting {
  readonly host: string;
  readonly what: string;
  readonly entries: Entries;
  readonly cwd?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The user's own skills without the project (default: none). */
  readonly own?: readonly string[];
}

const PLANTED = { "project/extra/planted/SKILL.md": skill("planted") };
const OUTSIDE = { "elsewhere/planted/SKILL.md": skill("planted") };

const OPENCODE_FILES = [
  "project/opencode.json",
  "project/opencode.jsonc",
  "project/.opencode/opencode.json",
  "project/.opencode/opencode.jsonc",
];

function opencode(setting: object): string {
  return JSON.stringify({ skills: setting });
}

/** Every setting of every host that names a directory or enables a skill. `TOP` is the top of the tree. */
const SETTINGS: readonly Setting[] = [
  ...OPENCODE_FILES.flatMap((file): Setting[] => [
    {
      host: "opencode",
      what: `${file}: a path below`,
      entries: { ...PLANTED, [file]: opencode({ paths: ["./extra"] }) },
    },
    {
      host: "opencode",
      what: `${file}: a path without a dot`,
      entries: { ...PLANTED, [file]: opencode({ paths: ["extra"] }) },
    },
    {
      host: "opencode",
      what: `${file}: a path above`,
      entries: { ...OUTSIDE, [file]: opencode({ paths: ["../elsewhere"] }) },
    },
    {
      host: "opencode",
      what: `${file}: an absolute path`,
      entries: { ...OUTSIDE, [file]: opencode({ paths: ["TOP/elsewhere"] }) },
    },
    {
      host: "opencode",
      what: `${file}: a path in the home`,
      entries: { "home/notes/planted/SKILL.md": skill("planted"), [file]: opencode({ paths: ["~/notes"] }) },
    },
    {
      host: "opencode",
      what: `${file}: what was fetched for its addresses`,
      entries: {
        "home/.cache/opencode/skills/planted/SKILL.md": skill("planted"),
        [file]: opencode({ urls: ["https://a.example/"] }),
      },
    },
    {
      host: "opencode",
      what: `${file}: a permission that the user denied`,
      entries: {
        "home/.agents/skills/planted/SKILL.md": skill("planted"),
        "home/.config/opencode/opencode.json": JSON.stringify({ permission: { skill: { planted: "deny" } } }),
        [file]: JSON.stringify({ permission: { skill: { planted: "allow" } } }),
      },
    },
  ]),
  {
    host: "opencode",
    what: "a file above the working directory",
    entries: {
      "project/sub/extra/planted/SKILL.md": skill("planted"),
      "project/opencode.json": opencode({ paths: ["./extra"] }),
    },
    cwd: "project/sub",
  },
  {
    host: "opencode",
    what: "a relative path in the user's own file",
    entries: { ...PLANTED, "home/.config/opencode/opencode.json": opencode({ paths: ["./extra"] }) },
  },
  {
    host: "opencode",
    what: "a file of the project that a variable names",
    entries: { ...OUTSIDE, "project/x.json": opencode({ paths: ["TOP/elsewhere"] }) },
    variables: { OPENCODE_CONFIG: "x.json" },
  },
  {
    host: "opencode",
    what: "a file of the project that a variable names through a link",
    entries: {
      ...OUTSIDE,
      "project/x.json": opencode({ paths: ["TOP/elsewhere"] }),
      "way.json": { link: "project/x.json" },
    },
    variables: { OPENCODE_CONFIG: "TOP/way.json" },
  },
  {
    host: "opencode",
    what: "a directory of the project that a variable names",
    entries: { ...OUTSIDE, "project/own/opencode.json": opencode({ paths: ["TOP/elsewhere"] }) },
    variables: { OPENCODE_CONFIG_DIR: "TOP/project/own" },
  },
  ...["./extra", "../extra", "TOP/project/extra", "../extra/planted/SKILL.md"].map((path): Setting => {
    const place = path === "./extra" ? "project/.pi/extra" : "project/extra";
    return {
      host: "pi",
      what: `skills: ${path}`,
      entries: {
        [`${place}/planted/SKILL.md`]: skill("planted"),
        "project/.pi/settings.json": JSON.stringify({ skills: [path] }),
      },
    };
  }),
  {
    host: "pi",
    what: "packages",
    entries: {
      "project/pack/skills/planted/SKILL.md": skill("planted"),
      "project/.pi/settings.json": JSON.stringify({ packages: ["../pack"] }),
    },
  },
  {
    host: "pi",
    what: "packages with a manifest",
    entries: {
      "elsewhere/planted/SKILL.md": skill("planted"),
      "project/pack/package.json": JSON.stringify({ pi: { skills: ["../../elsewhere"] } }),
      "project/.pi/settings.json": JSON.stringify({ packages: ["../pack"] }),
    },
  },
  ...["settings.json", "settings.local.json"].map(
    (file): Setting => ({
      host: "claude-code",
      what: `an override in ${file}`,
      entries: {
        "home/.claude/skills/planted/SKILL.md": skill("planted"),
        "home/.claude/settings.json": JSON.stringify({ skillOverrides: { planted: "off" } }),
        [`project/.claude/${file}`]: JSON.stringify({ skillOverrides: { planted: "on" } }),
      },
    }),
  ),
  ...[
    ["project/.qwen/settings.json: a path below", "project/.qwen/settings.json", "extra"],
    ["project/.qwen/settings.json: a path above", "project/.qwen/settings.json", "../elsewhere"],
    ["project/.qwen/settings.json: an absolute path", "project/.qwen/settings.json", "TOP/elsewhere"],
    ["project/.qwen/settings.json: a path in the home", "project/.qwen/settings.json", "~/notes"],
    ["a relative path of the user", "home/.qwen/settings.json", "extra"],
  ].map(
    ([what = "", file = "", path = ""]): Setting => ({
      host: "qwen-code",
      what,
      entries: {
        ...PLANTED,
        ...OUTSIDE,
        "home/notes/planted/SKILL.md": skill("planted"),
        [file]: JSON.stringify({ skills: { directories: [path] } }),
      },
    }),
  ),
  {
    host: "qwen-code",
    what: "project/.qwen/settings.json: a skill that the user disabled by default",
    entries: {
      "home/.agents/skills/planted/SKILL.md": skill("planted"),
      "home/.qwen/settings.json": JSON.stringify({ skills: { defaultDisabled: ["planted"] } }),
      "project/.qwen/settings.json": JSON.stringify({ skills: { enabled: ["planted"] } }),
    },
  },
  {
    host: "qwen-code",
    what: "$QWEN_CODE_SYSTEM_SETTINGS_PATH that leads into the project",
    entries: { ...OUTSIDE, "project/s.json": JSON.stringify({ skills: { directories: ["TOP/elsewhere"] } }) },
    variables: { QWEN_CODE_SYSTEM_SETTINGS_PATH: "TOP/project/s.json" },
  },
  {
    host: "gemini-cli",
    what: "skills.enabled",
    entries: {
      "home/.agents/skills/planted/SKILL.md": skill("planted"),
      "home/.gemini/settings.json": JSON.stringify({ skills: { enabled: false } }),
      "project/.gemini/settings.json": JSON.stringify({ skills: { enabled: true } }),
    },
  },
  ...["roots: [extra]", "roots: [./extra]", "roots: [TOP/project/extra]", "skills_path: extra"].map(
    (text): Setting => ({
      host: "skillwright",
      what: text,
      entries: { ...PLANTED, "project/.skillwright/config.yaml": text },
    }),
  ),
  {
    host: "skillwright",
    what: "a host that finds more",
    entries: {
      ...PLANTED,
      "project/opencode.json": opencode({ paths: ["extra"] }),
      "project/.skillwright/config.yaml": "host: opencode",
    },
  },
  {
    host: "skillwright",
    what: "a skill that the user disabled",
    entries: {
      "home/.agents/skills/planted/SKILL.md": skill("planted"),
      "home/.config/skillwright/config.yaml": "disable: [planted]",
      "project/.skillwright/config.yaml": "enable: [planted]",
    },
  },
  {
    host: "skillwright",
    what: "a configuration in the project that a variable names",
    entries: { ...OUTSIDE, "project/own/config.yaml": "roots: [TOP/elsewhere]" },
    variables: { SKILLWRIGHT_HOME: "TOP/project/own" },
  },
  ...[
    ["skillwright", "SKILLWRIGHT_ROOTS", "extra"],
    ["skillwright", "SKILLWRIGHT_ROOTS", "TOP/project/extra"],
    ["skillwright", "SKILLWRIGHT_SKILLS_PATH", "extra"],
    ["crush", "CRUSH_SKILLS_DIR", "extra"],
    ["crush", "CRUSH_SKILLS_DIR", "TOP/way"],
  ].map(
    ([host = "", name = "", value = ""]): Setting => ({
      host,
      what: `$${name} that leads to ${value}`,
      entries: { ...PLANTED, way: { link: "project/extra" } },
      variables: { [name]: value },
    }),
  ),
  ...[
    ["claude-code", "CLAUDE_CONFIG_DIR"],
    ["codex", "CODEX_HOME"],
    ["pi", "PI_CODING_AGENT_DIR"],
    ["qwen-code", "QWEN_HOME"],
    ["cline", "CLINE_DIR"],
    ["kimi-code", "KIMI_CODE_HOME"],
    ["copilot-cli", "COPILOT_HOME"],
    ["openclaw", "OPENCLAW_STATE_DIR"],
    ["openoxide", "OPENOXIDE_HOME"],
    ["skillwright", "SKILLWRIGHT_HOME"],
  ].map(
    ([host = "", name = ""]): Setting => ({
      host,
      what: `$${name} that leads into the project`,
      entries: { "project/own/skills/planted/SKILL.md": skill("planted") },
      variables: { [name]: "TOP/project/own" },
    }),
  ),
];

function settingTree({ entries, cwd = "project", variables = {} }: Setting): Tree {
  const tree = makeTree({ ...GIT });
  const real = (text: string): string => text.replaceAll("TOP", tree.top);
  for (const [path, entry] of Object.entries(entries))
    tree.add({ [path]: typeof entry === "string" ? real(entry) : entry });
  const moved = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, real(value)]));
  return { ...tree, environment: { ...tree.environment, cwd: tree.at(cwd), variables: moved } };
}

describe("[T8] [T9] a setting of a project", () => {
  test.each(SETTINGS.map((each) => [each.host, each.what, each] as const))("%s: %s", async (host, _, setting) => {
    const tree = settingTree(setting);
    const asked = host === "skillwright" ? {} : { host };
    expect(await bothWays(tree, asked)).toEqual([[], ["planted"]]);
  });

  test("trust in the folder that is stored lets each of them in", async () => {
    for (const setting of SETTINGS.filter(({ variables }) => variables === undefined)) {
      const tree = settingTree(setting);
      tree.add({ [STORE]: formatTrustStore([tree.at("project")]) });
      const asked = setting.host === "skillwright" ? {} : { host: setting.host };
      expect([setting.what, await reached(tree, asked)]).toEqual([setting.what, ["planted"]]);
    }
  });

  test("the same settings of the user need no trust", async () => {
    const own: Entries = {
      "elsewhere/mine/SKILL.md": skill("mine"),
      "home/.config/opencode/opencode.json": opencode({ paths: ["TOP/elsewhere"] }),
      "home/.pi/agent/settings.json": JSON.stringify({ skills: ["TOP/elsewhere"] }),
      "home/.config/skillwright/config.yaml": "roots: [TOP/elsewhere]",
    };
    for (const host of ["opencode", "pi", "skillwright"])
      expect([host, await reached(settingTree({ host, what: "", entries: own }), { host })]).toEqual([host, ["mine"]]);
  });

  test("a project that names a directory of the user's own takes nothing away", async () => {
    const entries = {
      "home/.agents/skills/mine/SKILL.md": skill("mine"),
      "project/opencode.json": opencode({ paths: ["~/.agents/skills"] }),
    };
    expect(await reached(settingTree({ host: "opencode", what: "", entries }), { host: "opencode" })).toEqual(["mine"]);
  });
});

describe("[T8] [K2] every key of a project's configuration", () => {
  const VALUES: Readonly<Record<string, string>> = {
    text: "x",
    boolean: "false",
    count: "1",
    fraction: "0.5",
    temperature: "1",
    severity: "high",
    texts: "[x]",
    paths: "[/x]",
    path: "/x",
    severities: "{ SK104: off }",
    map: "{ x: 1 }",
    servers: "{ x: { command: x } }",
    suppressions: "[{ code: SK800, path: x, reason: x }]",
    "run-rules": "[repo]",
  };

  test.each(CONFIG_KEYS.map((each) => [each.key, each] as const))("%s", async (_, { key, type }) => {
    const nested = key.split(".").reduceRight((value, part) => `{ ${part}: ${value} }`, VALUES[type] ?? "");
    const bare = (await load(makeTree(GIT))).config;
    const tree = makeTree({ ...GIT, "project/.skillwright/config.yaml": `${nested}\n` });
    expect(tree.plain((await load(tree)).config)).toEqual(tree.plain(bare));
  });
});

describe("[T8] an agent of a project", () => {
  test.each(SEARCHING.map(({ name }) => [name]))("%s", async (host) => {
    const definition = "---\nname: planted\ndescription: Planted.\n---\nDo as I say.\n";
    const profile = SEARCHING.find(({ name }) => name === host);
    const entries: Record<string, string> = { "project/.skillwright/agents/planted/AGENT.md": definition };
    for (const { path } of profile?.agents ?? [])
      entries[`${path.replace(/^\{\w+\}\//, "project/")}/planted/AGENT.md`] = definition;
    const tree = makeTree({ ...GIT, ...entries });
    const { environment, files } = tree;
    const { definitions } = await loadAgents({ environment, files, host });
    expect(definitions.filter(({ path = "" }) => path.startsWith(tree.at("project")))).toEqual([]);
  });
});

describe("[T2] [T8] where trust ends", () => {
  const host = "pi";
  const above = { "elsewhere/clone/x": "", "elsewhere/.agents/skills/above/SKILL.md": skill("above") };

  test("a directory above the project that a host searches has its own trust", async () => {
    const tree = makeTree({ ...above, "elsewhere/clone/.agents/skills/own/SKILL.md": skill("own") });
    tree.add({ [STORE]: formatTrustStore([tree.at("elsewhere/clone")]) });
    expect(await reached(tree, { host, cwd: tree.at("elsewhere/clone") })).toEqual(["own"]);
    tree.add({ [STORE]: formatTrustStore([tree.at("elsewhere")]) });
    expect(await reached(tree, { host, cwd: tree.at("elsewhere/clone") })).toEqual(["above", "own"]);
  });

  test("a project in a trusted folder is trusted, a project in a trusted home is not", async () => {
    const entries = {
      "home/.git/HEAD": "",
      "home/work/clone/.git/HEAD": "",
      "home/work/clone/.agents/skills/own/SKILL.md": skill("own"),
    };
    for (const [folder, names] of [
      ["home/work", ["own"]],
      ["home", []],
      ["home/work/clone", ["own"]],
    ] as const) {
      const tree = makeTree(entries);
      tree.add({ [STORE]: formatTrustStore([tree.at(folder)]) });
      expect([folder, await reached(tree, { cwd: tree.at("home/work/clone") })]).toEqual([folder, names]);
    }
  });

  test("a nested project is trusted by itself, and does not vouch for the project around it", async () => {
    const tree = makeTree({
      ...GIT,
      "project/.agents/skills/outer/SKILL.md": skill("outer"),
      "project/inner/.git/HEAD": "",
      "project/inner/.agents/skills/inner/SKILL.md": skill("inner"),
    });
    tree.add({ [STORE]: formatTrustStore([tree.at("project/inner")]) });
    expect(await reached(tree, { cwd: tree.at("project/inner") })).toEqual(["inner"]);
    expect(await reached(tree, {})).toEqual([]);
  });

  test("a worktree is a folder of its own, wherever its repository is", async () => {
    const tree = makeTree({ "trusted/.git/HEAD": "", "project/.agents/skills/own/SKILL.md": skill("own") });
    tree.add({ "project/.git": `gitdir: ${tree.at("trusted/.git/worktrees/x")}\n` });
    tree.add({ [STORE]: formatTrustStore([tree.at("trusted")]) });
    expect(await reached(tree, {})).toEqual([]);
    tree.add({ [STORE]: formatTrustStore([tree.at("project")]) });
    expect(await reached(tree, {})).toEqual(["own"]);
  });

  test("a project that is reached through a link in a trusted folder is where it really is", async () => {
    const tree = makeTree({ ...GIT, "project/.agents/skills/own/SKILL.md": skill("own"), "trusted/x": "" });
    tree.add({ "trusted/clone": { link: tree.at("project") }, [STORE]: formatTrustStore([tree.at("trusted")]) });
    expect(await reached(tree, { cwd: tree.at("trusted/clone") })).toEqual([]);
  });

  test("a project that links to a trusted folder is not trusted by that", async () => {
    const tree = makeTree({ ...GIT, "trusted/skills/own/SKILL.md": skill("own") });
    tree.add({ "project/.agents/skills": { link: tree.at("trusted/skills") } });
    tree.add({ [STORE]: formatTrustStore([tree.at("trusted")]) });
    expect(await reached(tree, {})).toEqual([]);
  });

  test("the user's own skills stay, whatever links a project makes to them", async () => {
    for (const link of ["home/.agents/skills", "home/.agents", "home"]) {
      const tree = makeTree({ ...GIT, "home/.agents/skills/mine/SKILL.md": skill("mine") });
      tree.add({ "project/.agents/skills": { link: tree.at(link) } });
      expect([link, await reached(tree, {})]).toEqual([link, ["mine"]]);
    }
  });

  test.each([
    ["claude-code", ".claude/skills"],
    ["codex", ".agents/skills"],
    ["opencode", ".agents/skills"],
    ["gemini-cli", ".agents/skills"],
    ["goose", ".agents/skills"],
    ["pi", ".agents/skills"],
  ])("the user's own skills stay through %s", async (name, place) => {
    const tree = makeTree({ ...GIT, [`home/${place}/mine/SKILL.md`]: skill("mine") });
    tree.add({ [`project/${place}`]: { link: tree.at(`home/${place}`) } });
    expect(await reached(tree, { host: name })).toEqual(["mine"]);
  });

  test("a home that is a project is its owner's: what is there for the user needs no trust, what is below does", async () => {
    const tree = makeTree({
      "home/.git/HEAD": "",
      "home/.agents/skills/mine/SKILL.md": skill("mine"),
      "home/clone/.agents/skills/planted/SKILL.md": skill("planted"),
      "home/clone/extra/named/SKILL.md": skill("named"),
      "home/clone/opencode.json": opencode({ paths: ["extra"] }),
    });
    for (const name of ["skillwright", "opencode", "codex", "pi", "goose"])
      expect([name, await reached(tree, { host: name, cwd: tree.at("home/clone") })]).toEqual([name, ["mine"]]);
  });
});

test("[T8] the project's folder decides only about the roots that the project names", () => {
  const ground = { projectRoot: "/p", home: "/home/me", files: makeTree().files, trusts: () => false };
  const inside = NAMERS.filter((namedBy) => vouchesFor({ namedBy, namedIn: "/p", path: "/p/x" }, ground));
  const outside = NAMERS.filter((namedBy) => vouchesFor({ namedBy, namedIn: "/o", path: "/o/x" }, ground));
  expect([inside, outside]).toEqual([
    ["caller", "package"],
    ["caller", "environment", "user", "admin", "package"],
  ]);
});

test("[T8] a directory that the user names, too, stays trusted, also if its real path is unknown", () => {
  const shared = { scope: "extra", label: "r", from: "", followLinks: true, configured: true, namespace: "" } as const;
  const roots = (["user", "project"] as const).map((namedBy) => ({
    ...{ ...shared, exists: true, namedBy, namedIn: namedBy === "user" ? "/home" : "/project" },
    path: "/gone",
  }));
  const ground = { projectRoot: "/project", home: "/home", files: memoryFiles({}), trusts: () => false };
  expect(vouchForRoots([...roots, { ...roots[1]!, path: "/other" }], ground).map(({ trusted }) => trusted)).toEqual([
    true,
    true,
    false,
  ]);
});
