/** Tests our loader against pickle-bot's design document. */
import { describe, expect, test } from "vitest";
import { SkillNotFoundError } from "../../../src/model/errors.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { findings, load, makeTree, outcomes, skill } from "../../tree.ts";

const BRAINSTORMING = `---
name: brainstorming
description: Turn ideas into fully formed designs through collaborative dialogue
---

# Brainstorming Ideas Into Designs

## Overview
Help turn ideas into fully formed designs and specs through natural collaborative dialogue.
`;

const CONFIG = "home/.config/skillwright/config.yaml";
const SKILLS = "home/.pickle-bot/skills";

describe("discover_skills", () => {
  test("[R7] [K1] a missing skills directory warns and gives nothing", async () => {
    const tree = makeTree({ [CONFIG]: "skills_path: ~/.pickle-bot/skills\n" });
    const { snapshot } = await load(tree);
    expect(outcomes(snapshot)).toEqual({});
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK022",
        severity: "warning",
        path: `/${SKILLS}`,
        message: "the root cannot be found (ENOENT)",
        help: `create it, or correct it in /${CONFIG}:1`,
      },
    ]);
  });

  test("[S2] a directory without SKILL.md warns; a file beside the directories does not", async () => {
    const tree = makeTree({
      [CONFIG]: "skills_path: ~/.pickle-bot/skills\n",
      [`${SKILLS}/brainstorming/SKILL.md`]: BRAINSTORMING,
      [`${SKILLS}/debugging/notes.md`]: "# Notes",
      [`${SKILLS}/README.md`]: "# Skills",
    });
    const { snapshot } = await load(tree);
    expect(outcomes(snapshot)).toEqual({ loaded: ["brainstorming"] });
    expect(findings(tree, snapshot.diagnostics)).toEqual([`SK023 /${SKILLS}/debugging`]);
  });

  test("[C6] [N8] an invalid SKILL.md is skipped with a warning, the others load", async () => {
    const tree = makeTree({
      [CONFIG]: "skills_path: ~/.pickle-bot/skills\n",
      [`${SKILLS}/brainstorming/SKILL.md`]: BRAINSTORMING,
      [`${SKILLS}/no-frontmatter/SKILL.md`]: "# Just text",
      [`${SKILLS}/no-name/SKILL.md`]: "---\ndescription: x\n---\n",
      [`${SKILLS}/no-description/SKILL.md`]: "---\nname: no-description\n---\n",
    });
    const { snapshot } = await load(tree);
    expect(outcomes(snapshot)).toEqual({
      loaded: ["brainstorming", "no-name"],
      rejected: ["no-description", "no-frontmatter"],
    });
    expect(findings(tree, snapshot.diagnostics).map((each) => each.replace(/:.*$/, ""))).toEqual([
      `SK102 /${SKILLS}/no-description/SKILL.md`,
      `SK001 /${SKILLS}/no-frontmatter/SKILL.md`,
      `SK101 /${SKILLS}/no-name/SKILL.md`,
    ]);
  });

  test("[N1] a human-readable name, as its document asks for, loads with a warning", async () => {
    const tree = makeTree({
      [CONFIG]: "skills_path: ~/.pickle-bot/skills\n",
      [`${SKILLS}/brainstorming/SKILL.md`]: skill("Brainstorming Ideas"),
    });
    expect(outcomes((await load(tree)).snapshot)).toEqual({ loaded: ["Brainstorming Ideas"] });
  });
});

describe("load_skill", () => {
  const tree = makeTree({ [`${SKILLS}/brainstorming/SKILL.md`]: BRAINSTORMING });
  const open = () =>
    openSkills({ environment: tree.environment, files: tree.files, ambient: false, roots: ["~/.pickle-bot/skills"] });

  test("[L4] gives id, name, description and the whole body", async () => {
    const { skill: found, body } = await (await open()).read("brainstorming");
    expect([found.name, found.description, body]).toEqual([
      "brainstorming",
      "Turn ideas into fully formed designs through collaborative dialogue",
      BRAINSTORMING.slice(BRAINSTORMING.indexOf("\n# Brainstorming")),
    ]);
    expect(found.id.endsWith("/brainstorming")).toBe(true);
  });

  test("[L4] an unknown skill raises SkillNotFoundError", async () => {
    const skills = await open();
    await expect(skills.read("nonexistent")).rejects.toBeInstanceOf(SkillNotFoundError);
    await expect(skills.read("nonexistent")).rejects.toThrow("there is no skill `nonexistent`");
  });

  test("[L4] a skill that was removed since it was listed is an error with a hint, not a crash", async () => {
    const gone = makeTree({ "s/x/SKILL.md": skill("x") });
    const skills = await openSkills({
      environment: gone.environment,
      ambient: false,
      sources: [{ name: "s", list: () => ["x/SKILL.md"], read: once(skill("x")) }],
    });
    await expect(skills.read("x")).rejects.toMatchObject({ code: "SK004", hint: expect.any(String) });
  });
});

describe("configuration", () => {
  test("[K1] `skills_path` of the configuration, absolute or from the file", async () => {
    for (const path of ["~/.pickle-bot/skills", "../../.pickle-bot/skills"]) {
      const tree = makeTree({
        [CONFIG]: `skills_path: ${path}\n`,
        [`${SKILLS}/brainstorming/SKILL.md`]: BRAINSTORMING,
      });
      const { snapshot, config } = await load(tree);
      expect(outcomes(snapshot)).toEqual({ loaded: ["brainstorming"] });
      expect(tree.plain(config.values.find((each) => each.key === "skills_path"))).toEqual({
        key: "skills_path",
        value: `/${SKILLS}`,
        from: `/${CONFIG}:1`,
      });
    }
  });
});

/** Returns a function `read` that works only for the first call. */
function once(text: string): () => Uint8Array {
  let left = 1;
  return () => {
    if (left-- <= 0) throw new Error("gone");
    return Buffer.from(text);
  };
}
