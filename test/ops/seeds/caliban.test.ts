/** Checks caliban's ADR 0019 "Skills loading" line by line. */

import { describe, expect, test } from "vitest";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import { withDefaultSkills } from "../../../src/hosts/roots/resolve-roots.ts";
import { SkillNotFoundError } from "../../../src/model/errors.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { calibanSkills, calibanWarnings, invokeCaliban } from "../../../src/ops/seeds/caliban.ts";
import { makeTree, skill } from "../../tree.ts";
import { overridden, rejected, type Seeing, see, visible } from "./see.ts";

const caliban = findProfile("caliban") as HostProfile;

const PROJECT = "project/.caliban/skills";
const USER = "home/.config/caliban/skills";
const PLUGINS = "home/.local/share/caliban/plugins";

describe("caliban ADR 0019 §Skills are file-based, frontmatter-keyed", () => {
  test("lines 24–34: a directory <skill-name>/SKILL.md, YAML frontmatter and a Markdown body", async () => {
    const tree = makeTree({
      [`${PROJECT}/brainstorming/SKILL.md`]: `---
name: brainstorming
description: "You MUST use this before any creative work ..."
metadata:
  trigger: pre-implementation
---

# Brainstorming Ideas Into Designs
...
`,
      [`${PROJECT}/SKILL.md`]: skill("skills"),
      [`${PROJECT}/flat.md`]: skill("flat"),
    });
    const view = await see(caliban, tree);
    expect(calibanSkills(view)).toEqual([
      {
        name: "brainstorming",
        description: "You MUST use this before any creative work ...",
        metadata: { trigger: "pre-implementation" },
        path: tree.at(`${PROJECT}/brainstorming/SKILL.md`),
      },
    ]);
    expect(invokeCaliban("brainstorming", view, tree.files)).toBe("\n# Brainstorming Ideas Into Designs\n...\n");
  });

  test("line 24: the directory is the skill's name", async () => {
    const tree = makeTree({ [`${PROJECT}/here/SKILL.md`]: skill("elsewhere") });
    expect(rejected(await see(caliban, tree))).toEqual(["elsewhere SK719"]);
  });

  test("line 36: name and description are required", async () => {
    const tree = makeTree({
      [`${PROJECT}/a/SKILL.md`]: "---\ndescription: D\n---\n",
      [`${PROJECT}/b/SKILL.md`]: "---\nname: b\n---\n",
      [`${PROJECT}/c/SKILL.md`]: "---\nname: c\ndescription: '  '\n---\n",
      [`${PROJECT}/d/SKILL.md`]: "---\nname: d\ndescription: [list]\n---\n",
      [`${PROJECT}/e/SKILL.md`]: "no frontmatter",
    });
    expect(rejected(await see(caliban, tree))).toEqual(["a SK715", "b SK716", "c SK716", "d SK717", "e SK713"]);
  });

  test("line 36: metadata is a free-form map that passes through unchanged", async () => {
    const tree = makeTree({
      [`${PROJECT}/x/SKILL.md`]: `---
name: x
description: D
metadata:
  deep: { list: [1, two, { three: 3 }], "__proto__": data }
  enabled: false
  "odd key": ~
  model: other
license: MIT
disable-model-invocation: true
---
`,
    });
    const [found] = calibanSkills(await see(caliban, tree));
    expect(JSON.stringify(found?.metadata)).toBe(
      '{"deep":{"list":[1,"two",{"three":3}],"__proto__":"data"},"enabled":false,"odd key":null,"model":"other"}',
    );
    expect((await see(caliban, tree)).entries).toMatchObject([{ outcome: "visible", shown: "full" }]);
  });

  test("line 36: a file whose metadata is not a map is not a skill", async () => {
    const tree = makeTree({ [`${PROJECT}/x/SKILL.md`]: skill("x", "D.", "metadata: [a]\n") });
    expect(rejected(await see(caliban, tree))).toEqual(["x SK717"]);
  });

  test.each([
    ["as it should be", "---\nname: x\ndescription: D\n---\nB", "visible"],
    ["a byte order mark", "\ufeff---\nname: x\ndescription: D\n---\nB", "visible"],
    ["no line end at the end", "---\nname: x\ndescription: D\n---", "visible"],
    ["CRLF", "---\r\nname: x\r\ndescription: D\r\n---\r\nB", "rejected"],
    ["a blank line first", "\n---\nname: x\ndescription: D\n---\nB", "rejected"],
    ["no second fence", "---\nname: x\ndescription: D\n", "rejected"],
    ["broken YAML", "---\nname: x\ndescription: a: b\n---\n", "rejected"],
    ["the same key twice", "---\nname: x\nname: x\ndescription: D\n---\n", "rejected"],
  ])("line 24: %s", async (_, text, outcome) => {
    const tree = makeTree({ [`${PROJECT}/x/SKILL.md`]: text });
    expect((await see(caliban, tree)).entries.map((entry) => entry.outcome)).toEqual([outcome]);
  });

  test("line 36, 64: a skill of the superpowers plugin can be copied in unchanged", async () => {
    const tree = makeTree({
      [`${PROJECT}/writing-plans/SKILL.md`]: skill("writing-plans", "Use when there is a spec, before touching code"),
      [`${PROJECT}/writing-plans/scripts/run.sh`]: "exit 1",
      [`${PROJECT}/writing-plans/references/style.md`]: "# Style",
    });
    expect(visible(await see(caliban, tree), tree)).toEqual([`writing-plans /${PROJECT}/writing-plans/SKILL.md`]);
  });
});

describe("caliban ADR 0019 §Skills surface as a single built-in Skill tool", () => {
  test("line 40: invoke loads <x>/SKILL.md and returns its body, fresh and without its frontmatter", async () => {
    const tree = makeTree({ [`${PROJECT}/x/SKILL.md`]: skill("x") });
    const view = await see(caliban, tree);
    expect(invokeCaliban("x", view, tree.files)).toBe("# x\n\nInstructions.\n");
    tree.add({ [`${PROJECT}/x/SKILL.md`]: "---\nname: x\ndescription: D\n---\nNew.\n" });
    expect(invokeCaliban("x", view, tree.files)).toBe("New.\n");
  });

  test.each(["y", "", "../x", "X", "__proto__"])("line 40: there is no skill %j to invoke", async (name) => {
    const tree = makeTree({ [`${PROJECT}/x/SKILL.md`]: skill("x") });
    const view = await see(caliban, tree);
    expect(() => invokeCaliban(name, view, tree.files)).toThrow(SkillNotFoundError);
  });

  test("line 40: the menu has every loaded skill, in a stable order", async () => {
    const tree = makeTree({
      [`${USER}/alpha/SKILL.md`]: skill("alpha"),
      [`${PROJECT}/zeta/SKILL.md`]: skill("zeta"),
      [`${PROJECT}/beta/SKILL.md`]: skill("beta"),
    });
    expect(calibanSkills(await see(caliban, tree)).map((each) => each.name)).toEqual(["alpha", "beta", "zeta"]);
  });
});

describe("caliban ADR 0019 §Discovery locations (priority order)", () => {
  const all = {
    [`${PROJECT}/one/SKILL.md`]: skill("one", "Of the project."),
    [`${USER}/one/SKILL.md`]: skill("one", "Of the user."),
    [`${USER}/two/SKILL.md`]: skill("two", "Of the user."),
    [`${PLUGINS}/superpowers/skills/one/SKILL.md`]: skill("one", "Of a plugin."),
    [`${PLUGINS}/superpowers/skills/two/SKILL.md`]: skill("two", "Of a plugin."),
    [`${PLUGINS}/superpowers/skills/three/SKILL.md`]: skill("three", "Of a plugin."),
  };

  test("lines 48–50, 52: project, user, plugins; the earlier overrides the later of the same name", async () => {
    const tree = makeTree(all);
    const view = await see(caliban, tree);
    expect(visible(view, tree)).toEqual([
      `one /${PROJECT}/one/SKILL.md`,
      `two /${USER}/two/SKILL.md`,
      `three /${PLUGINS}/superpowers/skills/three/SKILL.md`,
    ]);
    expect(overridden(view, tree)).toEqual([
      `one /${USER}/one/SKILL.md`,
      `one /${PLUGINS}/superpowers/skills/one/SKILL.md`,
      `two /${PLUGINS}/superpowers/skills/two/SKILL.md`,
    ]);
  });

  test("line 48: the workspace root is the repository's, from anywhere in it", async () => {
    const tree = makeTree({
      "project/.git/HEAD": "ref: refs/heads/main\n",
      [`${PROJECT}/top/SKILL.md`]: skill("top"),
      "project/packages/app/.caliban/skills/inner/SKILL.md": skill("inner"),
    });
    const environment = { cwd: tree.at("project/packages/app") };
    expect(visible(await see(caliban, tree, { environment }), tree)).toEqual([`top /${PROJECT}/top/SKILL.md`]);
  });

  test("line 50: skills of a plugin keep their own names", async () => {
    const tree = makeTree({
      [`${PLUGINS}/a/skills/x/SKILL.md`]: skill("x"),
      [`${PLUGINS}/b/skills/x/SKILL.md`]: skill("x"),
    });
    const view = await see(caliban, tree);
    expect(visible(view, tree)).toEqual([`x /${PLUGINS}/a/skills/x/SKILL.md`]);
    expect(overridden(view, tree)).toEqual([`x /${PLUGINS}/b/skills/x/SKILL.md`]);
  });

  test("line 52: paths are XDG-aware on Linux", async () => {
    const tree = makeTree({
      "xdg/config/caliban/skills/user/SKILL.md": skill("user"),
      "xdg/data/caliban/plugins/p/skills/plugin/SKILL.md": skill("plugin"),
      [`${USER}/elsewhere/SKILL.md`]: skill("elsewhere"),
    });
    const environment: Seeing["environment"] = {
      variables: { XDG_CONFIG_HOME: tree.at("xdg/config"), XDG_DATA_HOME: tree.at("xdg/data") },
    };
    expect(visible(await see(caliban, tree, { environment }), tree)).toEqual([
      "user /xdg/config/caliban/skills/user/SKILL.md",
      "plugin /xdg/data/caliban/plugins/p/skills/plugin/SKILL.md",
    ]);
  });

  test("line 50: of a plugin only its `skills` directory is searched", async () => {
    const tree = makeTree({
      [`${PLUGINS}/p/skills/in/SKILL.md`]: skill("in"),
      [`${PLUGINS}/p/agents/out/SKILL.md`]: skill("out"),
      [`${PLUGINS}/p/SKILL.md`]: skill("p"),
    });
    expect(visible(await see(caliban, tree), tree)).toEqual([`in /${PLUGINS}/p/skills/in/SKILL.md`]);
  });

  test("line 52: a relative XDG path is none", async () => {
    const tree = makeTree({
      [`${USER}/user/SKILL.md`]: skill("user"),
      "project/xdg/caliban/skills/x/SKILL.md": skill("x"),
    });
    const environment = { variables: { XDG_CONFIG_HOME: "xdg", XDG_DATA_HOME: "" } };
    expect(visible(await see(caliban, tree, { environment }), tree)).toEqual([`user /${USER}/user/SKILL.md`]);
  });

  test("line 52: on macOS the platform's own directories", async () => {
    const support = "home/Library/Application Support/caliban";
    const tree = makeTree({
      [`${support}/skills/user/SKILL.md`]: skill("user"),
      [`${support}/plugins/p/skills/plugin/SKILL.md`]: skill("plugin"),
      [`${USER}/elsewhere/SKILL.md`]: skill("elsewhere"),
    });
    const environment = { platform: "darwin", variables: { XDG_CONFIG_HOME: tree.at("home/.config") } } as const;
    expect(visible(await see(caliban, tree, { environment }), tree)).toEqual([
      `user /${support}/skills/user/SKILL.md`,
      `plugin /${support}/plugins/p/skills/plugin/SKILL.md`,
    ]);
  });

  test("lines 48–50: no other host's directory is searched", async () => {
    const tree = makeTree({
      "project/.claude/skills/a/SKILL.md": skill("a"),
      "project/.agents/skills/b/SKILL.md": skill("b"),
      "home/.caliban/skills/c/SKILL.md": skill("c"),
    });
    expect((await see(caliban, tree)).entries).toEqual([]);
  });
});

describe("caliban ADR 0019 §Consequences", () => {
  test("line 65: parse failures are warnings of each file, and the others load", async () => {
    const tree = makeTree({
      [`${PROJECT}/bad/SKILL.md`]: "---\nname: [\n---\n",
      [`${PROJECT}/good/SKILL.md`]: skill("good"),
      [`${USER}/good/SKILL.md`]: skill("good"),
    });
    const view = await see(caliban, tree);
    expect(calibanSkills(view).map((each) => each.name)).toEqual(["good"]);
    expect(calibanWarnings(view).map(({ code, path }) => `${code} ${path.slice(tree.top.length)}`)).toEqual([
      `SK714 /${PROJECT}/bad/SKILL.md`,
    ]);
  });

  test("line 66: there are no bundled defaults unless they are asked for", async () => {
    const tree = makeTree({
      "defaults/starter/SKILL.md": skill("starter"),
      "defaults/mine/SKILL.md": skill("mine", "The default."),
      [`${USER}/mine/SKILL.md`]: skill("mine", "My own."),
    });
    expect(visible(await see(caliban, tree), tree)).toEqual([`mine /${USER}/mine/SKILL.md`]);
    const asked = await see(withDefaultSkills(caliban, tree.at("defaults")), tree);
    expect(visible(asked, tree)).toEqual([`mine /${USER}/mine/SKILL.md`, "starter /defaults/starter/SKILL.md"]);
    expect(overridden(asked, tree)).toEqual(["mine /defaults/mine/SKILL.md"]);
  });
});
