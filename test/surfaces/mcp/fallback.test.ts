/** Clients without the extension get the skills in another way, and no client gets them twice. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "./connect.ts";
import { type Machine, machine, skillFile } from "./machine.ts";

const DEPLOY = skillFile(
  "deploy",
  "disable-model-invocation: true\narguments: [where, how]\n",
  "Deploy to $where, $how.\n",
);
const COMMANDS =
  "commands:\n  - name: merge\n    description: Merges files\n    args:\n      - { name: into, description: the result, required: true }\n";
const FILES = {
  ".skillwright/skills/pdf/SKILL.md": skillFile("pdf", `${COMMANDS}argument-hint: FILE\n`, "Fill $ARGUMENTS.\n"),
  ".skillwright/skills/pdf/notes.md": "Notes.\n",
  ".skillwright/skills/deploy/SKILL.md": DEPLOY,
  ".skillwright/skills/deploy/hosts.md": "a b c\n",
  ".skillwright/skills/quiet/SKILL.md": skillFile("quiet", "user-invocable: false\n"),
};
const EXTENSION = { capabilities: { extensions: { "io.modelcontextprotocol/skills": {} } } };

let place: Machine;

beforeAll(async () => {
  place = await machine(FILES);
});

afterAll(() => place.remove());

const texts = (result: unknown): string[] =>
  (result as { content: { text: string }[] }).content.map(({ text }) => text);

describe("a client without the extension", () => {
  test("[MC11] [MC12] has tools, prompts and resources", async () => {
    const { client, close } = await connect(place.open);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["skill", "skill_resource", "skill_search", "skill_list"]);
    expect(tools[0]?.description).toContain("Does pdf. Use for pdf.");
    expect(tools[0]?.inputSchema.properties?.["name"]).toMatchObject({ enum: ["pdf", "quiet"] });
    expect((await client.listPrompts()).prompts).toEqual([
      {
        name: "deploy",
        description: "Does deploy. Use for deploy.",
        arguments: [
          { name: "where", required: false },
          { name: "how", required: false },
        ],
      },
      {
        name: "merge",
        description: "Merges files",
        arguments: [{ name: "into", description: "the result", required: true }],
      },
      {
        name: "pdf",
        description: "Does pdf. Use for pdf.",
        arguments: [{ name: "arguments", description: "FILE", required: false }],
      },
    ]);
    expect((await client.listResources()).resources).toEqual(
      ["deploy", "pdf", "quiet"].map((name) => ({
        uri: `skill://${name}/SKILL.md`,
        name,
        description: `Does ${name}. Use for ${name}.`,
        mimeType: "text/markdown",
      })),
    );
    await close();
  });

  test("[MC12] the tools load, find and read; each time the whole skill", async () => {
    const { client, close } = await connect(place.open);
    const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    const first = await call("skill", { name: "pdf", arguments: "a.pdf" });
    expect(texts(first)[0]).toContain("Fill a.pdf.");
    expect(await call("skill", { name: "pdf", arguments: "a.pdf" })).toEqual(first);
    expect(texts(await call("skill_resource", { name: "pdf", path: "notes.md" }))).toEqual(["Notes.\n"]);
    expect(texts(await call("skill_search", { queries: ["pdf"] }))[0]).toMatch(/^1\. pdf: Does pdf/);
    expect(texts(await call("skill_list", {}))[0]).toMatch(/^Page 1 of 1, 2 skills in all\./);
    const refused = await call("skill", { name: "deploy" });
    expect([refused.isError, texts(refused)[0]]).toEqual([true, expect.stringContaining("deploy")]);
    expect((await call("skill", { name: "nope" })).isError).toBe(true);
    await expect(call("rm", {})).rejects.toMatchObject({ code: -32602 });
    await close();
  });

  test("[MC14] a prompt takes its arguments, and says why it does not", async () => {
    const { client, close } = await connect(place.open);
    const get = async (name: string, given?: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, ...(given ? { arguments: given } : {}) });
      return messages.map(({ content }) => (content as { text: string }).text).join();
    };
    expect(await get("deploy", { where: "the moon", how: "it's quick" })).toContain("Deploy to the moon, it's quick.");
    expect(await get("deploy", { how: "slowly" })).toContain("Deploy to , slowly.");
    expect(await get("pdf", { arguments: "b.pdf now" })).toContain("Fill b.pdf now.");
    expect(await get("merge", { into: "c.pdf" })).toContain("Fill merge c.pdf.");
    await expect(get("quiet")).rejects.toMatchObject({ code: -32602 });
    await expect(get("merge")).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("into") });
    await close();
  });

  test("[MC11] [MC14] a command of a skill that is for the user alone is a prompt, which the user calls", async () => {
    const commands = "disable-model-invocation: true\ncommands:\n  - { name: ship, description: Ships it }\n";
    const own = await machine({
      ".skillwright/skills/deploy/SKILL.md": skillFile("deploy", commands, "$ARGUMENTS now.\n"),
    });
    const { client, close } = await connect(own.open, EXTENSION);
    const { prompts } = await client.listPrompts();
    const { description, messages } = await client.getPrompt({ name: "ship" });
    expect([prompts.map(({ name }) => name), description, messages]).toEqual([
      ["deploy", "ship"],
      "Ships it",
      [{ role: "user", content: { type: "text", text: expect.stringContaining("ship now.") } }],
    ]);
    await close();
    own.remove();
  });

  test("[MC12] what the user has loaded, the model may read on", async () => {
    const { client, close } = await connect(place.open);
    const read = () => client.callTool({ name: "skill_resource", arguments: { name: "deploy", path: "hosts.md" } });
    expect((await read()).isError).toBe(true);
    await client.getPrompt({ name: "deploy" });
    expect(texts(await read())).toEqual(["a b c\n"]);
    await close();
  });
});

describe.each(["2025-11-25", "2026-07-28"] as const)("a client with the extension, on %s", (era) => {
  test("[MC11] gets nothing twice", async () => {
    const { client, skills, close } = await connect(place.open, { era, ...EXTENSION });
    expect((await client.listTools()).tools).toEqual([]);
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["deploy"]);
    expect((await skills.list()).skills.map(({ uri }) => uri)).toEqual([
      "skill://pdf/SKILL.md",
      "skill://quiet/SKILL.md",
    ]);
    await close();
  });
});

test("[MC11] a client that asks for the extension's methods has it from then on, and receives changes", async () => {
  const { client, skills, wire, close } = await connect(place.open);
  expect((await client.listTools()).tools).toHaveLength(4);
  await skills.list();
  expect((await client.listTools()).tools).toEqual([]);
  expect(wire.map(({ method }) => method).filter((method) => method !== undefined)).toEqual([
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
  ]);
  await close();
});
