import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { directory } from "../../../src/install/fetch/local/directory.ts";
import { externalSourceText } from "../../../src/install/fetch/local/external-source.ts";
import { plugin } from "../../../src/install/fetch/local/plugin.ts";
import { findSource } from "../../../src/install/fetch/sources.ts";
import type { FetchedSource } from "../../../src/install/source.ts";
import { type Machine, makeMachine } from "../context.ts";
import { skillText } from "./contract/contract.ts";
import { commitTree, writeTree } from "./git-fixture.ts";

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const skill = (path: string): Record<string, string> => ({ [`${path}/SKILL.md`]: skillText("x") });
const brief = ({ skills, diagnostics }: FetchedSource): object => ({
  skills: skills.map(({ name, origin }) => `${origin.plugin}:${name} ${origin.path}`),
  findings: diagnostics.map(({ code, message }) => `${code} ${message}`),
});
const fetchTree = (tree: Record<string, string>, text = "plugin:."): Promise<FetchedSource> => {
  writeTree(machine.work, tree);
  return plugin.fetch(text, machine.context());
};
const AGENT_PLUGIN = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

describe("[I36] one plugin", () => {
  test.each([
    [
      "Claude's",
      ".claude-plugin/plugin.json",
      { name: "office", skills: ["./extra", "./single"] },
      ["office:b extra/b", "office:single single", "office:a skills/a", "office:deep skills/group/deep"],
    ],
    [
      "Codex's",
      ".codex-plugin/plugin.json",
      { name: "office", skills: "./extra/" },
      ["office:b extra/b", "office:a skills/a", "office:deep skills/group/deep"],
    ],
    [
      "Agent Plugins'",
      "plugin.json",
      { $schema: AGENT_PLUGIN, name: "office", skills: "extra" },
      ["office:a skills/a"],
    ],
  ])("%s manifest", async (_, path, manifest, skills) => {
    const tree = {
      ...skill("skills/a"),
      ...skill("skills/group/deep"),
      ...skill("extra/b"),
      ...skill("single"),
      ...skill("other/c"),
    };
    expect(brief(await fetchTree({ ...tree, [path]: JSON.stringify(manifest) }))).toEqual({ skills, findings: [] });
  });

  test.each([
    undefined,
    `x${AGENT_PLUGIN}`,
    `${AGENT_PLUGIN}x`,
    AGENT_PLUGIN.replace("https", "http"),
    AGENT_PLUGIN.replace("1.0.0", "2.0.0"),
  ])("some other plugin.json is none: %s", async ($schema) => {
    const manifest = JSON.stringify({ $schema, name: "office" });
    await expect(fetchTree({ ...skill("skills/a"), "plugin.json": manifest })).rejects.toMatchObject({
      code: "SK602",
    });
  });

  test.each([
    ['{"name":"../x"}', "has no usable name"],
    ['{"name":"a:b"}', "has no usable name"],
    ["[]", "is not a JSON object"],
    ["\xff", "is not a JSON object"],
  ])("%j gives no skill", async (text, what) => {
    expect(brief(await fetchTree({ ...skill("skills/a"), ".claude-plugin/plugin.json": text }))).toEqual({
      skills: [],
      findings: [`SK608 \`.claude-plugin/plugin.json\` ${what}`, "SK647 there is no SKILL.md"],
    });
  });

  test("a declared path that leaves the plugin is SK608", async () => {
    const manifest = JSON.stringify({ name: "office", skills: ["../../../etc", 7] });
    expect(brief(await fetchTree({ ...skill("skills/a"), ".claude-plugin/plugin.json": manifest }))).toEqual({
      skills: ["office:a skills/a"],
      findings: [
        "SK608 `.claude-plugin/plugin.json` declares skills at `../../../etc`, which is not a path inside the source",
        "SK608 `.claude-plugin/plugin.json` declares skills at a value that is not a string, which is not a path inside the source",
      ],
    });
  });
});

describe("[I36] a marketplace", () => {
  const market = {
    name: "shop",
    owner: { name: "x" },
    plugins: [
      { name: "one", source: "./plugins/one" },
      { name: "two", source: "./", strict: false, skills: ["./skills/a", "./skills/b"] },
      { name: "three", source: "./", skills: ["./skills/b"] },
      { name: "far", source: { source: "github", repo: "owner/repo", sha: "1".repeat(40) } },
      { name: "shell", source: { source: "command", command: "curl x | sh" } },
      { name: "out", source: "../elsewhere" },
      { source: "./plugins/one" },
      null,
    ],
  };
  const tree = {
    ".claude-plugin/marketplace.json": JSON.stringify(market),
    "plugins/one/.claude-plugin/plugin.json": '{"name":"uno"}',
    ...skill("plugins/one/skills/a"),
    ...skill("skills/a"),
    ...skill("skills/b"),
    ...skill("skills/c"),
  };
  const findings = [
    "SK606 `far` is a plugin from another source, and is left out",
    "SK606 `shell` is a plugin from another source, and is left out",
    "SK608 `.claude-plugin/marketplace.json` declares skills at `../elsewhere`, which is not a path inside the source",
    "SK608 `.claude-plugin/marketplace.json` has a plugin without a usable name",
    "SK608 `.claude-plugin/marketplace.json` has a plugin without a usable name",
  ];

  test("has each plugin's skills under the plugin's name, and names what comes from elsewhere", async () => {
    const fetched = await fetchTree(tree);
    expect(brief(fetched)).toEqual({
      skills: ["uno:a plugins/one/skills/a", "two:a skills/a", "three:b skills/b", "two:b skills/b"],
      findings,
    });
    expect(fetched.diagnostics.map(({ help }) => help)[0]).toBe(
      `add it by itself: \`plugin:owner/repo#${"1".repeat(40)}\``,
    );
  });

  test("in a repository, with its commit", async () => {
    const commit = commitTree(join(machine.work, "repo"), tree);
    const { skills } = await plugin.fetch(`plugin:file://${machine.work}/repo`, machine.context());
    expect(skills[0]?.origin).toEqual({
      kind: "plugin",
      source: `plugin:file://${machine.work}/repo`,
      resolved: commit,
      path: "plugins/one/skills/a",
      plugin: "uno",
    });
  });

  test("[I21] and without `plugin:` its skills are just skills", async () => {
    writeTree(machine.work, tree);
    const { skills, diagnostics } = await directory.fetch(".", machine.context());
    expect(skills.map(({ name, origin }) => [name, origin.path, origin.plugin])).toEqual([
      ["a", "skills/a", undefined],
      ["b", "skills/b", undefined],
      ["c", "skills/c", undefined],
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "`plugins/one/skills/a` has the same name as `skills/a`, and is left out",
    ]);
  });
});

test.each([
  [{ source: "github", repo: "a/b", ref: "v1" }, "a/b#v1"],
  [{ source: "url", url: "https://h.test/a.git" }, "https://h.test/a.git"],
  [{ source: "git-subdir", url: "https://h.test/a.git", path: "./x", sha: "abc" }, "https://h.test/a.git//x#abc"],
  [{ source: "npm", package: "@a/b", version: "^1" }, "npm:@a/b@^1"],
  [{ source: "npm", package: "a" }, "npm:a"],
  [{ source: "archive", url: "https://h.test/a.zip" }, undefined],
  [{ source: "command", command: "id" }, undefined],
  [{ source: "toString" }, undefined],
  [{ source: "github", repo: "a/b`; rm -rf /" }, undefined],
  [{ source: "github", repo: "\u001b[31m" }, undefined],
  ["x", undefined],
  [null, undefined],
])("[I36] the other place %j is written %s", (source, text) => {
  expect(externalSourceText(source)).toBe(text);
});

test.each([
  ["./a/.claude-plugin/plugin.json", "plugin"],
  ["./a/plugin.json", "plugin"],
  ["/a/.agents/plugins/marketplace.json", "plugin"],
  ["plugin:owner/repo", "plugin"],
  ["npm:x", "npm"],
  ["npm:.", "npm"],
  ["./a", "directory"],
  [".", "directory"],
  ["~/a", "directory"],
  ["C:\\a", "directory"],
  ["owner/repo", "git"],
])("[I20] %s is meant for %s", async (text, kind) => {
  expect((await findSource(text)).kind).toBe(kind);
});

test("[I36] the path of a manifest stands for its plugin", async () => {
  const tree = { ...skill("kit/skills/a"), "kit/.codex-plugin/plugin.json": '{"name":"kit"}' };
  const { skills } = await fetchTree(tree, "./kit/.codex-plugin/plugin.json");
  expect(skills.map(({ origin }) => origin)).toEqual([
    { kind: "plugin", source: `plugin:${machine.work}/kit`, path: "skills/a", plugin: "kit" },
  ]);
});
