/** [X9] One suite for every adapter with its real package: the text for the model, and the results of its calls. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test as plainTest } from "vitest";
import { makeTool } from "../../../src/session/tools/make-tool.ts";
import { type AiSdkTool, aiSdkTools } from "../../../src/surfaces/adapters/ai-sdk.ts";
import { ADAPTERS } from "./adapters.ts";
import { withFrameworks } from "./frameworks.ts";
import { DONE } from "./play.ts";

const { describe, test } = withFrameworks;

const echo = makeTool({
  name: "echo",
  description: "Says it back.",
  fields: {
    text: { type: "string", description: "What.", required: true, enum: ["a", "b"] },
    at: { type: "integer", description: "Where." },
  },
  run: ({ text, at }) => {
    if (text === "throw") throw new Error("thrown");
    return { content: `${text} at ${at}`, isError: text === "bad" };
  },
});

describe.each(ADAPTERS)("[X9] %s", (_, play, marksErrors) => {
  test("shows the tool as it is, and hands on every call and every answer", async () => {
    const calls: [input: unknown, content: string, isError: boolean][] = [
      [{ text: "a", at: 3 }, "a at 3", false],
      [{ text: "not in the enum", more: "keys" }, "not in the enum at undefined", false],
      [{ text: 1, at: null }, "1 at undefined", false],
      [{ text: "bad" }, "bad at undefined", true],
      [{ text: "throw" }, "the call of `echo` failed: thrown", true],
      [{ text: ["list"] }, '`text` must be text; `echo` takes `{ "text": string, "at"?: integer }`', true],
    ];
    const played = await play(
      [echo],
      calls.map(([input]) => ({ tool: "echo", input })),
    );
    expect(played).toEqual({
      tools: [{ name: "echo", description: "Says it back.", schema: played.tools[0]?.schema }],
      received: calls.map(([, content, isError]) => (marksErrors ? { content, isError } : { content })),
      said: DONE,
    });
    expect(played.tools[0]?.schema).toMatchObject(echo.jsonSchema);
  });
});

/** Vercel's AI SDK and Mastra 1 pass the input directly; Mastra before version 1 wraps it. */
plainTest.each<[string, unknown]>([
  ["the AI SDK", { text: "a", at: 3 }],
  ["Mastra 0.24", { context: { text: "a", at: 3 }, runtimeContext: {}, threadId: undefined }],
])("[X9] the input as %s passes it", async (_, input) => {
  const result = await aiSdkTools([echo])["echo"]?.execute(input);
  expect(result).toEqual({ content: "a at 3", isError: false });
  const { toModelOutput } = aiSdkTools([echo])["echo"] as AiSdkTool;
  const output = { type: "text", value: "a at 3" };
  expect([toModelOutput({ output: result as never }), toModelOutput(result as never)]).toEqual([output, output]);
});

plainTest("[X9] no version of a framework blocks an install: the package names no peers", () => {
  const path = resolve(import.meta.dirname, "../../../package.json");
  expect(Object.keys(JSON.parse(readFileSync(path, "utf8"))).filter((key) => /^peer|^optionalD/.test(key))).toEqual([]);
});

describe("[X9] an adapter imports no framework, and the core no adapter", () => {
  const source = resolve(import.meta.dirname, "../../../src");
  const imports = (file: string) =>
    [...readFileSync(resolve(source, file), "utf8").matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(
      (match) => match[1],
    );
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

  test.each(files.filter((file) => file.startsWith("surfaces/adapters")))("%s", (file) => {
    expect(imports(file).filter((each) => !each?.startsWith("."))).toEqual([]);
  });

  test("all others", () => {
    const foreign = /adapters\/|^(?:ai|openai|@anthropic-ai|@langchain|@modelcontextprotocol|langchain)(?:\/|$)/;
    // The agent uses the library and frameworks. For MCP it uses the protocol's own packages.
    const onTop = ["surfaces/adapters/", "surfaces/agent/", "catalog/servers/", "surfaces/mcp/"];
    const others = files.filter((file) => !onTop.some((folder) => file.startsWith(folder)));
    expect(others.flatMap(imports).filter((each) => foreign.test(each ?? ""))).toEqual([]);
  });
});
