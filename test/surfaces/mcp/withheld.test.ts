/** Withheld skills are not served in any way. */
import { expect, test } from "vitest";
import { connect } from "./connect.ts";
import { machine, skillFile, type Tree } from "./machine.ts";

async function served(files: Tree, options: Parameters<typeof machine>[1] = {}) {
  const place = await machine(files, options);
  const { client, skills, close } = await connect(place.open);
  const resources = (await client.listResources()).resources.map(({ uri }) => uri);
  const prompts = (await client.listPrompts()).prompts.map(({ name }) => name);
  const called = await client
    .callTool({ name: "skill", arguments: { name: "secret" } })
    .catch(() => ({ isError: true }));
  const file = await client
    .callTool({ name: "skill_resource", arguments: { name: "secret", path: "SKILL.md" } })
    .catch(() => ({ isError: true }));
  const listed = (await skills.list()).skills.map(({ uri }) => uri);
  const got = await skills.get("skill://secret/SKILL.md").then(
    () => "served",
    (error: { code: number }) => error.code,
  );
  const read = await client.readResource({ uri: "skill://secret/SKILL.md" }).then(
    () => "served",
    (error: { code: number }) => error.code,
  );
  await close();
  place.remove();
  return { resources, prompts, listed, called: called.isError, file: file.isError, got, read };
}

const OPEN = { "~/.agents/skills/open/SKILL.md": skillFile("open") };
const NOTHING = {
  resources: ["skill://open/SKILL.md"],
  prompts: ["open"],
  listed: ["skill://open/SKILL.md"],
  called: true,
  file: true,
  got: -32602,
  read: -32602,
};

test("[MC8] a project's skills, where its folder is not trusted", async () => {
  const files = { ...OPEN, ".skillwright/skills/secret/SKILL.md": skillFile("secret") };
  expect(await served(files, { trust: "store" } as never)).toEqual(NOTHING);
});

test("[MC8] what a policy denies", async () => {
  const files = {
    ...OPEN,
    "~/.agents/skills/secret/SKILL.md": skillFile("secret"),
    "~/.config/skillwright/policy.yaml": "rules:\n  - deny: { skill: secret }\n",
  };
  expect(await served(files)).toEqual(NOTHING);
});

test("[MC8] what a policy wants to be asked for is not given through the extension, and refused by the tool", async () => {
  const files = {
    ...OPEN,
    "~/.agents/skills/secret/SKILL.md": skillFile("secret"),
    "~/.config/skillwright/policy.yaml": "rules:\n  - ask: { skill: secret }\n",
  };
  const { listed, called, file, got, read } = await served(files);
  expect({ listed, called, file, got, read }).toEqual({
    ...{ listed: NOTHING.listed, called: true, file: true },
    ...{ got: -32602, read: -32602 },
  });
});

test("[MC21] more than 512 files are not served through the extension, and 512 are", async () => {
  const pages = (count: number, name: string): Tree =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`~/.agents/skills/${name}/p/${at}.md`, "x"]));
  const place = await machine({
    "~/.agents/skills/most/SKILL.md": skillFile("most"),
    ...pages(511, "most"),
    "~/.agents/skills/more/SKILL.md": skillFile("more"),
    ...pages(512, "more"),
  });
  const { client, skills, close } = await connect(place.open);
  expect((await client.callTool({ name: "skill", arguments: { name: "more" } })).isError).toBe(false);
  const { skills: entries } = await skills.list();
  expect(entries.map(({ uri, resources }) => [uri, resources.length])).toEqual([["skill://most/SKILL.md", 512]]);
  expect(place.remarks.map(({ code }) => code)).toEqual(["SK911"]);
  const directory = await skills.readDirectory("skill://most/p");
  expect(directory.resources).toHaveLength(511);
  await close();
  place.remove();
});
