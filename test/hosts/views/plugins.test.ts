/**
 * Tests which plugins a host knows, which ones it loads, and what it reports about the others. The conformance cases compare
 * this with the real programs.
 */
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { skill } from "../../tree.ts";
import { lookAt, told } from "./fake.ts";

type Tree = Parameters<typeof memoryFiles>[0];

function profile(name: string): HostProfile {
  return PROFILES.find((each) => each.name === name) as HostProfile;
}

async function seen(host: string, tree: Tree, variables: Record<string, string> = {}): Promise<string[]> {
  const files = memoryFiles({ "/work/.git/HEAD": "ref", "/home": "directory", ...tree });
  const view = await lookAt(profile(host), files, { variables });
  return [...told(view), ...view.remarks.map(({ code, path }) => `${code} ${path}`)];
}

const STATE = "/home/.claude/plugins";
const SETTINGS = "/home/.claude/settings.json";
const enabled = (value: unknown): string => JSON.stringify({ enabledPlugins: { "kit@m": value } });

/** Returns the files of a Claude Code plugin with changes. `undefined` removes a file. */
function kit(changes: Readonly<Record<string, string | undefined>> = {}): Tree {
  const tree: Record<string, string | undefined> = {
    [`${STATE}/marketplaces/m/.claude-plugin/marketplace.json`]: '{"plugins":[{"name":"kit","source":"./kit"}]}',
    [`${STATE}/known_marketplaces.json`]: `{"m":{"source":{"source":"github"},"installLocation":"${STATE}/marketplaces/m"}}`,
    [`${STATE}/installed_plugins.json`]: `{"plugins":{"kit@m":[{"scope":"user","installPath":"/cache/kit"}]}}`,
    "/cache/kit/.claude-plugin/plugin.json": '{"name":"kit"}',
    "/cache/kit/skills/a/SKILL.md": skill("a"),
    [SETTINGS]: enabled(true),
    ...changes,
  };
  return Object.fromEntries(Object.entries(tree).filter(([, text]) => text !== undefined)) as Tree;
}

type Row = [string, Tree, string[]];

describe("[VP1] Claude Code", () => {
  test.each<Row>([
    ["an installed plugin", kit(), ["kit:a"]],
    ["no settings", kit({ [SETTINGS]: undefined }), ["kit:a SK739"]],
    ["off in the project, on for the user", kit({ "/work/.claude/settings.json": enabled(false) }), ["kit:a SK739"]],
    ["settings that do not parse", kit({ [SETTINGS]: "{" }), ["kit:a SK739"]],
    [
      "on for the administrator",
      kit({ [SETTINGS]: undefined, "/etc/claude-code/managed-settings.json": enabled(true) }),
      ["kit:a"],
    ],
    [
      "off in a part of the administrator's settings",
      kit({ "/etc/claude-code/managed-settings.d/10-off.json": enabled(false) }),
      ["kit:a SK739"],
    ],
    ["an unknown marketplace", kit({ [`${STATE}/known_marketplaces.json`]: "{}" }), ["kit:a SK740"]],
    [
      "files that are missing",
      kit({ "/cache/kit/.claude-plugin/plugin.json": undefined, "/cache/kit/skills/a/SKILL.md": undefined }),
      [`SK740 ${STATE}/installed_plugins.json`],
    ],
    [
      "turned on and never installed",
      kit({ [`${STATE}/installed_plugins.json`]: undefined }),
      [`SK740 ${STATE}/installed_plugins.json`],
    ],
    [
      "another project",
      kit({
        [`${STATE}/installed_plugins.json`]:
          '{"plugins":{"kit@m":[{"scope":"project","projectPath":"/other","installPath":"/cache/kit"}]}}',
      }),
      ["kit:a SK741"],
    ],
    [
      "an outdated copy",
      kit({
        "/cache/kit/.claude-plugin/plugin.json": '{"name":"kit","version":"1.0.0"}',
        [`${STATE}/marketplaces/m/kit/.claude-plugin/plugin.json`]: '{"name":"kit","version":"1.1.0"}',
      }),
      ["kit:a +SK742"],
    ],
    ["a manifest that does not parse", kit({ "/cache/kit/.claude-plugin/plugin.json": "{" }), ["kit:a SK743"]],
    [
      "a path that leaves the plugin",
      kit({ "/cache/kit/.claude-plugin/plugin.json": '{"name":"kit","skills":["../x"]}' }),
      ["kit:a SK743"],
    ],
    ["the same skill twice", kit({ "/home/.claude/skills/a/SKILL.md": skill("a") }), ["a +SK744", "kit:a +SK744"]],
    [
      "another skill of the same name",
      kit({ "/home/.claude/skills/a/SKILL.md": skill("a", "Other.") }),
      ["a", "kit:a"],
    ],
    [
      "a record that is a stranger's",
      kit({ [`${STATE}/installed_plugins.json`]: '{"plugins":{"kit@m":[3,null,{"installPath":7}]}}' }),
      [`SK740 ${STATE}/installed_plugins.json`],
    ],
    ["marketplaces that are a list", kit({ [`${STATE}/known_marketplaces.json`]: "[1]" }), ["kit:a SK740"]],
  ])("%s", async (_, tree, expected) => {
    expect(await seen("claude-code", tree)).toEqual(expected);
  });

  test("only plugins bring skills if the administrator requires it", async () => {
    const managed = { "/etc/claude-code/managed-settings.json": '{"strictPluginOnlyCustomization":["skills"]}' };
    const tree = kit({ ...managed, "/home/.claude/skills/u/SKILL.md": skill("u") });
    expect(await seen("claude-code", tree)).toEqual(["u (not) +SK738", "kit:a"]);
  });
});

describe("[V13] settings files that Claude Code ignores as a whole", () => {
  const A = { "/work/.claude/skills/a/SKILL.md": skill("a") };
  const OFF = '"skillOverrides":{"a":"off"}';
  test.each<[string, string[]]>([
    [`{${OFF}}`, ["a (not) +SK738"]],
    [`\ufeff{${OFF}}`, ["a (not) +SK738"]],
    [`{${OFF},"unknown":1}`, ["a (not) +SK738"]],
    [`{${OFF},}`, ["a"]],
    [`{/* off */${OFF}}`, ["a"]],
    [`{${OFF},"model":1}`, ["a"]],
    [`{${OFF},"skillListingBudgetFraction":2}`, ["a"]],
    [`{${OFF},"skillListingMaxDescChars":0}`, ["a"]],
    [`{${OFF},"permissions":{"deny":"Skill"}}`, ["a"]],
    [`{${OFF},"enabledPlugins":{"x@y":"yes"}}`, ["a"]],
    ['{"skillOverrides":{"a":"sometimes"}}', ["a"]],
    ["[]", ["a"]],
  ])("%s", async (text, expected) => {
    expect(await seen("claude-code", { ...A, "/work/.claude/settings.json": text })).toEqual(expected);
  });
});

describe("[VP1] Codex", () => {
  const CACHE = "/home/.codex/plugins/cache/m/kit";
  const CONFIG = "/home/.codex/config.toml";
  const ON = '[plugins."kit@m"]\n';
  const TRUSTED = '[projects."/work"]\ntrust_level = "trusted"\n';
  const OFF = `${ON}enabled = false\n`;
  const version = (number: string, name: string): Tree => ({
    [`${CACHE}/${number}/.codex-plugin/plugin.json`]: '{"name":"kit","version":"1.0.0"}',
    [`${CACHE}/${number}/skills/${name}/SKILL.md`]: skill(name),
  });
  const A = version("1.0.0", "a");
  const PROJECT = "/work/.codex/config.toml";
  test.each<Row>([
    ["a table turns it on", { ...A, [CONFIG]: ON }, ["kit:a"]],
    ["no table", A, ["kit:a SK739"]],
    ["off", { ...A, [CONFIG]: OFF }, ["kit:a SK739"]],
    ["all plugins off", { ...A, [CONFIG]: `${ON}[features]\nplugins = false\n` }, ["kit:a SK739"]],
    ["a trusted project turns it off", { ...A, [CONFIG]: ON + TRUSTED, [PROJECT]: OFF }, ["kit:a SK739"]],
    ["a trusted project turns it on", { ...A, [CONFIG]: TRUSTED, [PROJECT]: ON }, ["kit:a"]],
    ["an untrusted project has no say", { ...A, [CONFIG]: ON, [PROJECT]: OFF }, ["kit:a"]],
    ["no files", { [CONFIG]: ON }, ["SK740 /home/.codex/plugins/cache"]],
    ["the highest version", { ...A, ...version("1.9.0", "b"), ...version("1.10.0", "c"), [CONFIG]: ON }, ["kit:c"]],
    [
      "a release after its candidates",
      { ...version("2.0.0-rc.1", "b"), ...version("2.0.0", "c"), [CONFIG]: ON },
      ["kit:c"],
    ],
    ["`local` before all versions", { ...A, ...version("local", "b"), [CONFIG]: ON }, ["kit:b"]],
    [
      "an outdated copy",
      {
        ...A,
        [CONFIG]: `${ON}[marketplaces.m]\nsource_type = "local"\nsource = "/market"\n`,
        "/market/kit/.codex-plugin/plugin.json": '{"name":"kit","version":"1.1.0"}',
      },
      ["kit:a +SK742"],
    ],
    [
      "an id that climbs",
      { ...A, [CONFIG]: '[plugins."../x@.."]\n' },
      ["kit:a SK739", "SK740 /home/.codex/plugins/cache"],
    ],
  ])("%s", async (_, tree, expected) => {
    expect(await seen("codex", tree)).toEqual(expected);
  });
});

describe("[V13] a configuration of Codex that it does not take", () => {
  const A = { "/work/.agents/skills/a/SKILL.md": skill("a") };
  test.each([
    ['[[skills.config]]\nname = "a"\n'],
    ['[[skills.config]]\nname = "a"\nenabled = "no"\n'],
    ["[skills.config]\nenabled = false\n"],
    ["model = 3\n"],
    ['project_root_markers = "x"\n'],
    ['[plugins."x@y"]\nenabled = "yes"\n'],
  ])("%s", async (config) => {
    expect(await seen("codex", { ...A, "/home/.codex/config.toml": config })).toEqual(["a SK731"]);
  });

  test.each<[string, string]>([
    ["/work/.agents/skills/a/SKILL.md", "a (not) +SK738"],
    ["/work/.agents/../.agents/skills/a/SKILL.md", "a (not) +SK738"],
    ["../../work/.agents/skills/a/SKILL.md", "a (not) +SK738"],
    ["/work/.agents/skills/a", "a"],
    ["/work/.agents/skills", "a"],
  ])("the path %s", async (path, expected) => {
    const config = `[[skills.config]]\npath = "${path}"\nenabled = false\n`;
    expect(await seen("codex", { ...A, "/home/.codex/config.toml": config })).toEqual([expected]);
  });
});

describe("[VP1] Gemini CLI", () => {
  const HOME = "/home/.gemini/extensions";
  const MANIFEST = '{"name":"kit","version":"1.0.0"}';
  const A = { [`${HOME}/kit/gemini-extension.json`]: MANIFEST, [`${HOME}/kit/skills/a/SKILL.md`]: skill("a") };
  const rules = (...overrides: string[]): Tree => ({
    ...A,
    [`${HOME}/extension-enablement.json`]: JSON.stringify({ kit: { overrides } }),
  });
  const link = JSON.stringify({ type: "link", source: "/source" });
  test.each<Row>([
    ["an extension", A, ["a"]],
    ["no manifest", { [`${HOME}/kit/skills/a/SKILL.md`]: skill("a") }, ["a SK743"]],
    ["no version", { ...A, [`${HOME}/kit/gemini-extension.json`]: '{"name":"kit"}' }, ["a SK743"]],
    ["off here", rules("!/work/*"), ["a SK739"]],
    ["the last rule counts", rules("!/*", "/work/*"), ["a"]],
    ["a rule without a slash at its end", rules("!/work"), ["a"]],
    [
      "a link whose source is gone",
      { ...A, [`${HOME}/kit/.gemini-extension-install.json`]: link },
      [`SK740 ${HOME}/kit`],
    ],
    [
      "a link",
      {
        [`${HOME}/kit/.gemini-extension-install.json`]: link,
        "/source/gemini-extension.json": MANIFEST,
        "/source/skills/b/SKILL.md": skill("b"),
      },
      ["b"],
    ],
  ])("%s", async (_, tree, expected) => {
    expect(await seen("gemini-cli", tree)).toEqual(expected);
  });
});

describe("[VP1] Qwen Code", () => {
  const HOME = "/home/.qwen/extensions";
  const STATES = "/home/.qwen/extension-store/state.json";
  const A = { [`${HOME}/kit/qwen-extension.json`]: '{"name":"kit"}', [`${HOME}/kit/skills/a/SKILL.md`]: skill("a") };
  const state = (policy: object): Tree => ({
    ...A,
    [STATES]: JSON.stringify({ version: 2, extensions: { x: { name: "kit", ...policy } } }),
  });
  const rules = { [`${HOME}/extension-enablement.json`]: '{"Kit":{"overrides":["!/*"]}}' };
  test.each<Row>([
    ["an extension", A, ["kit:a"]],
    ["a rule in other case", { ...A, ...rules }, ["kit:a SK739"]],
    ["the store says on, the rules off", { ...state({ defaultActivation: "enabled" }), ...rules }, ["kit:a"]],
    ["off here", state({ workspaceOverrides: { "/work": "disabled" } }), ["kit:a SK739"]],
    ["off elsewhere", state({ workspaceOverrides: { "/other": "disabled" } }), ["kit:a"]],
    ["a skill that is off here", state({ skillWorkspaceOverrides: { "/work": { a: false } } }), ["kit:a SK738"]],
    ["a store that does not parse", { ...A, [STATES]: "{" }, ["kit:a SK731"]],
    ["two names that differ in case", { ...A, [`${HOME}/zoo/qwen-extension.json`]: '{"name":"KIT"}' }, ["kit:a SK731"]],
    [
      "many stars",
      {
        ...A,
        [`${HOME}/extension-enablement.json`]: JSON.stringify({ kit: { overrides: [`!${"/*a".repeat(400)}`] } }),
      },
      ["kit:a"],
    ],
  ])("%s", async (_, tree, expected) => {
    expect(await seen("qwen-code", tree)).toEqual(expected);
  });
});

describe("[VP1] Copilot CLI", () => {
  const known = { extraKnownMarketplaces: { m: { source: { source: "directory", path: "/market" } } } };
  const A = {
    "/market/.claude-plugin/marketplace.json": '{"plugins":[{"name":"kit","source":"./kit"}]}',
    "/market/kit/skills/a/SKILL.md": skill("a"),
    "/home/.copilot/settings.json": JSON.stringify(known),
  };
  test.each<Row>([
    ["the project of Claude Code turns it on", { ...A, "/work/.claude/settings.json": enabled(true) }, ["a"]],
    [
      "its own file of the project wins",
      { ...A, "/work/.claude/settings.json": enabled(true), "/work/.github/copilot/settings.json": enabled(false) },
      ["a SK739"],
    ],
    [
      "a marketplace that is not known",
      { ...A, "/home/.copilot/settings.json": enabled(true) },
      ["SK740 /home/.copilot/settings.json"],
    ],
  ])("%s", async (_, tree, expected) => {
    expect(await seen("copilot-cli", tree)).toEqual(expected);
  });
});

describe("[VP1] pi", () => {
  const A = { "/pkg/skills/a/SKILL.md": skill("a"), "/pkg/skills/b/SKILL.md": skill("b") };
  const user = (...packages: unknown[]): Tree => ({
    ...A,
    "/home/.pi/agent/settings.json": JSON.stringify({ packages }),
  });
  test.each<Row>([
    ["a path", user("/pkg"), ["a", "b"]],
    ["no skill of it", user({ source: "/pkg", skills: [] }), ["a SK738", "b SK738"]],
    ["all but one", user({ source: "/pkg", skills: ["!a"] }), ["a SK738", "b"]],
    ["only one", user({ source: "/pkg", skills: ["skills/a"] }), ["a", "b SK738"]],
    [
      "the project replaces the user's entry",
      { ...user("/pkg"), "/work/.pi/settings.json": '{"packages":[{"source":"/pkg","skills":[]}]}' },
      ["a SK738", "b SK738"],
    ],
    [
      "a repository",
      {
        "/home/.pi/agent/settings.json": '{"packages":["git:example.org/o/r@v1"]}',
        "/home/.pi/agent/git/example.org/o/r/skills/c/SKILL.md": skill("c"),
      },
      ["c"],
    ],
    ["a repository that climbs", { ...user("git:example.org/../../../../../pkg") }, []],
    ["entries that are nothing", user(3, null, {}, { source: 1 }, ""), []],
  ])("%s", async (_, tree, expected) => {
    expect(await seen("pi", tree)).toEqual(expected);
  });
});
