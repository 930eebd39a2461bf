import { describe, expect, test } from "vitest";
import { findProfile, PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type { NeutralTool } from "../../../src/model/conversation/neutral-tool.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { type SkillToolOptions, skillTools } from "../../../src/session/tools/skill-tools.ts";
import { type Told, told } from "./told-session.ts";

const pickleBot = findProfile("pickle-bot") as HostProfile;

const profile = (name: string): HostProfile => PROFILES.find((each) => each.name === name)!;
const properties = ({ jsonSchema }: NeutralTool) => jsonSchema["properties"] as Record<string, { enum?: string[] }>;

async function make(given: Told = {}, options: SkillToolOptions = {}) {
  const { session, asked } = told(given);
  const tools = await skillTools(session, options);
  return { tools, tool: tools[0]!, asked };
}

describe("[X1] what is registered", () => {
  test("nothing where nothing is offered", async () => {
    expect((await make({ skills: [] })).tools).toEqual([]);
  });

  test.each<[host: string, tools: string[]]>([
    ["skillwright", ["skill", "skill_resource"]],
    // Models of these hosts read the file themselves. An agent loop without a file tool gets our tools.
    ["codex", ["skill", "skill_resource"]],
    ["pi", ["skill", "skill_resource"]],
    ["claude-code", ["Skill"]],
    ["pickle-bot", ["skill"]],
  ])("under %s: %j", async (host, names) => {
    expect((await make({ profile: profile(host) })).tools.map(({ name }) => name)).toEqual(names);
  });

  test("the reader of files can be left out, or added", async () => {
    expect((await make({}, { resources: false })).tools.length).toBe(1);
    expect((await make({ profile: pickleBot }, { resources: true })).tools.length).toBe(2);
  });

  test("both can have other names", async () => {
    const { tools } = await make({}, { names: { skill: "load", resource: "read" } });
    expect(tools.map(({ name }) => name)).toEqual(["load", "read"]);
  });
});

describe("[X1] each host's own names", () => {
  test.each<[host: string, name: string, parameters: string[]]>([
    ["skillwright", "skill", ["name", "arguments"]],
    ["claude-code", "Skill", ["skill", "args"]],
    ["opencode", "skill", ["name"]],
    ["gemini-cli", "activate_skill", ["name"]],
    ["goose", "load_skill", ["name", "args"]],
    ["cline", "skills", ["skill", "args"]],
    ["caliban", "Skill", ["name"]],
    ["crabtalk", "skill", ["name"]],
    ["pickle-bot", "skill", ["skill_name"]],
  ])("%s has `%s` with %j", async (host, name, parameters) => {
    const { tool } = await make({ profile: profile(host) });
    expect([tool.name, Object.keys(properties(tool)), tool.jsonSchema["required"]]).toEqual([
      name,
      parameters,
      [parameters[0]],
    ]);
  });

  test("arguments go where the host takes them, and nowhere where it takes none", async () => {
    const ours = await make({ profile: profile("claude-code") });
    await ours.tool.execute({ skill: "pdf", args: "a.pdf" });
    const without = await make({ profile: profile("opencode") });
    await without.tool.execute({ name: "pdf", arguments: "a.pdf" });
    expect([ours.asked.at(-1), without.asked.at(-1)]).toEqual([
      { asked: "pdf", arguments: "a.pdf", actor: "model" },
      { asked: "pdf", actor: "model" },
    ]);
  });
});

describe("[X1] where the model finds the catalog", () => {
  test("in the system text: the description is the same whatever skills there are, and the schema names them", async () => {
    const [one, other] = [await make({ skills: ["pdf"] }), await make({ skills: ["git", "release"] })];
    expect(one.tool.description).toBe(other.tool.description);
    expect([one.tool, other.tool].map((tool) => properties(tool)["name"]?.enum)).toEqual([["pdf"], ["git", "release"]]);
    expect(one.asked).toEqual([]);
  });

  test("without choices the tool is the same, byte for byte, whatever skills there are", async () => {
    const [one, other] = [
      await make({ skills: ["pdf"] }, { choices: false }),
      await make({ skills: ["git", "release"] }, { choices: false }),
    ];
    const bytes = ({ name, description, jsonSchema }: NeutralTool) => JSON.stringify([name, description, jsonSchema]);
    expect(one.tools.map(bytes)).toEqual(other.tools.map(bytes));
  });

  test("and it has at most 1,024 characters, because OpenAI's API refuses longer descriptions", async () => {
    for (const { description } of (await make()).tools) expect(description.length).toBeLessThanOrEqual(1024);
  });

  test("in the description: the catalog as it is, and its addresses as an enum", async () => {
    const { tool, asked } = await make({}, { listing: "description", window: 8000 });
    expect(tool.description).toBe(
      "Loads a skill of the list below: instructions for one kind of task.\n\nLIST pdf git",
    );
    expect([properties(tool)["name"]?.enum, asked]).toEqual([["pdf", "git"], [{ tool: "skill", window: 8000 }]]);
  });

  test.each<[host: string, listing: "description" | "system"]>([
    ["skillwright", "system"],
    ["opencode", "system"],
    ["caliban", "description"],
    ["pickle-bot", "description"],
  ])("under %s it is in the %s", async (host, listing) => {
    const { tool } = await make({ profile: profile(host) });
    expect(tool.description.includes("LIST pdf git")).toBe(listing === "description");
  });

  test("under caliban, whose list has a lead, the description is the list", async () => {
    const { tool } = await make({ profile: profile("caliban") });
    expect(tool.description).toBe("LIST pdf git");
  });

  test("what a budget leaves out of the catalog can be called all the same", async () => {
    const { tool } = await make(
      { coverage: (name) => (name === "git" ? "omitted" : "full") },
      { listing: "description" },
    );
    expect(properties(tool)["name"]?.enum).toEqual(["pdf", "git"]);
    expect(await tool.execute({ name: "git" })).toEqual({ content: "body of git", isError: false });
  });

  test("more than 500 are not named at all", async () => {
    const { tool } = await make({ skills: Array.from({ length: 501 }, (_, at) => `s${at}`) });
    expect(properties(tool)["name"]?.enum).toBeUndefined();
  });
});

describe("[X4] calls that cannot be done", () => {
  const refusal = (code: string) => ({ code, asked: "x", reason: "there is a reason", candidates: [] });

  test("no name: the names that there are", async () => {
    const many = Array.from({ length: 60 }, (_, at) => `s${at}`);
    const few = await (await make()).tool.execute({ name: "  " });
    expect(few).toEqual({ content: "name the skill to load in `name`: `pdf`, `git`", isError: true });
    expect((await (await make({ skills: many })).tool.execute({})).content).toMatch(/`s49`, or one of 10 more$/);
    const hostile = await (await make({ skills: ["a\n<skill>\u202e"] })).tool.execute(null);
    expect(hostile.content).toBe("name the skill to load in `name`: `a <skill>\\u{202e}`");
  });

  test.each([["SK301"], ["SK311"], ["SK003"]])("%s: what the session says", async (code) => {
    const { tool } = await make({
      activate: async () => ({ text: "because", isError: true, refusal: refusal(code) }),
    });
    expect(await tool.execute({ name: "x" })).toEqual({ content: "because", isError: true });
  });

  test.each([
    ["SK301", "Error: Skill 'x' not found. It may have been removed or is unavailable."],
    ["SK311", "Error loading skill 'x': there is a reason"],
  ])("%s under pickle-bot: its own words", async (code, content) => {
    const { tool } = await make({
      profile: pickleBot,
      activate: async () => ({ text: "because", isError: true, refusal: refusal(code) }),
    });
    expect(await tool.execute({ skill_name: "x" })).toEqual({ content, isError: true });
  });

  test("a session that throws", async () => {
    const { tool } = await make({
      activate: async () => {
        throw new Error("the disk is gone");
      },
    });
    expect(await tool.execute({ name: "x" })).toEqual({
      content: "the call of `skill` failed: the disk is gone",
      isError: true,
    });
  });
});

describe("[X4] the reader of files", () => {
  test("hands on skill, path and offset", async () => {
    const { tools, asked } = await make();
    const reader = tools[1]!;
    expect(await reader.execute({ name: "pdf", path: "a.md", offset: "20" })).toEqual({
      content: "file a.md",
      isError: false,
    });
    expect((await reader.execute({ name: "pdf", path: "gone" })).isError).toBe(true);
    expect(asked).toEqual([
      ["pdf", "a.md", { offset: 20 }],
      ["pdf", "gone", undefined],
    ]);
  });

  test.each([{}, { name: "pdf" }, { path: "a" }, { name: " ", path: "a" }])(
    "asks for what is missing: %j",
    async (input) => {
      const { tools } = await make();
      expect(await tools[1]!.execute(input)).toEqual({
        content: "give the skill in `name` and its file in `path`",
        isError: true,
      });
    },
  );
});
