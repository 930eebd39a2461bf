/** Tests the tools of a real session. */
import { describe, expect, test } from "vitest";
import { openSkills } from "../../../src/ops/open-skills.ts";
import type { SkillToolOptions } from "../../../src/session/tools/skill-tools.ts";
import { type Entries, makeTree, skill } from "../../tree.ts";

async function open(entries: Entries, options: SkillToolOptions = {}, host = "skillwright") {
  const tree = makeTree(entries);
  const { environment, files } = tree;
  const skills = await openSkills({ environment, files, host, ambient: false, roots: [tree.at("skills")] });
  const session = await skills.session({ maxBodyChars: 40 });
  return { session, tools: await skills.tools(session, options) };
}

const bundle: Entries = {
  "skills/pdf/SKILL.md": `---\nname: pdf\ndescription: Reads PDF files.\n---\nFor $ARGUMENTS. ${"Instructions. ".repeat(9)}END\n`,
  "skills/pdf/references/forms.md": "Forms.\n",
};

describe("[X1] what a model reads names only tools that it has", () => {
  test("ours, as they are called", async () => {
    const { session, tools } = await open(bundle);
    const { content } = await tools[0]!.execute({ name: "pdf" });
    expect((await session.catalog()).text).toContain("with the `skill` tool");
    expect(content).toContain("Files of the skill; `skill_resource` reads them:\n- references/forms.md (7 bytes)");
    expect(content).toMatch(/`skill_resource` with name `pdf`, path `SKILL\.md` and offset \d+ reads on/);
  });

  test("under other names", async () => {
    const { session, tools } = await open(bundle, { names: { skill: "load", resource: "read" } });
    const { content } = await tools[0]!.execute({ name: "pdf" });
    expect((await session.catalog()).text).toContain("with the `load` tool");
    expect(content).toContain("Files of the skill; `read` reads them:");
    expect(content).toContain("`read` with name `pdf`");
    expect(`${content}${(await session.catalog()).text}`).not.toMatch(/skill_resource|`skill`/);
  });

  test("and none that reads files where there is none", async () => {
    const { tools } = await open(bundle, { resources: false });
    const { content } = await tools[0]!.execute({ name: "pdf" });
    expect([tools.length, content.includes("Files of the skill:\n- references/forms.md")]).toEqual([1, true]);
    expect(content).not.toContain("skill_resource");
    expect(content).toMatch(/the remaining text is in \/.*SKILL\.md\]/);
  });

  test("also in what the user's own message brings", async () => {
    const { session } = await open(bundle, { names: { resource: "read" } });
    expect((await session.turn("$pdf")).items[0]?.text).toContain("`read` reads them");
  });

  test("and the place to read on is right, whatever the arguments did to the length", async () => {
    const { tools } = await open(bundle);
    const { content } = await tools[0]!.execute({ name: "pdf", arguments: "äöü" });
    const offset = Number(/offset (\d+)/.exec(content)?.[1]);
    const rest = await tools[1]!.execute({ name: "pdf", path: "SKILL.md", offset });
    const above = /===\n(.*?)\n===/s.exec(content)?.[1] ?? "";
    expect(above + rest.content).toBe(`For äöü. ${"Instructions. ".repeat(9)}END\n`);
  });
});

describe("[X1] without a skill for the model", () => {
  test("no tool where every skill is kept from the model", async () => {
    const { tools } = await open({ "skills/x/SKILL.md": skill("x", "X.", "disable-model-invocation: true\n") });
    expect(tools).toEqual([]);
  });

  test("no tool where there is no skill", async () => {
    expect((await open({})).tools).toEqual([]);
  });
});

describe("[X1] with real skills", () => {
  test("the enum has exactly the addresses that the catalog shows, two of one name too", async () => {
    const { session, tools } = await open(
      { "skills/a/pdf/SKILL.md": skill("pdf", "One."), "skills/b/pdf/SKILL.md": skill("pdf", "Two.") },
      { listing: "description" },
      "codex",
    );
    const { name } = tools[0]!.jsonSchema["properties"] as { name: { enum: string[] } };
    const { entries } = await session.catalog();
    expect(name.enum).toEqual(entries.map(({ address }) => address));
    expect(new Set(name.enum).size).toBe(2);
    for (const address of name.enum) {
      expect(tools[0]!.description).toContain(address);
      expect((await tools[0]!.execute({ name: address })).isError).toBe(false);
    }
  });
});

describe("[X1] pickle-bot through a session", () => {
  const entries = {
    "skills/brainstorming/SKILL.md":
      "---\nname: Brainstorming Ideas\ndescription: Turn ideas into designs\n---\nAsk first.\n",
  };

  test("takes the directory's name, returns the body and nothing else, and fails in its own words", async () => {
    const { tools } = await open(entries, {}, "pickle-bot");
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      [
        "skill",
        'Load and invoke a specialized skill. <skills>\n  <skill name="Brainstorming Ideas">Turn ideas into designs</skill>\n</skills>',
      ],
    ]);
    expect(await tools[0]!.execute({ skill_name: "brainstorming" })).toEqual({
      content: "Ask first.\n",
      isError: false,
    });
    expect(await tools[0]!.execute({ skill_name: "gone" })).toEqual({
      content: "Error: Skill 'gone' not found. It may have been removed or is unavailable.",
      isError: true,
    });
  });
});
