/** The Anthropic SDK against an API on this machine. */
import { anthropicTools } from "../../../src/surfaces/adapters/anthropic.ts";
import { framework } from "./frameworks.ts";
import { loopback } from "./loopback.mjs";
import { DONE, type Play } from "./play.ts";

interface Anthropic {
  default: new (options: {
    apiKey: string;
    baseURL: string;
    maxRetries: number;
  }) => {
    messages: { create(body: Body): Promise<{ content: Block[] }> };
  };
}

interface Block {
  type: string;
  text?: string;
  content?: string;
  is_error?: boolean;
}

interface Body {
  model: string;
  max_tokens: number;
  messages: { role: string; content: string | Block[] }[];
  tools: { name: string; description: string; input_schema: unknown }[];
}

export const playAnthropic: Play = async (tools, calls) => {
  const { default: Client } = await framework<Anthropic>("@anthropic-ai/sdk");
  const api = await loopback<Body>((_, before) => {
    const call = calls[before];
    return {
      id: "m",
      type: "message",
      role: "assistant",
      content: call
        ? [{ type: "tool_use", id: `call-${before}`, name: call.tool, input: call.input }]
        : [{ type: "text", text: DONE }],
      stop_reason: call ? "tool_use" : "end_turn",
      usage: { input_tokens: 1, output_tokens: 1 },
    };
  });
  try {
    const client = new Client({ apiKey: "none", baseURL: api.url, maxRetries: 0 });
    const ours = anthropicTools(tools);
    const messages: Body["messages"] = [{ role: "user", content: "Go." }];
    for (;;) {
      const message = await client.messages.create({ model: "m", max_tokens: 100, messages, tools: ours.tools });
      messages.push({ role: "assistant", content: message.content });
      const answers = await ours.answer(message);
      if (answers.length > 0) messages.push({ role: "user", content: answers });
      else return played(api.asked.at(-1)!, message.content[0]?.text ?? "");
    }
  } finally {
    await api.close();
  }
};

function played(body: Body, said: string) {
  return {
    tools: body.tools.map(({ name, description, input_schema }) => ({ name, description, schema: input_schema })),
    received: body.messages
      .flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .flatMap(({ type, content = "", is_error = false }) =>
        type === "tool_result" ? [{ content, isError: is_error }] : [],
      ),
    said,
  };
}
