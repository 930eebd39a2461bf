/**
 * One conversation with every adapter and its real package: list, load, arguments, read a file, unknown, refused,
 * repeated, changed on disk. A snapshot has the text of the tools without a framework. Each framework's model must
 * receive exactly this text.
 */
import { rmSync } from "node:fs";
import { beforeAll, expect } from "vitest";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { makeTree } from "../../tree.ts";
import { ADAPTERS } from "./adapters.ts";
import { withFrameworks } from "./frameworks.ts";
import { type Call, DONE, type Play, type Received, type Shown } from "./play.ts";

const { describe, test } = withFrameworks;

const GREET = "---\nname: greet\ndescription: Greets people.\n---\n";

const FIRST: readonly Call[] = [
  { tool: "skill", input: { name: "greet", arguments: "Ada" } },
  { tool: "skill_resource", input: { name: "greet", path: "references/tone.md" } },
  { tool: "skill_resource", input: { name: "greet", path: "references/long.md" } },
  { tool: "skill_resource", input: { name: "greet", path: "../release/SKILL.md" } },
  { tool: "skill", input: { name: "great" } },
  { tool: "skill", input: { name: "release" } },
  { tool: "skill", input: { name: "greet", arguments: "Ada" } },
  { tool: "skill", input: { name: "greet", arguments: "Bob", mood: "good" } },
  { tool: "skill", input: { name: ["greet"] } },
  { tool: "skill", input: {} },
];

const LATER: readonly Call[] = [
  { tool: "skill", input: { name: "greet", arguments: "Bob" } },
  { tool: "skill", input: { name: "later" } },
  { tool: "skill", input: { name: "gone" } },
  { tool: "skill", input: { name: "spoilt" } },
];

interface Conversation {
  readonly tools: readonly Shown[];
  readonly received: readonly Received[];
  readonly said: string;
}

async function converse(play: Play): Promise<Conversation> {
  const tree = makeTree({
    "skills/greet/SKILL.md": `${GREET}Say hello to $ARGUMENTS. See references/tone.md.\n`,
    "skills/greet/references/tone.md": "Be warm.\n",
    "skills/greet/references/long.md": "0123456789abcde\n".repeat(10_000),
    "skills/release/SKILL.md":
      "---\nname: release\ndescription: Ships it.\ndisable-model-invocation: true\n---\nShip it.\n",
    "skills/gone/SKILL.md": "---\nname: gone\ndescription: Goes.\n---\nGo.\n",
    "skills/spoilt/SKILL.md": "---\nname: spoilt\ndescription: Spoils.\n---\nSpoil.\n",
  });
  const skills = await openSkills({
    environment: tree.environment,
    files: tree.files,
    ambient: false,
    roots: [tree.at("skills")],
  });
  const session = await skills.session({ id: "s" });
  const tools = await skills.tools(session, { listing: "description" });
  const first = await play(tools, FIRST);
  tree.add({
    "skills/greet/SKILL.md": `${GREET}Wave at $ARGUMENTS.\n`,
    "skills/later/SKILL.md": "---\nname: later\ndescription: Came later.\n---\nLate.\n",
    "skills/spoilt/SKILL.md": "spoilt\n",
  });
  rmSync(tree.at("skills/gone"), { recursive: true });
  const second = await play(tools, LATER);
  return tree.plain({ ...first, received: [...first.received, ...second.received] });
}

/** Calls the tools without a framework. */
const directly: Play = async (tools, calls) => {
  const received: Received[] = [];
  for (const { tool, input } of calls) received.push(await tools.find(({ name }) => name === tool)!.execute(input));
  const shown = tools.map(({ name, description, jsonSchema }) => ({ name, description, schema: jsonSchema }));
  return { tools: shown, received, said: DONE };
};

let plain: Conversation;

beforeAll(async () => {
  plain = await converse(directly);
});

describe("[X4] what a model gets, without a framework", () => {
  test("the tools", () => {
    expect(plain.tools.map(({ name }) => name)).toEqual(["skill", "skill_resource"]);
    expect(plain.tools[0]).toMatchObject({
      description: expect.stringContaining("Greets people."),
      schema: { properties: { name: { enum: ["gone", "greet", "spoilt"] } } },
    });
  });

  test.each<[what: string, at: number, isError: boolean, has: RegExp[], hasNot?: RegExp]>([
    ["activate a skill, with arguments", 0, false, [/Say hello to Ada\./, /tone\.md/]],
    ["one of its files", 1, false, [/^Be warm\.\n$/]],
    ["a long file, and where it goes on", 2, false, [/^0123456789abcde\n/, /offset \d+/]],
    ["a file of another skill", 3, true, [/release/], /Ship it/],
    ["an unknown name, and the nearest", 4, true, [/great/, /greet/]],
    ["a skill that is kept from models", 5, true, [/disable-model-invocation/], /Ship it/],
    ["the same again: a note, not the text", 6, false, [/already/], /Say hello/],
    ["the same with other arguments: the text", 7, false, [/Say hello to Bob\./]],
    ["input of the wrong type", 8, true, [/`name` must be text/]],
    ["no name, and the names that there are", 9, true, [/`gone`, `greet`, `spoilt`/]],
    ["one that has changed since: the new text, and a note about it", 10, false, [/Wave at Bob\./, /changed/]],
    ["one that came after the load", 11, false, [/Late\./]],
    ["one that is gone", 12, true, [/gone/]],
    ["one that is broken now", 13, true, [/spoilt/], /Spoil\./],
  ])("%s", (_, at, isError, has, hasNot = /(?!)/) => {
    const { content } = plain.received[at]!;
    expect(plain.received[at]!.isError).toBe(isError);
    for (const pattern of has) expect(content).toMatch(pattern);
    expect(content).not.toMatch(hasNot);
  });
});

describe.each(ADAPTERS)("[X9] %s", (_, play, marksErrors) => {
  test("shows the same tools and gives back the same texts", async () => {
    const { tools, received, said } = await converse(play);
    expect(tools.map(({ name, description }) => ({ name, description }))).toEqual(
      plain.tools.map(({ name, description }) => ({ name, description })),
    );
    for (const [at, { schema }] of tools.entries()) expect(schema).toMatchObject(plain.tools[at]!.schema as object);
    expect(received).toEqual(
      plain.received.map(({ content, isError }) => (marksErrors ? { content, isError } : { content })),
    );
    expect(said).toBe(DONE);
  });
});
