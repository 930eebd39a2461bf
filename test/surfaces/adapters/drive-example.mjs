// Runs one example as a reader would. The model loads the skill `greet` for Ada if the example offers it, and then
// repeats its text. The file is beside the examples when it runs. CI also runs it under a newer Node.
import { loopback } from "./loopback.mjs";

const drivers = {
  "ai-sdk": async ({ ask }) => {
    const { MockLanguageModelV3 } = await import("ai/test");
    const doGenerate = async ({ prompt, tools }) => {
      const output = prompt.at(-1).content[0].output?.value;
      const toolCall = { type: "tool-call", toolCallId: "1", ...call(JSON.stringify(prompt), tools[0], "toolName") };
      return {
        content: [
          output === undefined
            ? { ...toolCall, input: JSON.stringify(toolCall.input) }
            : { type: "text", text: output },
        ],
        finishReason: { unified: output === undefined ? "tool-calls" : "stop", raw: undefined },
        usage: { inputTokens: {}, outputTokens: {} },
        warnings: [],
      };
    };
    return ask(new MockLanguageModelV3({ doGenerate }), "Greet Ada.");
  },

  "openai-chat": async ({ ask }) =>
    withApi(
      ({ messages, tools }) => {
        const { role, content } = messages.at(-1);
        if (role === "tool") return { choices: [{ message: { role: "assistant", content } }] };
        const { name, input } = call(JSON.stringify(messages), tools[0].function, "name");
        const asked = { id: "1", type: "function", function: { name, arguments: JSON.stringify(input) } };
        return { choices: [{ message: { role: "assistant", content: null, tool_calls: [asked] } }] };
      },
      async (url) => ask(await openai(url), "any", "Greet Ada."),
    ),

  "openai-responses": async ({ ask }) =>
    withApi(
      ({ instructions, input: items, tools }) => {
        const { type, output } = items.at(-1);
        const content = [{ type: "output_text", text: output, annotations: [] }];
        if (type === "function_call_output")
          return { object: "response", output: [{ type: "message", role: "assistant", content }] };
        const { name, input } = call(instructions, tools[0], "name");
        const asked = { type: "function_call", call_id: "1", name, arguments: JSON.stringify(input) };
        return { object: "response", output: [asked] };
      },
      async (url) => ask(await openai(url), "any", "Greet Ada."),
    ),

  anthropic: async ({ ask }) =>
    withApi(
      ({ system, messages, tools }) => {
        const [block] = messages.at(-1).content;
        if (block.type === "tool_result") return { content: [{ type: "text", text: block.content }] };
        return { content: [{ type: "tool_use", id: "1", ...call(system, tools[0], "name") }] };
      },
      async (url) => {
        const { default: Anthropic } = await import("@anthropic-ai/sdk");
        return ask(new Anthropic({ apiKey: "none", baseURL: url }), "any", "Greet Ada.");
      },
    ),

  langchain: async ({ ask }) => {
    const { BaseChatModel } = await import("@langchain/core/language_models/chat_models");
    const { AIMessage } = await import("@langchain/core/messages");
    class Told extends BaseChatModel {
      bindTools(tools) {
        return this.withConfig({ tools });
      }
      async _generate(messages, { tools }) {
        const last = messages.at(-1);
        const { name, input } = call(messages[0].content, tools[0], "name");
        const answered = last.getType() === "tool";
        const calls = answered ? [] : [{ name, args: input, id: "1", type: "tool_call" }];
        const message = new AIMessage({ content: answered ? last.content : "", tool_calls: calls });
        return { generations: [{ text: "", message }] };
      }
      _llmType() {
        return "told";
      }
    }
    return ask(new Told({}), "Greet Ada.");
  },

  mcp: async () => {
    const { Client } = await import("@modelcontextprotocol/client");
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const client = new Client({ name: "test", version: "1" });
    const server = new URL("./mcp.mjs", import.meta.url).pathname;
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], cwd: process.cwd() }));
    const { tools } = await client.listTools();
    const { name, input } = call(tools[0].description, tools[0], "name");
    const { content } = await client.callTool({ name, arguments: input });
    await client.close();
    return content[0].text;
  },
};

const [name] = process.argv.slice(2);
const example = name === "mcp" ? undefined : await import(`./${name}.mjs`);
console.log(await drivers[name](example));

/** Returns a call of the model, with the API's key for a tool's name. */
function call(catalog, tool, word) {
  if (!catalog.includes("Greets people.")) throw new Error(`the model was not told of the skill: ${catalog}`);
  return { [word]: tool.name, input: { name: "greet", arguments: "Ada" } };
}

async function withApi(answer, use) {
  const api = await loopback(answer);
  try {
    return await use(api.url);
  } finally {
    await api.close();
  }
}

async function openai(url) {
  const { default: OpenAI } = await import("openai");
  return new OpenAI({ apiKey: "none", baseURL: `${url}/v1` });
}
