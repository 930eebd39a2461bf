import { describe, expect, test } from "vitest";
import { memorySource } from "../../../src/catalog/load/sources.ts";
import { openSkills, type Skills } from "../../../src/ops/open-skills.ts";

const THINGS = "invoices ledgers contracts letters charts tables photos songs recipes maps".split(" ");
const files = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => {
    const thing = THINGS[at % 10];
    const name = `tool-${at}`;
    const description = `Handles ${thing} of kind ${at}. ${"It is careful and thorough. ".repeat(8)}`;
    return [`${name}/SKILL.md`, `---\nname: ${name}\ndescription: "${description}"\n---\nWork on the ${thing}.\n`];
  }),
);
files["hidden/SKILL.md"] =
  '---\nname: hidden\ndescription: "Handles songs in secret."\ndisable-model-invocation: true\n---\nNo.\n';

const open = (): Promise<Skills> =>
  openSkills({ ambient: false, trust: "all", sources: [memorySource("memory", files)] });
const toolsFor = async (window: number) => {
  const skills = await open();
  const session = await skills.session();
  const tools = await skills.tools(session, { window });
  return { skills, session, tools, tool: (name: string) => tools.find((each) => each.name === name)! };
};

describe("[U19] tools for what a catalog cannot say", () => {
  test("there where it does not fit, and only there", async () => {
    expect((await toolsFor(1_000_000)).tools.map(({ name }) => name)).toEqual(["skill", "skill_resource"]);
    const { tools, session } = await toolsFor(100_000);
    expect(tools.map(({ name }) => name)).toEqual(["skill", "skill_resource", "skill_search", "skill_list"]);
    const { text } = await session.catalog({ window: 40_000 });
    expect(text).toContain("the `skill_search` tool finds them by their purpose");
  });

  test("or under other names if the caller wants that", async () => {
    const skills = await open();
    const tools = await skills.tools(await skills.session(), {
      window: 1_000_000,
      search: true,
      names: { search: "find", list: "all" },
    });
    expect(tools.map(({ name }) => name)).toEqual(["skill", "skill_resource", "find", "all"]);
    const none = await skills.tools(await skills.session(), { window: 100_000, search: false });
    expect(none.map(({ name }) => name)).toEqual(["skill", "skill_resource"]);
  });
});

describe("[U19] skill_search", () => {
  test("[U14] one to four phrasings, eight hits, each with the words that found it; no lead, no good match", async () => {
    const { tool } = await toolsFor(100_000);
    const { content, isError } = await tool("skill_search").execute({ queries: ["play some songs", "music"] });
    expect(isError).toBe(false);
    const [first, ...lines] = content.split("\n");
    expect(first).toMatch(/^No good match\./);
    expect(lines.length).toBe(8);
    for (const line of lines)
      expect(line).toMatch(/^\d\. tool-\d+: Handles songs of kind \d+\..*…? \[found by: .*song.*\]$/);
  });

  test("what a model may not have is not found", async () => {
    const { tool } = await toolsFor(100_000);
    const { content } = await tool("skill_search").execute({ queries: ["songs in secret"] });
    expect(content).not.toContain("hidden");
  });

  test.each([
    [{ queries: "recipes" }, false],
    ['{"queries": ["recipes"]}', false],
    [{ queries: [] }, true],
    [{ queries: [" "] }, true],
    [{ queries: [{}] }, true],
    [{}, true],
  ])("%j", async (input, fails) => {
    const { tool } = await toolsFor(100_000);
    const { content, isError } = await tool("skill_search").execute(input);
    expect([isError, fails || content.includes("Handles recipes")]).toEqual([fails, true]);
  });

  test("words that no skill has", async () => {
    const { tool } = await toolsFor(100_000);
    expect(await tool("skill_search").execute({ queries: ["xylophone zebra"] })).toEqual({
      content: "No skill matches. Try other words, or continue without a skill.",
      isError: false,
    });
  });

  test("its schema says how many", async () => {
    const { tool } = await toolsFor(100_000);
    expect(tool("skill_search").jsonSchema).toEqual({
      type: "object",
      properties: {
        queries: {
          type: "array",
          items: { type: "string" },
          minItems: 1,
          maxItems: 4,
          description: "The task, in different words each time.",
        },
      },
      required: ["queries"],
      additionalProperties: false,
    });
  });
});

test("[U19] skill_list goes through all of them", async () => {
  const { tool } = await toolsFor(100_000);
  const list = tool("skill_list");
  const pages = await Promise.all(
    [{}, { page: 2 }, { page: "3" }].map(async (input) => (await list.execute(input)).content),
  );
  expect(pages.map((page) => page.split("\n")[0])).toEqual([
    "Page 1 of 3, 120 skills in all.",
    "Page 2 of 3, 120 skills in all.",
    "Page 3 of 3, 120 skills in all.",
  ]);
  const names = pages.flatMap((page) =>
    page
      .split("\n")
      .slice(1)
      .map((line) => /^- ([^:]*):/.exec(line)?.[1]),
  );
  expect([names.length, new Set(names).size]).toEqual([120, 120]);
  expect(await list.execute({ page: 4 })).toEqual({ content: "there are 3 pages", isError: true });
});

describe("[U19] additional text of a turn", () => {
  test("what fits and is not described; the catalog stays as it is", async () => {
    const { session } = await toolsFor(40_000);
    const before = (await session.catalog({ window: 40_000 })).text;
    const item = await session.relevant("please sort my recipes of kind 8", { window: 40_000 });
    expect(item?.text.split("\n").slice(0, 3)).toEqual([
      "<relevant_skills>",
      "Perhaps one of these skills fits the last message. If one of them does, load it with the `skill` tool.",
      expect.stringMatching(/^<skill><name>tool-8<\/name><description>Handles recipes of kind 8\. /),
    ]);
    expect(item?.text.match(/<skill>/g)).toHaveLength(5);
    expect(session.isSkillItem({ role: "user", content: item?.text })).toBe(true);
    expect((await session.catalog({ window: 40_000 })).text).toBe(before);
  });

  test("nothing where everything is described, and nothing where nothing fits", async () => {
    const { session } = await toolsFor(1_000_000);
    expect(await session.relevant("recipes", { window: 1_000_000 })).toBeUndefined();
    const small = await toolsFor(40_000);
    expect(await small.session.relevant("xylophone", { window: 40_000 })).toBeUndefined();
  });
});
