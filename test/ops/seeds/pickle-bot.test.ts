/**
 * Checks pickle-bot's "Skill System Design" line by line. `test/catalog/load/pickle-bot.test.ts` does the same for our
 * own engine.
 */

import { describe, expect, test } from "vitest";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import { OperationError, SkillNotFoundError } from "../../../src/model/errors.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { discoverPickleBot, loadPickleBot, validatePickleBot } from "../../../src/ops/seeds/pickle-bot.ts";
import { type Entries, makeTree, skill } from "../../tree.ts";
import { rejected, see, visible } from "./see.ts";

const pickleBot = findProfile("pickle-bot") as HostProfile;

const AT = "home/.pickle-bot/skills";

const discover = async (entries: Entries) => {
  const tree = makeTree(entries);
  const view = await see(pickleBot, tree);
  const { value, diagnostics } = discoverPickleBot(view, tree.files);
  const warnings = diagnostics.map(({ code, path = "" }) => `${code} ${path.slice(tree.top.length)}`);
  return { tree, view, value, diagnostics, warnings };
};

describe("pickle-bot §Components", () => {
  test("line 15: skills are `~/.pickle-bot/skills/[name]/SKILL.md`, that directory and no other", async () => {
    const { tree, view } = await discover({
      [`${AT}/brainstorming/SKILL.md`]: skill("brainstorming"),
      [`${AT}/category/deeper/SKILL.md`]: skill("deeper"),
      [`${AT}/SKILL.md`]: skill("root"),
      "project/.pickle-bot/skills/local/SKILL.md": skill("local"),
      "home/.agents/skills/foreign/SKILL.md": skill("foreign"),
    });
    expect(visible(view, tree)).toEqual([`brainstorming /${AT}/brainstorming/SKILL.md`]);
    expect(pickleBot.roots.map((root) => root.path)).toEqual(["~/.pickle-bot/skills"]);
  });
});

describe("pickle-bot §SKILL.md Format", () => {
  const text = (head: string) => `${head}\nBody.\n`;
  const verdict = async (content: string | Uint8Array) => {
    const { value, view } = await discover({ [`${AT}/x/SKILL.md`]: content });
    return value[0]?.name ?? rejected(view)[0]?.split(" ")[1];
  };

  test.each([
    ["as in the document", text("---\nname: N\ndescription: D\n---\n"), "N"],
    ["CRLF, which Python reads as LF", "---\r\nname: N\r\ndescription: D\r\n---\r\nBody\r\n", "N"],
    ["no frontmatter", "# Text\n", "SK713"],
    ["a blank line first", text("\n---\nname: N\ndescription: D\n---"), "SK713"],
    ["a byte order mark first", text("\ufeff---\nname: N\ndescription: D\n---"), "SK713"],
    ["spaces after the first fence", text("--- \nname: N\ndescription: D\n---"), "SK713"],
    ["spaces after the second fence", text("---\nname: N\ndescription: D\n--- "), "SK713"],
    ["no line end after the second fence", "---\nname: N\ndescription: D\n---", "SK713"],
    ["no second fence", text("---\nname: N\ndescription: D"), "SK713"],
    ["broken YAML", text("---\nname: N\ndescription: a: b\n---"), "SK714"],
    ["a list", text("---\n- name\n---"), "SK717"],
  ])("lines 45–57: %s", async (_, content, expected) => {
    expect(await verdict(content)).toBe(expected);
  });

  test("bytes that are not UTF-8 drop the skill", async () => {
    expect(await verdict(Buffer.from("---\nname: N\ndescription: \xff\n---\n", "latin1"))).toBe("SK712");
  });
});

describe("pickle-bot §Validation Rules", () => {
  test("line 61: name and description are both required", async () => {
    const { value, warnings } = await discover({
      [`${AT}/both/SKILL.md`]: skill("both"),
      [`${AT}/no-name/SKILL.md`]: "---\ndescription: x\n---\n",
      [`${AT}/no-description/SKILL.md`]: "---\nname: x\n---\n",
    });
    expect(value.map((each) => each.id)).toEqual(["both"]);
    expect(warnings).toEqual([`SK716 /${AT}/no-description/SKILL.md`, `SK715 /${AT}/no-name/SKILL.md`]);
  });

  test("line 62: a human-readable name is what it should be", async () => {
    const { value } = await discover({ [`${AT}/brainstorming/SKILL.md`]: skill("Brainstorming Ideas") });
    expect(value).toMatchObject([{ id: "brainstorming", name: "Brainstorming Ideas" }]);
  });

  test("line 64: the body has all the instructions", async () => {
    const { tree, view } = await discover({
      [`${AT}/x/SKILL.md`]: "---\nname: X\ndescription: Y\n---\n\n# A\n\n---\n\nB\n",
    });
    expect(loadPickleBot("x", view, tree.files).content).toBe("\n# A\n\n---\n\nB\n");
  });
});

describe("pickle-bot §Pydantic Models", () => {
  test("lines 69–73: the metadata are id (the directory's name), name and description", async () => {
    const { value } = await discover({ [`${AT}/code-review/SKILL.md`]: skill("Code Review", "Reads changes.") });
    expect(value).toEqual([{ id: "code-review", name: "Code Review", description: "Reads changes." }]);
  });

  test("lines 70–73: name and description are texts; a number, a boolean and a date are none", async () => {
    const { value, view } = await discover(
      Object.fromEntries(
        ["12", "yes", "2026-02-15", "[a]", '"12"'].map((name, at) => [
          `${AT}/s${at}/SKILL.md`,
          `---\nname: ${name}\ndescription: D\n---\n`,
        ]),
      ),
    );
    expect(value.map((each) => each.name)).toEqual(["12"]);
    expect(rejected(view)).toEqual(["s0 SK717", "s1 SK717", "s2 SK717", "s3 SK717"]);
  });

  test("lines 71–73: two of one name are two skills, each known by its id", async () => {
    const { value } = await discover({ [`${AT}/a/SKILL.md`]: skill("Same"), [`${AT}/b/SKILL.md`]: skill("Same") });
    expect(value.map((each) => `${each.id} ${each.name}`)).toEqual(["a Same", "b Same"]);
  });

  test("lines 76–81: a definition is id, name, description and content, and nothing else", async () => {
    const { tree, view } = await discover({ [`${AT}/x/SKILL.md`]: skill("X", "Y.", "license: MIT\n") });
    expect(loadPickleBot("x", view, tree.files)).toEqual({
      id: "x",
      name: "X",
      description: "Y.",
      content: "# X\n\nInstructions.\n",
    });
  });
});

describe("pickle-bot §Key Methods and §Error Handling", () => {
  const entries: Entries = {
    [`${AT}/good/SKILL.md`]: skill("Good"),
    [`${AT}/bad/SKILL.md`]: "# no frontmatter\n",
    "elsewhere/SKILL.md": skill("Elsewhere"),
  };

  test("lines 105–106, 117: discover_skills skips invalid skills with warnings and returns the valid ones", async () => {
    const { value, diagnostics, tree } = await discover(entries);
    expect(value.map((each) => each.id)).toEqual(["good"]);
    expect(tree.plain(diagnostics)).toEqual([
      {
        code: "SK713",
        severity: "warning",
        path: `/${AT}/bad/SKILL.md`,
        message: "the skill `bad` is skipped: it does not begin with a `---` line",
      },
    ]);
  });

  test("lines 108–109: load_skill loads by id, not by name", async () => {
    const { tree, view } = await discover(entries);
    expect(loadPickleBot("good", view, tree.files)).toMatchObject({ id: "good", name: "Good" });
    expect(() => loadPickleBot("Good", view, tree.files)).toThrow(SkillNotFoundError);
  });

  test("lines 111–112: validate_skill says whether a file is valid", async () => {
    const { tree } = await discover(entries);
    expect(
      ["good", "bad", "absent"].map((id) => validatePickleBot(tree.at(`${AT}/${id}/SKILL.md`), tree.files)),
    ).toEqual([true, false, false]);
  });

  test.each(["nonexistent", "", ".", "..", "../../../elsewhere", "good/../good", "a\0b", "__proto__"])(
    "lines 118, 250–252: load_skill raises SkillNotFoundError for %j",
    async (id) => {
      const { tree, view } = await discover(entries);
      expect(() => loadPickleBot(id, view, tree.files)).toThrow(SkillNotFoundError);
    },
  );

  test("line 118: the error names the skill and the nearest ones", async () => {
    const { tree, view } = await discover(entries);
    expect(() => loadPickleBot("god", view, tree.files)).toThrow(
      expect.objectContaining({ message: "there is no skill `god`", hint: "did you mean `good`?" }),
    );
  });

  test("lines 195–198: a skill that is there but malformed is another error than one that is not", async () => {
    const { tree, view } = await discover(entries);
    const load = () => loadPickleBot("bad", view, tree.files);
    expect(load).toThrow(OperationError);
    expect(load).not.toThrow(SkillNotFoundError);
  });

  test("lines 26, 109: the content is read when it is asked for", async () => {
    const { tree, view } = await discover(entries);
    tree.add({ [`${AT}/good/SKILL.md`]: "---\nname: Good\ndescription: D\n---\nNew.\n" });
    expect(loadPickleBot("good", view, tree.files).content).toBe("New.\n");
  });
});

describe("pickle-bot §SkillLoader Error Handling", () => {
  test("lines 261–263, 287: a missing skills directory is a warning and an empty list", async () => {
    const { value, warnings } = await discover({});
    expect([value, warnings]).toEqual([[], [`SK022 /${AT}`]]);
  });

  test("lines 267–268: other entries than directories are skipped silently", async () => {
    const { value, warnings } = await discover({ [`${AT}/README.md`]: "# Skills", [`${AT}/x/SKILL.md`]: skill("X") });
    expect([value.length, warnings]).toEqual([1, []]);
  });

  test("lines 270–273: a directory without SKILL.md is a warning; another spelling is not one", async () => {
    const { value, warnings } = await discover({
      [`${AT}/notes/notes.md`]: "# Notes",
      [`${AT}/lower/skill.md`]: skill("Lower"),
      [`${AT}/x/SKILL.md`]: skill("X"),
    });
    expect(value.map((each) => each.id)).toEqual(["x"]);
    expect(warnings).toEqual([`SK023 /${AT}/lower`, `SK023 /${AT}/notes`]);
  });

  test("lines 275–280, 288: whatever is wrong with one skill, the others load", async () => {
    const { value, warnings } = await discover({
      [`${AT}/a/SKILL.md`]: Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff]),
      [`${AT}/b/SKILL.md`]: skill("B"),
      [`${AT}/c/SKILL.md`]: { special: "directory" },
      [`${AT}/d/SKILL.md`]: { link: "nowhere" },
    });
    expect(value.map((each) => each.id)).toEqual(["b"]);
    expect(warnings).toEqual([`SK005 /${AT}/c/SKILL.md`, `SK023 /${AT}/d`, `SK712 /${AT}/a/SKILL.md`]);
  });

  test("links to directories are directories", async () => {
    const { value } = await discover({ "far/SKILL.md": skill("Far"), [`${AT}/near`]: { link: "../../../far" } });
    expect(value).toMatchObject([{ id: "near", name: "Far" }]);
  });
});

describe("pickle-bot §Configuration", () => {
  const entries: Entries = { [`${AT}/old/SKILL.md`]: skill("Old"), "custom/skills/new/SKILL.md": skill("New") };
  const ids = async (more: (at: (path: string) => string) => Entries): Promise<string[]> => {
    const tree = makeTree(entries);
    tree.add(more(tree.at));
    return discoverPickleBot(await see(pickleBot, tree), tree.files).value.map((each) => each.id);
  };

  test("line 302: `skills_path` is ~/.pickle-bot/skills unless said otherwise", async () => {
    expect(await ids(() => ({}))).toEqual(["old"]);
    expect(await ids(() => ({ "home/.pickle-bot/config.user.yaml": "default_agent: x\n" }))).toEqual(["old"]);
  });

  test("lines 325–327: the user's configuration names another directory instead", async () => {
    expect(
      await ids((at) => ({ "home/.pickle-bot/config.user.yaml": `skills_path: ${at("custom/skills")}\n` })),
    ).toEqual(["new"]);
  });

  test("lines 310–311: the user's configuration comes before the system's", async () => {
    expect(
      await ids((at) => ({
        "home/.pickle-bot/config.system.yaml": `skills_path: ${at("nowhere")}\n`,
        "home/.pickle-bot/config.user.yaml": `skills_path: ${at("custom/skills")}\n`,
      })),
    ).toEqual(["new"]);
  });

  test.each(["skills_path: [a]\n", "skills_path:\n", "{", "- a\n"])("line 302: %j changes nothing", async (text) => {
    expect(await ids(() => ({ "home/.pickle-bot/config.user.yaml": text }))).toEqual(["old"]);
  });
});

describe("pickle-bot §Data Flow", () => {
  test("line 26: the tool's result is the text of SKILL.md; its variables lead into the workspace, as in the later code", async () => {
    const tree = makeTree({
      [`${AT}/cron-ops/SKILL.md`]:
        "---\nname: Cron Ops\ndescription: Jobs.\n---\nJobs lie in {{crons_path}}, skills in {{skills_path}}; $1 and {{other}} stay.\n",
    });
    const { environment, files } = tree;
    const skills = await openSkills({ host: "pickle-bot", trust: "all", environment, files });
    const activated = await skills.activate({ asked: "cron-ops", actor: "model", arguments: "x" });
    expect("activation" in activated && tree.plain(activated.activation.text)).toBe(
      "Jobs lie in /home/.pickle-bot/crons, skills in /home/.pickle-bot/skills; $1 and {{other}} stay.\n",
    );
  });
});
