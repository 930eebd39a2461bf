/** [X9] One suite over every adapter, each through the real package: what a model is shown, and what comes back to it. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect } from "vitest";
import { makeTool } from "../../../src/session/tools/make-tool.ts";
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
    // The agent stands on the library and on frameworks; speaking MCP is the work of the protocol's own packages.
    const onTop = ["surfaces/adapters/", "surfaces/agent/", "catalog/servers/", "surfaces/mcp/"];
    const others = files.filter((file) => !onTop.some((folder) => file.startsWith(folder)));
    expect(others.flatMap(imports).filter((each) => foreign.test(each ?? ""))).toEqual([]);
  });
});
