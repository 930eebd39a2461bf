import { describe, expect, test } from "vitest";
import * as agent from "../../src/api/agent.ts";
import * as hosts from "../../src/api/hosts.ts";
import * as api from "../../src/api/index.ts";
import * as install from "../../src/api/install.ts";
import * as seeds from "../../src/api/seeds.ts";
import * as testing from "../../src/api/testing.ts";
import * as aiSdk from "../../src/surfaces/adapters/ai-sdk.ts";
import * as anthropic from "../../src/surfaces/adapters/anthropic.ts";
import * as langchain from "../../src/surfaces/adapters/langchain.ts";
import * as mcp from "../../src/surfaces/adapters/mcp.ts";
import * as openai from "../../src/surfaces/adapters/openai.ts";
import { makeTree, skill } from "../tree.ts";

/** Values that TypeScript would refuse in nearly every place. */
const WRONG: readonly unknown[] = [
  ...[undefined, null, 0, -1, true, "", "x", 10n, Symbol("s"), () => undefined, new Map(), Object.create(null)],
  ...[[], [null], [{}], [1], {}, { name: 1 }, { asked: null }, { skills: "x" }, { skills: [1] }, { roots: "x" }],
  ...[{ cwd: 1 }, { files: "x" }, { scope: "x" }, { signal: 1 }, { path: 1 }, { tool: 1 }],
];
const FIRST: readonly unknown[] = ["pdf", [], { asked: "pdf", actor: "model" }];

type Callable = (...args: readonly unknown[]) => unknown;

/** Calls a function with wrong arguments, and returns every error that is not typed. */
async function rawErrors(name: string, call: Callable): Promise<readonly string[]> {
  const raw: string[] = [];
  for (const args of [...WRONG.map((each) => [each]), ...FIRST.flatMap((one) => WRONG.map((each) => [one, each]))]) {
    try {
      await call(...args);
    } catch (error) {
      const { code, name: kind, message } = error as { code?: unknown; name?: string; message?: string };
      const isTyped = typeof code === "string" && /^SK\d{3}$/.test(code);
      if (!isTyped && kind !== "InputError") raw.push(`${name}: ${kind}: ${message}`);
    }
  }
  return [...new Set(raw)];
}

const tree = makeTree({ "skills/pdf/SKILL.md": skill("pdf") });
const { environment } = tree;

/** `openInstaller` and the methods of an installer must not see the real home. */
function inTree(call: (...args: never[]) => unknown): Callable {
  return (one, other) => {
    const isPlain = typeof other === "object" && other !== null && !Array.isArray(other) && !(other instanceof Map);
    const rest = other === undefined ? { environment } : isPlain ? { environment, ...other } : other;
    return (call as unknown as Callable)(one, rest);
  };
}

const FUNCTIONS: Readonly<Record<string, Callable>> = Object.fromEntries(
  [
    ...[api.catalogDelta, api.estimateTokens, api.makeTool, api.skillItemName, api.withoutSkillItems, api.isSkillItem],
    ...[hosts.findProfile, aiSdk.aiSdkTools, aiSdk.guardAiSdkTools, anthropic.anthropicTools],
    ...[anthropic.guardAnthropicCalls, openai.openaiChatTools, openai.openaiResponsesTools],
    ...[openai.guardOpenAiChatCalls, openai.guardOpenAiResponsesCalls, langchain.langchainTools],
    ...[langchain.guardLangchainTools, mcp.addMcpTools, mcp.guardMcpClient, mcp.guardMcpServer],
  ].map((each) => [each.name, each as unknown as Callable]),
);

const IN_TREE: Readonly<Record<string, Callable>> = Object.fromEntries(
  [
    api.checkSkills,
    hosts.explainEverywhere,
    hosts.compileSkill,
    install.auditSkills,
    install.placeSkills,
    install.publishSkills,
  ].map((each) => [each.name, inTree(each)]),
);

/** Functions whose only argument is options: with the real environment, they would read the real home. */
const WITH_OPTIONS: Readonly<Record<string, Callable>> = Object.fromEntries(
  [agent.loadAgents, agent.savedLogins, testing.evalSkills].map((each) => {
    const call = inTree((_: unknown, options: never) => each(options));
    return [each.name, (one: unknown) => call(undefined, one)];
  }),
);

const isFunction = (value: unknown): value is Callable => typeof value === "function";
const CLASSES = [seeds.Crabtalk, seeds.CrabtalkRegistry, seeds.SkillSystem] as const;

const OTHERS: Readonly<Record<string, Callable>> = Object.fromEntries(
  Object.entries({ ...agent, ...seeds, memoryFiles: testing.memoryFiles }).flatMap(([name, value]) =>
    isFunction(value) && !(CLASSES as readonly unknown[]).includes(value) && !Object.hasOwn(WITH_OPTIONS, name)
      ? [[name, value]]
      : [],
  ),
);

/** Methods that end the object, or that wait for files. */
const LEFT_OUT = new Set(["constructor", "close", "watch", "settled", "end"]);

function methodsOf(object: object): Readonly<Record<string, Callable>> {
  const own = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object));
  return Object.fromEntries(
    Object.entries(own)
      .filter(([name, { value }]) => typeof value === "function" && !LEFT_OUT.has(name))
      .map(([name, { value }]) => [name, (...args: readonly unknown[]) => value.apply(object, args)]),
  );
}

describe("[L13] wrong arguments are typed errors", () => {
  test.each(Object.entries({ ...FUNCTIONS, ...IN_TREE, ...WITH_OPTIONS, ...OTHERS }))("of %s", async (name, call) => {
    expect(await rawErrors(name, call)).toEqual([]);
  });

  test("of the methods of Skills and Session", async () => {
    await using skills = await api.openSkills({
      ambient: false,
      cwd: tree.top,
      roots: [tree.at("skills")],
      environment,
    });
    const session = await skills.session();
    const raw: string[] = [];
    for (const object of [skills, session])
      for (const [name, call] of Object.entries(methodsOf(object))) raw.push(...(await rawErrors(name, call)));
    expect(raw).toEqual([]);
  });

  test("of the classes of the seeds and their methods", async () => {
    const files = testing.memoryFiles({ "/skills/pdf/SKILL.md": skill("pdf") });
    const view = { entries: [], roots: [] } as unknown as ConstructorParameters<typeof seeds.Crabtalk>[0];
    const system = new seeds.SkillSystem({ environment, files: tree.files, defaultSkills: false });
    await system.init();
    const raw = await rawErrors("new Crabtalk", (...args) => new seeds.Crabtalk(...(args as [never, never])));
    const all: string[] = [...raw];
    for (const object of [new seeds.Crabtalk(view, files), new seeds.CrabtalkRegistry(), system])
      for (const [name, call] of Object.entries(methodsOf(object))) all.push(...(await rawErrors(name, call)));
    expect(all).toEqual([]);
  });

  test("of the methods of an installer", async () => {
    const installer = await install.openInstaller({ environment, offline: true });
    const raw: string[] = [];
    for (const [name, call] of Object.entries(methodsOf(installer))) raw.push(...(await rawErrors(name, call)));
    expect(raw).toEqual([]);
  });
});
