/** `generateText` of the AI SDK, with its own mock of a model. */
import { aiSdkTools } from "../../../src/surfaces/adapters/ai-sdk.ts";
import { framework } from "./frameworks.ts";
import { DONE, type Play, type Received, type Shown } from "./play.ts";

interface Ai {
  generateText(options: object): Promise<{ text: string }>;
  stepCountIs(count: number): unknown;
}

interface AiTest {
  MockLanguageModelV3: new (options: { doGenerate: (options: ModelCall) => Promise<object> }) => unknown;
}

interface ModelCall {
  readonly tools?: readonly { name: string; description: string; inputSchema: unknown }[];
  readonly prompt: readonly {
    role: string;
    content: string | readonly { type: string; output?: { type: string; value: string } }[];
  }[];
}

export const playAiSdk: Play = async (tools, calls) => {
  const { generateText, stepCountIs } = await framework<Ai>("ai");
  const { MockLanguageModelV3 } = await framework<AiTest>("ai/test");
  const seen: ModelCall[] = [];
  const model = new MockLanguageModelV3({
    doGenerate: async (options) => {
      const call = calls[seen.push(options) - 1];
      return {
        content: call
          ? [
              {
                type: "tool-call",
                toolCallId: `call-${seen.length}`,
                toolName: call.tool,
                input: typeof call.input === "string" ? call.input : JSON.stringify(call.input),
              },
            ]
          : [{ type: "text", text: DONE }],
        finishReason: { unified: call ? "tool-calls" : "stop", raw: undefined },
        usage: { inputTokens: {}, outputTokens: {} },
        warnings: [],
      };
    },
  });
  const { text } = await generateText({
    model,
    system: "You have skills.",
    prompt: "Go.",
    tools: aiSdkTools(tools),
    stopWhen: stepCountIs(calls.length + 1),
  });
  return { tools: shown(seen[0]), received: received(seen.at(-1)), said: text };
};

function shown(call: ModelCall | undefined): Shown[] {
  return (call?.tools ?? []).map(({ name, description, inputSchema }) => ({ name, description, schema: inputSchema }));
}

function received(call: ModelCall | undefined): Received[] {
  return (call?.prompt ?? [])
    .flatMap(({ content }) => (typeof content === "string" ? [] : content))
    .flatMap(({ type, output }) =>
      type === "tool-result" && output ? [{ content: output.value, isError: output.type === "error-text" }] : [],
    );
}
