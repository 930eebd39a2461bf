/** Checks the effect of each host's own settings. */
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { findHabit, HABITS } from "../../../src/hosts/views/habits.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { skill } from "../../tree.ts";
import { lookAt, told } from "./fake.ts";

type Tree = Parameters<typeof memoryFiles>[0];

const GIT: Tree = { "/work/.git/HEAD": "ref", "/work/.git/objects": "directory", "/work/.git/refs": "directory" };

function profile(name: string): HostProfile {
  return PROFILES.find((each) => each.name === name) as HostProfile;
}

/** Returns skills in these directories. */
function skills(...directories: string[]): Tree {
  return Object.fromEntries(
    directories.map((directory) => [`${directory}/SKILL.md`, skill(directory.slice(directory.lastIndexOf("/") + 1))]),
  );
}

async function seen(
  host: string,
  tree: Tree,
  variables: Record<string, string> = {},
  cwd = "/work",
): Promise<string[]> {
  const files = memoryFiles({ [cwd]: "directory", "/home": "directory", ...GIT, ...tree });
  return told(await lookAt(profile(host), files, { variables, cwd }));
}

/** Each row is [title, files, variables, visible skills]. */
type Row = [string, Tree, Record<string, string>, string[]];

describe("[V13] codex-settings", () => {
  const A = skills("/work/.agents/skills/a", "/work/.agents/skills/b");
  const config = (text: string): Tree => ({ ...A, "/home/.codex/config.toml": text });
  test.each<Row>([
    ["no settings", A, {}, ["a", "b"]],
    ["a skill is off by name", config('[[skills.config]]\nname = "a"\nenabled = false\n'), {}, ["a (not) +SK738", "b"]],
    [
      "by path",
      config('[[skills.config]]\npath = "/work/.agents/skills/b/SKILL.md"\nenabled = false\n'),
      {},
      ["a", "b (not) +SK738"],
    ],
    [
      "by name and path is by nothing",
      config('[[skills.config]]\nname = "a"\npath = "/x"\nenabled = false\n'),
      {},
      ["a", "b"],
    ],
    ["no TOML, and the host lists nothing", config("[[[\n"), {}, ["a SK731", "b SK731"]],
    [
      "CODEX_HOME moves it",
      { ...A, "/c/config.toml": '[[skills.config]]\nname = "a"\nenabled = false\n' },
      { CODEX_HOME: "/c" },
      ["a (not) +SK738", "b"],
    ],
    [
      "Codex's own skills, and nothing else beside them",
      skills("/home/.codex/skills/.system/skill-creator", "/home/.codex/skills/.system/mine"),
      {},
      ["skill-creator"],
    ],
    [
      "which can be switched off",
      {
        ...skills("/home/.codex/skills/.system/skill-creator"),
        "/home/.codex/config.toml": "[skills.bundled]\nenabled = false\n",
      },
      {},
      [],
    ],
  ])("%s", async (_, tree, variables, expected) => {
    expect(await seen("codex", tree, variables)).toEqual(expected);
  });

  test("other markers of a project's root", async () => {
    const tree = {
      ...skills("/work/.agents/skills/a"),
      "/work/sub/.stop": "",
      "/home/.codex/config.toml": 'project_root_markers = [".stop"]\n',
    };
    expect(await seen("codex", tree, {}, "/work/sub/x")).toEqual([]);
    expect(await seen("codex", skills("/work/.agents/skills/a"), {}, "/work/sub/x")).toEqual(["a"]);
  });
});

describe("[V13] codex-namespaces and codex-products", () => {
  const A = skills("/work/.agents/skills/a");
  test.each<Row>([
    [
      "a manifest above puts its name before",
      { ...A, "/work/.claude-plugin/plugin.json": '{"name":"p"}' },
      {},
      ["p:a"],
    ],
    [
      "the nearest one wins",
      {
        ...A,
        "/work/.claude-plugin/plugin.json": '{"name":"p"}',
        "/work/.agents/skills/a/.codex-plugin/plugin.json": '{"name":"q"}',
      },
      {},
      ["q:a"],
    ],
    [
      "one without a name is called as its directory",
      { ...A, "/work/.claude-plugin/plugin.json": "{}" },
      {},
      ["work:a"],
    ],
    [
      "meant for another product",
      { ...A, "/work/.agents/skills/a/agents/openai.yaml": "policy:\n  products: [chatgpt]\n" },
      {},
      ["a SK737"],
    ],
    [
      "meant for this one too",
      { ...A, "/work/.agents/skills/a/agents/openai.yaml": "policy:\n  products: [chatgpt, codex]\n" },
      {},
      ["a"],
    ],
    [
      "kept from the model",
      { ...A, "/work/.agents/skills/a/agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n" },
      {},
      ["a (not) +SK722"],
    ],
    ["no YAML sets nothing", { ...A, "/work/.agents/skills/a/agents/openai.yaml": "policy: [\n" }, {}, ["a"]],
  ])("%s", async (_, tree, variables, expected) => {
    expect(await seen("codex", tree, variables)).toEqual(expected);
  });

  test("a name with its plugin has a limit of its own", async () => {
    const long = "p".repeat(64);
    const name = "a".repeat(64);
    const tree = {
      ...skills(`/work/.agents/skills/${name}`),
      "/work/.claude-plugin/plugin.json": `{"name":"${long}${long}"}`,
    };
    const [only] = await seen("codex", tree);
    expect([only?.endsWith("SK718"), only?.startsWith(long)]).toEqual([true, true]);
  });
});

describe("[V13] claude-settings and claude-plugins", () => {
  const A = skills("/work/.claude/skills/a", "/work/.claude/skills/b");
  const overrides = (value: string): string => JSON.stringify({ skillOverrides: { a: value } });
  test.each<Row>([
    ["off", { ...A, "/home/.claude/settings.json": overrides("off") }, {}, ["a (not) +SK738", "b"]],
    [
      "only for users",
      { ...A, "/home/.claude/settings.json": overrides("user-invocable-only") },
      {},
      ["a (not) +SK738", "b"],
    ],
    [
      "only the name",
      { ...A, "/home/.claude/settings.json": overrides("name-only") },
      {},
      ["a (name-only) +SK723", "b"],
    ],
    [
      "the project's settings come after the user's",
      { ...A, "/home/.claude/settings.json": overrides("off"), "/work/.claude/settings.json": overrides("on") },
      {},
      ["a", "b"],
    ],
    [
      "and the local ones last",
      { ...A, "/work/.claude/settings.json": overrides("on"), "/work/.claude/settings.local.json": overrides("off") },
      {},
      ["a (not) +SK738", "b"],
    ],
    ["no JSON sets nothing", { ...A, "/home/.claude/settings.json": "{" }, {}, ["a", "b"]],
    [
      "a user's skill that is a plugin too",
      {
        ...skills("/home/.claude/skills/p", "/home/.claude/skills/p/skills/inner"),
        "/home/.claude/skills/p/.claude-plugin/plugin.json": '{"name":"plug"}',
        "/home/.claude/skills/p/commands/do.md": "---\ndescription: Does it.\n---\nDo\n",
        "/home/.claude/skills/p/commands/mute.md": "Do\n",
      },
      {},
      ["p", "plug:do", "plug:mute (not) +SK725 +SK735", "plug:inner"],
    ],
  ])("%s", async (_, tree, variables, expected) => {
    expect(await seen("claude-code", tree, variables)).toEqual(expected);
  });
});

describe("[V13] gemini-settings", () => {
  const A = skills("/work/.gemini/skills/a", "/home/.gemini/skills/u");
  const settings = (value: object): Tree => ({ "/home/.gemini/settings.json": JSON.stringify(value) });
  const trusting = settings({ security: { folderTrust: { enabled: false } } });
  test.each<Row>([
    ["never run: trusted", A, {}, ["u", "a"]],
    ["run without a question: trusted", { ...A, ...settings({}) }, {}, ["u", "a"]],
    [
      "others were named, and this is not among them",
      { ...A, "/home/.gemini/trustedFolders.json": '{"/x":"TRUST_FOLDER"}' },
      {},
      ["u", "a SK727"],
    ],
    ["trust is not asked for", { ...A, ...trusting }, {}, ["u", "a"]],
    [
      "trusted by name",
      { ...A, ...settings({}), "/home/.gemini/trustedFolders.json": '{"/work":"TRUST_FOLDER"}' },
      {},
      ["u", "a"],
    ],
    [
      "not trusted by name",
      { ...A, ...settings({}), "/home/.gemini/trustedFolders.json": '{"/work":"DO_NOT_TRUST"}' },
      {},
      ["u", "a SK727"],
    ],
    ["trusted by a variable", { ...A, ...settings({}) }, { GEMINI_CLI_TRUST_WORKSPACE: "true" }, ["u", "a"]],
    ["skills off", { ...A, ...settings({ skills: { enabled: false } }) }, {}, ["u SK738", "a SK738"]],
    [
      "one off, in any case",
      {
        ...A,
        "/home/.gemini/settings.json": JSON.stringify({
          security: { folderTrust: { enabled: false } },
          skills: { disabled: ["U"] },
        }),
      },
      {},
      ["u (not) +SK738", "a"],
    ],
  ])("%s", async (_, tree, variables, expected) => {
    expect(await seen("gemini-cli", tree, variables)).toEqual(expected);
  });
});

describe("[V13] opencode-settings", () => {
  const A = skills("/work/.claude/skills/c", "/work/.agents/skills/g", "/work/.opencode/skills/o", "/work/more/m");
  test.each<Row>([
    ["none", A, {}, ["c", "g", "o"]],
    ["skills.paths", { ...A, "/work/opencode.json": '{"skills":{"paths":["more"]}}' }, {}, ["c", "g", "o", "m"]],
    [
      "with comments",
      { ...A, "/work/opencode.jsonc": '{ // more\n"skills":{"paths":["./more",]}}' },
      {},
      ["c", "g", "o", "m"],
    ],
    [
      "a later file replaces the list",
      {
        ...A,
        "/work/opencode.json": '{"skills":{"paths":["more"]}}',
        "/work/.opencode/opencode.json": '{"skills":{"paths":[]}}',
      },
      {},
      ["c", "g", "o"],
    ],
    [
      "at home",
      { ...A, ...skills("/home/x/h"), "/work/opencode.json": '{"skills":{"paths":["~/x"]}}' },
      {},
      ["c", "g", "o", "h"],
    ],
    ["in the variable", A, { OPENCODE_CONFIG_CONTENT: '{"skills":{"paths":["more"]}}' }, ["c", "g", "o", "m"]],
    ["other hosts' directories off", A, { OPENCODE_DISABLE_EXTERNAL_SKILLS: "1" }, ["o"]],
    ["Claude Code's off", A, { OPENCODE_DISABLE_CLAUDE_CODE_SKILLS: "true" }, ["g", "o"]],
    ["no JSON sets nothing", { ...A, "/work/opencode.json": "{" }, {}, ["c", "g", "o"]],
    [
      "what skills.urls led to the last time",
      {
        ...A,
        ...skills("/home/.cache/opencode/skills/u"),
        "/work/opencode.json": '{"skills":{"urls":["https://example.org/s"]}}',
      },
      {},
      ["c", "g", "o", "u"],
    ],
  ])("%s", async (_, tree, variables, expected) => {
    expect((await seen("opencode", tree, variables)).sort()).toEqual([...expected].sort());
  });
});

describe("[V13] pi-settings", () => {
  const A = skills("/work/.pi/skills/a", "/work/.agents/skills/b", "/work/.pi/more/m", "/home/.pi/agent/skills/u");
  const project = (list: string[]): Tree => ({ ...A, "/work/.pi/settings.json": JSON.stringify({ skills: list }) });
  test.each<Row>([
    ["none", A, {}, ["a", "b", "u"]],
    ["more places come first", project(["more"]), {}, ["m", "a", "b", "u"]],
    ["one file", project(["more/m/SKILL.md"]), {}, ["m", "a", "b", "u"]],
    ["a pattern takes out", project(["!**/a"]), {}, ["a SK738", "b", "u"]],
    ["a name takes out", project(["-skills/a"]), {}, ["a SK738", "b", "u"]],
    ["and puts back", project(["!**/a", "+skills/a"]), {}, ["a", "b", "u"]],
    ["the other scope is left alone", project(["!**/u"]), {}, ["a", "b", "u"]],
    ["the user's", { ...A, "/home/.pi/agent/settings.json": '{"skills":["!**/u"]}' }, {}, ["a", "b", "u SK738"]],
    ["no JSON sets nothing", { ...A, "/work/.pi/settings.json": "[" }, {}, ["a", "b", "u"]],
    ["patterns of `.agents` skills begin there", project(["-skills/b"]), {}, ["a", "b SK738", "u"]],
    ["putting back wins, whatever comes first", project(["+skills/a", "!**/a"]), {}, ["a", "b", "u"]],
    ["taking out by name wins against both", project(["-skills/a", "+skills/a"]), {}, ["a SK738", "b", "u"]],
    ["a name alone is not a path", project(["-a"]), {}, ["a", "b", "u"]],
    [
      "a pattern is not about the skills of a package",
      {
        ...skills("/pack/skills/p"),
        "/home/.pi/agent/settings.json": JSON.stringify({ skills: ["!**/p"], packages: ["/pack"] }),
      },
      {},
      ["p"],
    ],
    [
      "a folder that is not trusted has no skills and no settings",
      { ...project(["more"]), "/home/.pi/agent/trust.json": '{"/work":false}' },
      {},
      ["a SK727", "b SK727", "u"],
    ],
    [
      "the nearest decision about a folder wins",
      { ...A, "/home/.pi/agent/trust.json": '{"/":false,"/work":true}' },
      {},
      ["a", "b", "u"],
    ],
    [
      "no folder is trusted without a decision",
      { ...A, "/home/.pi/agent/settings.json": '{"defaultProjectTrust":"never"}' },
      {},
      ["a SK727", "b SK727", "u"],
    ],
  ])("%s", async (_, tree, variables, expected) => {
    expect(await seen("pi", tree, variables)).toEqual(expected);
  });

  test("before 0.87.1 no folder needed trust, and patterns began beside the settings", async () => {
    const before = profile("pi").earlier?.[0] as HostProfile;
    const tree = { ...project(["-skills/b", "-skills/a"]), "/home/.pi/agent/trust.json": '{"/work":false}' };
    const files = memoryFiles({ "/work": "directory", "/home": "directory", ...GIT, ...tree });
    expect(told(await lookAt(before, files, { cwd: "/work" }))).toEqual(["a SK738", "b", "u"]);
  });
});

describe("[V13] copilot-settings", () => {
  const A = skills("/work/.github/skills/a", "/work/.agents/skills/b", "/more/m");
  const settings = (value: object): Tree => ({ ...A, "/home/.copilot/settings.json": JSON.stringify(value) });
  test.each<Row>([
    ["none", A, {}, ["a", "b"]],
    ["a skill is off", settings({ disabledSkills: ["a"] }), {}, ["a (not) +SK738", "b"]],
    ["a number spoils the list", settings({ disabledSkills: [1, "a"] }), {}, ["a", "b"]],
    ["a directory more", settings({ skillDirectories: ["/more"] }), {}, ["a", "b", "m"]],
    ["relative to the working directory", settings({ skillDirectories: ["../more"] }), {}, ["a", "b", "m"]],
    ["by a variable", A, { COPILOT_SKILLS_DIRS: " /more , " }, ["a", "b", "m"]],
    ["a directory less", settings({ ignoredSkillsLocations: ["/work/.agents/"] }), {}, ["a"]],
    [
      "COPILOT_HOME moves them",
      { ...A, "/c/settings.json": '{"disabledSkills":["b"]}' },
      { COPILOT_HOME: "/c" },
      ["a", "b (not) +SK738"],
    ],
  ])("%s", async (_, tree, variables, expected) => {
    expect(await seen("copilot-cli", tree, variables)).toEqual(expected);
  });
});

describe("[V13] kimi-settings", () => {
  const A = skills("/work/.kimi-code/skills/a", "/more/m", "/work/rest/r");
  const config = (text: string): Tree => ({ ...A, "/home/.kimi-code/config.toml": text });
  test.each<Row>([
    ["a directory more", config('extra_skill_dirs = ["/more"]\n'), {}, ["a", "m"]],
    ["relative to the project", config('extra_skill_dirs = ["rest"]\n'), {}, ["a", "r"]],
    ["no TOML sets nothing", config("[[\n"), {}, ["a"]],
  ])("%s", async (_, tree, variables, expected) => {
    expect(await seen("kimi-code", tree, variables)).toEqual(expected);
  });
});

describe("[V13] pickle-bot-settings and caliban-roots", () => {
  test("another directory instead", async () => {
    const tree = {
      ...skills("/home/.pickle-bot/skills/a", "/other/b"),
      "/home/.pickle-bot/config.user.yaml": "skills_path: /other\n",
    };
    expect(await seen("pickle-bot", tree)).toEqual(["b"]);
    const beside = skills("/home/.pickle-bot/mine/c", "/home/tea/d");
    const named = (path: string) => ({ ...beside, "/home/.pickle-bot/config.system.yaml": `skills_path: ${path}\n` });
    expect([await seen("pickle-bot", named("mine")), await seen("pickle-bot", named("~/tea"))]).toEqual([["c"], ["d"]]);
    expect(await seen("pickle-bot", skills("/home/.pickle-bot/skills/a"))).toEqual(["a"]);
  });

  test("XDG, and no relative path of it", async () => {
    const tree = skills(
      "/x/caliban/skills/a",
      "/home/.config/caliban/skills/b",
      "/home/.local/share/caliban/plugins/p/skills/c",
    );
    expect(await seen("caliban", tree, { XDG_CONFIG_HOME: "/x" })).toEqual(["a", "c"]);
    expect(await seen("caliban", tree, { XDG_CONFIG_HOME: "x" })).toEqual(["b", "c"]);
  });
});

test("[V13] every habit belongs to a profile, and an unknown one is a bug", () => {
  const used = new Set(
    PROFILES.flatMap((each) => [each, ...(each.earlier ?? [])]).flatMap((each) => each.habits ?? []),
  );
  expect(Object.keys(HABITS).filter((name) => !used.has(name))).toEqual([]);
  expect(() => findHabit("no-such-habit")).toThrow(/no habit/);
});
