/**
 * [B30] Guards the existing tools of a program in the format of each framework, with each real package. An allowed call
 * runs, a denied call returns the reason, and the model continues.
 */
import { beforeAll, expect } from "vitest";
import type { Session } from "../../../src/session/conversation/session.ts";
import { guardAiSdkTools } from "../../../src/surfaces/adapters/ai-sdk.ts";
import { type AnthropicAnswer, guardAnthropicCalls } from "../../../src/surfaces/adapters/anthropic.ts";
import { guardLangchainTools } from "../../../src/surfaces/adapters/langchain.ts";
import { guardMcpClient, guardMcpServer, type McpServerLike } from "../../../src/surfaces/adapters/mcp.ts";
import { guardOpenAiChatCalls } from "../../../src/surfaces/adapters/openai-chat.ts";
import { guardOpenAiResponsesCalls } from "../../../src/surfaces/adapters/openai-responses.ts";
import { open, skillFile } from "../../session/conversation/open.ts";
import { framework, withFrameworks } from "./frameworks.ts";
import { loopback } from "./loopback.mjs";

const { describe, test } = withFrameworks;

const ALLOWED = "git log";
const REFUSED = "git log; rm -rf x";
const REASON =
  "The call of `bash` was not made: the skill `release` may use only `Bash(git *)`, `mcp__files__read`: no rule covers `rm`. It needs " +
  "the user's approval, and no user can answer. Use what is allowed, or tell the user what you need.";

let session: Session;
beforeAll(async () => {
  const opened = await open({
    release: skillFile("release", "Ship.\n", "allowed-tools: Bash(git *), mcp__files__read\n"),
  });
  session = opened.session;
  await session.activate({ asked: "release", actor: "user" });
});

describe("[B30] AI SDK", () => {
  interface Ai {
    generateText(
      options: object,
    ): Promise<{ text: string; steps: { content: { type: string; output?: unknown }[] }[] }>;
    stepCountIs(count: number): unknown;
    tool<T>(definition: T): T;
    jsonSchema(schema: object): unknown;
  }
  interface AiTest {
    MockLanguageModelV3: new (options: { doGenerate: (options: { prompt: unknown }) => Promise<object> }) => unknown;
  }

  test.each(["once", "in parts"])("a tool that answers %s", async (way) => {
    const { generateText, stepCountIs, tool, jsonSchema } = await framework<Ai>("ai");
    const { MockLanguageModelV3 } = await framework<AiTest>("ai/test");
    const made: string[] = [];
    const bash = tool({
      description: "Runs a command.",
      inputSchema: jsonSchema({ type: "object", properties: { command: { type: "string" } } }),
      execute:
        way === "once"
          ? async ({ command }: { command: string }) => `did ${made[made.push(command) - 1]}`
          : async function* ({ command }: { command: string }) {
              yield "under way";
              yield `did ${made[made.push(command) - 1]}`;
            },
    });
    const prompts: unknown[] = [];
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => {
        const command = [ALLOWED, REFUSED][prompts.push(prompt) - 1];
        const call = {
          type: "tool-call",
          toolCallId: `c${prompts.length}`,
          toolName: "bash",
          input: JSON.stringify({ command }),
        };
        return {
          content: command ? [call] : [{ type: "text", text: "done" }],
          finishReason: { unified: command ? "tool-calls" : "stop", raw: undefined },
          usage: { inputTokens: {}, outputTokens: {} },
          warnings: [],
        };
      },
    });
    const guarded = guardAiSdkTools(session, {
      bash,
      elsewhere: tool({ inputSchema: jsonSchema({ type: "object" }), execute: undefined }),
    });
    const { text } = await generateText({ model, prompt: "Go.", tools: guarded, stopWhen: stepCountIs(5) });
    const results = JSON.stringify(prompts.at(-1));
    expect(text).toBe("done");
    expect(made).toEqual([ALLOWED]);
    expect(results).toContain('{"type":"text","value":"did git log"}');
    expect(results).toContain(`{"type":"error-text","value":${JSON.stringify(REASON)}}`);
  });
});

describe("[B30] LangChain", () => {
  interface Tools {
    DynamicStructuredTool: new (
      fields: object,
    ) => {
      name: string;
      responseFormat?: string;
      invoke(call: object): Promise<{ content: string; artifact?: unknown }>;
    };
  }

  test.each([undefined, "content_and_artifact"])("responseFormat %s", async (responseFormat) => {
    const { DynamicStructuredTool } = await framework<Tools>("@langchain/core/tools");
    const made: string[] = [];
    const bash = new DynamicStructuredTool({
      name: "bash",
      description: "Runs a command.",
      schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
      ...(responseFormat ? { responseFormat } : {}),
      func: async ({ command }: { command: string }) => {
        made.push(command);
        return responseFormat ? [`did ${command}`, { bytes: 1 }] : `did ${command}`;
      },
    });
    const [guarded] = guardLangchainTools(session, [bash]);
    const call = (command: string) => guarded!.invoke({ name: "bash", args: { command }, id: "1", type: "tool_call" });
    expect(guarded).toBeInstanceOf(DynamicStructuredTool);
    expect((await call(ALLOWED)).content).toBe("did git log");
    const refused = await call(REFUSED);
    expect(refused.content).toBe(REASON);
    expect(refused.artifact).toEqual(responseFormat ? { isError: true } : undefined);
    expect(made).toEqual([ALLOWED]);
  });
});

describe("[B30] MCP", () => {
  interface Server {
    McpServer: new (
      info: object,
    ) => McpServerLike & { connect(transport: unknown): Promise<void>; close(): Promise<void> };
    fromJsonSchema(schema: object): unknown;
  }
  interface Client {
    Client: new (
      info: object,
    ) => {
      connect(transport: unknown): Promise<void>;
      close(): Promise<void>;
      callTool(call: object): Promise<{ content: { text: string }[]; isError?: boolean }>;
    };
    InMemoryTransport: { createLinkedPair(): [unknown, unknown] };
  }

  test("a server's own tools, and the calls of a client", async () => {
    const { McpServer } = await framework<Server>("@modelcontextprotocol/server");
    const { Client, InMemoryTransport } = await framework<Client>("@modelcontextprotocol/client");
    const plain = new McpServer({ name: "s", version: "1" });
    const server = guardMcpServer(session, plain);
    const made: unknown[] = [];
    const register = server.registerTool.bind(server) as unknown as (
      name: string,
      config: object,
      run: unknown,
    ) => void;
    const schema = { "~standard": standard };
    register("bash", { inputSchema: schema }, async (input: unknown) => {
      made.push(input);
      return { content: [{ type: "text", text: "did it" }] };
    });
    register("read", {}, async () => ({ content: [{ type: "text", text: "read it" }] }));
    const client = new Client({ name: "c", version: "1" });
    const [here, there] = InMemoryTransport.createLinkedPair();
    await Promise.all([plain.connect(here), client.connect(there)]);
    const bash = (command: string) => client.callTool({ name: "bash", arguments: { command } });
    expect(await bash(ALLOWED)).toMatchObject({ content: [{ text: "did it" }] });
    expect(await bash(REFUSED)).toMatchObject({ content: [{ text: REASON }], isError: true });
    expect(made).toEqual([{ command: ALLOWED }]);
    expect((await client.callTool({ name: "read" })).content[0]?.text).toContain("nothing grants `read`");
    await client.close();
    await plain.close();
  });

  test("a client is known by the server that it is connected to", async () => {
    const asked: object[] = [];
    const client = {
      callTool: async (call: { name: string; arguments?: object }) => {
        asked.push(call);
        return { content: [{ type: "text", text: "did it" }] };
      },
    };
    const files = guardMcpClient(session, client, "files");
    const other = guardMcpClient(session, client, "other");
    expect(await files.callTool({ name: "read", arguments: { path: "x" } })).toMatchObject({
      content: [{ text: "did it" }],
    });
    expect(await other.callTool({ name: "read" })).toMatchObject({ isError: true });
    expect(asked).toEqual([{ name: "read", arguments: { path: "x" } }]);
  });
});

/** A schema that accepts any value. */
const standard = {
  version: 1,
  vendor: "test",
  validate: (value: unknown) => ({ value }),
  jsonSchema: { input: () => ({ type: "object" }), output: () => ({ type: "object" }) },
};

describe("[B30] OpenAI and Anthropic: the calls in what a model said", () => {
  test("Chat Completions", async () => {
    interface Chat {
      default: new (
        options: object,
      ) => {
        chat: { completions: { create(body: object): Promise<{ choices: { message: Message }[] }> } };
      };
    }
    interface Message {
      tool_calls?: { id: string; type: string; function?: { name: string; arguments: string } }[];
    }
    const { default: OpenAi } = await framework<Chat>("openai");
    const calls = [ALLOWED, REFUSED].map((command, at) => ({
      id: `c${at}`,
      type: "function",
      function: { name: "bash", arguments: JSON.stringify({ command }) },
    }));
    const custom = { id: "c2", type: "custom", custom: { name: "bash", input: "rm x" } };
    const api = await loopback(() => ({
      choices: [{ message: { role: "assistant", content: null, tool_calls: [...calls, custom] } }],
    }));
    try {
      const client = new OpenAi({ apiKey: "none", baseURL: `${api.url}/v1`, maxRetries: 0 });
      const { choices } = await client.chat.completions.create({ model: "m", messages: [] });
      const guarded = await guardOpenAiChatCalls(session, choices[0]!.message);
      expect(guarded.calls.map(({ id }) => id)).toEqual(["c0"]);
      expect(guarded.answers).toEqual([
        { role: "tool", tool_call_id: "c1", content: REASON },
        {
          role: "tool",
          tool_call_id: "c2",
          content: REASON.replace("no rule covers `rm`", "it has `input` besides a command"),
        },
      ]);
    } finally {
      await api.close();
    }
    expect(await guardOpenAiChatCalls(session, { tool_calls: null })).toEqual({ calls: [], answers: [] });
  });

  test("Responses", async () => {
    const item = (id: string, command: string) => ({
      type: "function_call",
      call_id: id,
      name: "bash",
      arguments: JSON.stringify({ command }),
    });
    const text = { type: "message", call_id: "", name: "", arguments: "" };
    const guarded = await guardOpenAiResponsesCalls(session, {
      output: [text, item("a", ALLOWED), item("b", REFUSED)],
    });
    expect(guarded).toEqual({
      output: [text, item("a", ALLOWED)],
      answers: [{ type: "function_call_output", call_id: "b", output: REASON }],
    });
  });

  test("Anthropic", async () => {
    interface Anthropic {
      default: new (
        options: object,
      ) => { messages: { create(body: object): Promise<{ content: { type: string }[] }> } };
    }
    const { default: Client } = await framework<Anthropic>("@anthropic-ai/sdk");
    const call = (id: string, command: string) => ({ type: "tool_use", id, name: "bash", input: { command } });
    const api = await loopback(() => ({
      id: "m",
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "Let me see." }, call("a", ALLOWED), call("b", REFUSED)],
    }));
    try {
      const client = new Client({ apiKey: "none", baseURL: api.url, maxRetries: 0 });
      const message = await client.messages.create({ model: "m", max_tokens: 1, messages: [] });
      const { content, answers } = await guardAnthropicCalls(session, message);
      expect(content.map(({ type }) => type)).toEqual(["text", "tool_use"]);
      const expected: AnthropicAnswer[] = [{ type: "tool_result", tool_use_id: "b", content: REASON, is_error: true }];
      expect(answers).toEqual(expected);
    } finally {
      await api.close();
    }
  });
});
