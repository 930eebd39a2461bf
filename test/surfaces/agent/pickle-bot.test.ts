/** Tests the part of pickle-bot's Skill System Design that is about agents: directories, the two configuration files, and agent definitions. */
import { describe, expect, test } from "vitest";
import { Sandbox } from "../cli/run.ts";
import { startModel } from "./model-server.ts";
import { run, transcripts } from "./play.ts";

const BRAINSTORMING =
  "---\nname: Brainstorming Ideas\ndescription: Turn ideas into designs\n---\n\n# Brainstorming\n\nAsk one question at a time.\n";
const AGENT = (allow: string) =>
  `---\nname: General Assistant\nprovider: local\nmodel: small\n${allow}---\n\nYou are a helpful assistant.\n`;

async function pickleBot(files: Record<string, string>, task: string, script: Parameters<typeof startModel>[0]) {
  const model = await startModel(script);
  const box = new Sandbox({
    "~/.pickle-bot/config.system.yaml": `default_agent: other\nllm: { provider: local, model: none, api_base: "${model.url}", api_key: from-file }\n`,
    "~/.pickle-bot/config.user.yaml": "default_agent: pickle\nmessagebus: { enabled: false }\n",
    "~/.pickle-bot/agents/pickle/AGENT.md": AGENT("allow_skills: true\n"),
    "~/.pickle-bot/skills/brainstorming/SKILL.md": BRAINSTORMING,
    ...files,
  });
  const ran = await run(box, ["agent", "--host", "pickle-bot", "--no-color", task]);
  await model.close();
  return {
    ...ran,
    box,
    bodies: model.requests.map(({ body }) => body),
    headers: model.requests.map((each) => each.headers),
  };
}

describe("[AG4] pickle-bot's configuration", () => {
  test("both files, agents, skills, the key, and the history in their places", async () => {
    const { code, stderr, bodies, headers, box } = await pickleBot({}, "I have an idea", [
      { calls: [{ name: "skill", input: { skill_name: "brainstorming" } }] },
      { text: "What is it for?" },
    ]);
    expect([code, stderr.split("\n")[0]]).toEqual([0, expect.stringMatching(/^pickle · local\/small · /)]);
    expect(headers[0]?.authorization).toBe("Bearer from-file");
    const [{ tools, messages }] = bodies as [
      { tools: { function: { name: string } }[]; messages: { content: string }[] },
    ];
    expect(messages[0]?.content).toMatch(/^You are a helpful assistant\./);
    // The only tool that the design describes, byte for byte.
    expect(tools.at(-1)?.function).toEqual({
      name: "skill",
      description:
        'Load and invoke a specialized skill. <skills>\n  <skill name="Brainstorming Ideas">Turn ideas into designs</skill>\n</skills>',
      parameters: {
        type: "object",
        properties: {
          skill_name: { type: "string", enum: ["brainstorming"], description: expect.any(String) },
        },
        required: ["skill_name"],
        additionalProperties: false,
      },
    });
    const last = (bodies[1] as { messages: { content: string }[] }).messages.at(-1);
    expect(last?.content).toBe("\n# Brainstorming\n\nAsk one question at a time.\n");
    expect(transcripts(box)).toEqual([]);
    expect((await run(box, ["agent", "--host", "pickle-bot", "--sessions"])).stdout).toContain("I have an idea");
    expect(box.run(["agent", "--host", "pickle-bot", "--sessions", "--json"]).stdout).toContain(
      "<tmp>/home/.pickle-bot/history",
    );
  });

  test("`skills_path`, `agents_path` and `history_path` of the user", async () => {
    const { bodies, box } = await pickleBot(
      {
        "~/.pickle-bot/config.user.yaml":
          "default_agent: mine\nskills_path: /nowhere\nagents_path: mine-too\nhistory_path: past\n",
        "~/.pickle-bot/mine-too/mine/AGENT.md": AGENT("allow_skills: true\n"),
      },
      "Hello",
      [{ text: "Hello." }],
    );
    const [{ tools }] = bodies as [{ tools: { function: { name: string } }[] }];
    expect(tools.map((tool) => tool.function.name)).not.toContain("skill");
    expect(box.run(["agent", "--host", "pickle-bot", "--sessions", "--json"]).stdout).toContain(
      "<tmp>/home/.pickle-bot/past",
    );
  });

  test("no skill tool unless `allow_skills` is true", async () => {
    const { bodies } = await pickleBot({ "~/.pickle-bot/agents/pickle/AGENT.md": AGENT("") }, "Hello", [
      { text: "Hello." },
    ]);
    const [{ tools }] = bodies as [{ tools: { function: { name: string } }[] }];
    expect(tools.map((tool) => tool.function.name)).toEqual(["read", "list", "search", "edit", "shell", "ask"]);
  });

  test("without that host, the same keys and files in our own directory", () => {
    const box = new Sandbox({
      "~/.config/skillwright/config.system.yaml": "default_agent: a\nllm: { model: one, max_tokens: 5 }\n",
      "~/.config/skillwright/config.user.yaml": "default_agent: b\nllm: { model: two, api_key: hidden }\n",
      "~/.config/skillwright/config.yaml": "default_agent: c\n",
    });
    const { values } = box.json(["config"]) as { values: { key: string; value: unknown; from: string }[] };
    const of = (key: string) =>
      values.filter((each) => each.key === key).map(({ value, from }) => `${value} ${from.replace(/^.*\//, "")}`);
    expect([of("default_agent"), of("llm.model"), of("llm.max_tokens"), of("llm.api_key")].flat()).toEqual([
      "c config.yaml:1",
      "two config.user.yaml:2",
      "5 config.system.yaml:2",
      "(set) config.user.yaml:2",
    ]);
    expect(box.run(["config"]).stdout).not.toContain("hidden");
  });

  test("a project says nothing of keys, addresses and directories", () => {
    const box = new Sandbox({
      ".skillwright/config.yaml":
        "default_agent: mine\nllm: { api_base: 'http://evil', provider: openai }\nproviders: { openai: { base_url: 'http://evil' } }\nagents_path: x\nhistory_path: y\n",
    });
    box.run(["trust", "--yes"]);
    const { values, diagnostics } = box.json(["config"]) as {
      values: { key: string; value: unknown; from: string }[];
      diagnostics: { code: string; message: string }[];
    };
    expect(diagnostics.map(({ code, message }) => `${code} ${/`[\w.]+`/.exec(message)?.[0]}`)).toEqual([
      "SK033 `agents_path`",
      "SK033 `history_path`",
      "SK033 `llm.api_base`",
      "SK033 `llm.provider`",
      "SK033 `providers`",
    ]);
    expect(values.filter(({ from }) => from.includes("project")).map(({ key }) => key)).toEqual(["default_agent"]);
  });
});

describe("[AG4] agents", () => {
  const definition = (name: string) => `---\nname: ${name}\n---\nYou are ${name}.\n`;

  test("the nearest of a name counts; a project's only where it is trusted", () => {
    const box = new Sandbox({
      "~/.config/skillwright/agents/one/AGENT.md": definition("One of the user"),
      "~/.config/skillwright/agents/two/AGENT.md": definition("Two"),
      "~/.config/skillwright/agents/broken/AGENT.md": "---\nname: B\nnmae: x\n---\n",
      ".skillwright/agents/one/AGENT.md": definition("One of the project"),
      "inner/.skillwright/agents/one/AGENT.md": definition("One of a part of it"),
    });
    const inner = box.path("inner");
    const listed = (cwd: string) => box.run(["agent", "--agents"], { cwd }).stdout;
    expect(box.run(["agent", "--agents"])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "warning[SK501]: the definition is not used, because the folder is not trusted
        ┌─ .skillwright/agents/one/AGENT.md
      help: review the file, then run \`skillwright trust\`

      error[SK490]: \`nmae\` is not a key of a definition
        ┌─ <tmp>/home/.config/skillwright/agents/broken/AGENT.md:3:1
      3 │ nmae: x
        │ ^^^^
      help: did you mean \`name\`?

      ",
        "stdout": "one              One of the user; no skills  <tmp>/home/.config/skillwright/agents/one/AGENT.md
      two              Two; no skills  <tmp>/home/.config/skillwright/agents/two/AGENT.md
      default          helps with tasks in a directory; all skills  built in
      general-purpose  does one task alone, and reports the result; all skills  built in
      ",
      }
    `);
    expect(box.run(["trust", "--yes"]).stderr).toContain("and 2 agents: one, inner/.skillwright/agents/one/AGENT.md\n");
    expect([listed(box.project), listed(inner)].map((text) => text.split("\n")[0])).toMatchInlineSnapshot(`
      [
        "one              One of the project; no skills  .skillwright/agents/one/AGENT.md",
        "one              One of a part of it; no skills  .skillwright/agents/one/AGENT.md",
      ]
    `);
  });

  test("one that is not there, and one that is broken", () => {
    const box = new Sandbox({ "~/.config/skillwright/agents/broken/AGENT.md": "---\nname: B\nnmae: x\n---\n" });
    expect(box.run(["agent", "--agent", "nobody", "hello"])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "error[SK491]: there is no agent \`nobody\`
      help: the agents are \`default\`, \`general-purpose\`
      ",
        "stdout": "",
      }
    `);
    expect(box.run(["agent", "--agent", "broken", "hello"]).stderr).toMatchInlineSnapshot(`
      "error[SK491]: there is no agent \`broken\`: \`nmae\` is not a key of a definition
      help: did you mean \`name\`?
      "
    `);
  });
});
