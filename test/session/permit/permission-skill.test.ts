/** Tests `permission.skill`, which decides which agent may load which skill, with OpenCode's settings and with ours. */
import { describe, expect, test } from "vitest";
import type { SubagentRunner } from "../../../src/model/conversation/control.ts";
import { explainPolicy } from "../../../src/ops/explain/explain-policy.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import type { SessionOptions } from "../../../src/session/conversation/session-options.ts";
import { makeTree, skill } from "../../tree.ts";
import { person } from "./tools.ts";

async function session(files: Readonly<Record<string, string>>, options: SessionOptions = {}, host = "skillwright") {
  const made = makeTree({
    "project/.git/HEAD": "",
    "project/.claude/skills/docs-a/SKILL.md": skill("docs-a"),
    "project/.claude/skills/internal-b/SKILL.md": skill("internal-b"),
    ...files,
  });
  const skills = await openSkills({
    environment: made.environment,
    files: made.files,
    trust: "all",
    host,
    defaultSkills: false,
  });
  return { skills, session: await skills.session(options), made };
}

const OURS =
  "permission: {skill: {'*': allow, 'internal-*': deny}}\nagent: {plan: {permission: {skill: {'docs-*': ask}}}}\n";

describe("[B60] in our own policy", () => {
  const files = { "home/.config/skillwright/policy.yaml": OURS };

  test("what is denied is neither listed nor given, except to the user", async () => {
    const { session: opened, skills } = await session(files);
    expect((await opened.offered("model")).map(({ address }) => address)).toEqual(["docs-a"]);
    expect((await opened.offered("user")).map(({ address }) => address)).toEqual(["docs-a", "internal-b"]);
    expect((await opened.catalog()).text).not.toContain("internal-b");
    const [tool] = await skills.tools(opened);
    expect(JSON.stringify(tool!.jsonSchema)).not.toContain("internal-b");
    const { content } = await tool!.execute({ name: "internal-b" });
    expect(content).toContain("`permission.skill` denies it to this agent");
    expect((await opened.activate({ asked: "internal-b", actor: "model" })).refusal?.code).toBe("SK412");
    expect((await opened.activate({ asked: "internal-b", actor: "user" })).isError).toBe(false);
  });

  test("an agent has its own on top, and what it has to ask for is asked for", async () => {
    const prompter = person("once", undefined);
    const { session: plan } = await session(files, { agent: "plan", control: { prompter } });
    expect((await plan.activate({ asked: "docs-a", actor: "model" })).isError).toBe(false);
    const refused = await plan.activate({ asked: "docs-a", actor: "model" });
    expect(refused.refusal).toMatchObject({
      code: "SK414",
      reason: expect.stringContaining("the agent `plan` must ask before it loads it"),
    });
    const { session: other } = await session(files, { agent: "build", control: { prompter: person() } });
    expect((await other.activate({ asked: "docs-a", actor: "model" })).isError).toBe(false);
  });
});

test("[B60] an agent that is sent by another may load what neither of them is denied", async () => {
  const files = {
    "home/.config/skillwright/policy.yaml":
      "agent:\n  plan: {permission: {skill: {'internal-*': deny}}}\n  look: {permission: {skill: {'docs-*': deny}}}\n",
    "project/.claude/skills/free/SKILL.md": skill("free"),
    "project/.claude/skills/sent/SKILL.md": skill("sent", "Looks.", "context: fork\nagent: look\n"),
  };
  const subagents: SubagentRunner = {
    run: async ({ session: inner }) => {
      const [tool] = await inner.tools();
      const given = [];
      for (const name of ["docs-a", "internal-b", "free"])
        given.push(`${name} ${(await tool?.execute({ name }))?.isError === false}`);
      return { status: "done", summary: given.join(", ") };
    },
  };
  const { session: plan } = await session(files, { agent: "plan", control: { subagents } });
  const { text } = await plan.activate({ asked: "sent", actor: "model" });
  expect(text.split("\n").at(-1)).toBe("docs-a false, internal-b false, free true");
});

describe("[B60] in OpenCode's settings", () => {
  const settings = (value: object) => ({ "project/opencode.json": JSON.stringify(value) });
  const model = async (files: Readonly<Record<string, string>>, options: SessionOptions = {}) => {
    const { session: opened } = await session(files, options, "opencode");
    const of = async (asked: string) => (await opened.activate({ asked, actor: "model" })).refusal?.code ?? "given";
    return [await of("docs-a"), await of("internal-b")];
  };

  test.each([
    [{}, ["given", "given"]],
    [{ permission: { skill: { "*": "allow", "internal-*": "deny" } } }, ["given", "SK738"]],
    [{ permission: { skill: { "internal-*": "deny", "*": "allow" } } }, ["given", "given"]],
    [{ permission: { skill: "ask" } }, ["SK414", "SK414"]],
    [{ permission: "ask" }, ["SK414", "SK414"]],
    [{ permission: { "*": "ask", skill: { "docs-?": "allow" } } }, ["given", "SK414"]],
    [{ permission: { bash: "deny", skill: { x: "maybe" } } }, ["given", "given"]],
    [
      {
        permission: { skill: { "internal-*": "deny" } },
        agent: { build: { permission: { skill: { "internal-b": "allow" } } } },
      },
      ["given", "SK412"],
    ],
  ])("%j: %j", async (value, expected) => {
    expect(await model(settings(value))).toEqual(expected);
  });

  test("for the agent that it is", async () => {
    const files = settings({
      permission: { skill: { "*": "allow" } },
      agent: { plan: { permission: { skill: { "docs-*": "deny" } } } },
    });
    expect(await model(files, { agent: "plan" })).toEqual(["SK412", "given"]);
    expect(await model(files, { agent: "build" })).toEqual(["given", "given"]);
  });

  test("an agent may have what is switched off for the others, and is offered it", async () => {
    const files = settings({
      permission: { skill: { "*": "allow", "internal-*": "deny" } },
      agent: { plan: { permission: { skill: { "internal-*": "allow", "docs-*": "ask" } } } },
    });
    expect(await model(files, { agent: "plan" })).toEqual(["SK414", "given"]);
    expect(await model(files, { agent: "build" })).toEqual(["given", "SK738"]);
    const { session: plan } = await session(files, { agent: "plan" }, "opencode");
    expect((await plan.offered("model")).map(({ address }) => address)).toEqual(["docs-a", "internal-b"]);
  });

  test("[B56] `policy explain` has them too, for the host", async () => {
    const files = settings({ permission: { skill: { "docs-*": "ask" } } });
    const { made } = await session(files, {}, "opencode");
    const options = { environment: made.environment, files: made.files, trust: "all", host: "opencode" } as const;
    const [explained] = await explainPolicy("docs-a", options);
    expect(explained?.permission).toEqual({ decision: "ask", from: "OpenCode: permission.skill" });
  });

  test("a later file replaces a key in its place", async () => {
    const files = {
      "home/.config/opencode/opencode.json": JSON.stringify({
        permission: { skill: { "docs-*": "deny", "*": "allow" } },
      }),
      ...settings({ permission: { skill: { "*": "ask" } } }),
    };
    expect(await model(files)).toEqual(["SK414", "SK414"]);
  });
});
