/** Converts conversations for Anthropic's Messages API. */
import { isMap } from "../../../../model/schema.ts";
import type { EvalMessage, ProviderWire } from "../conversation.ts";
import { readPositiveNumber, textOrEmpty } from "./read.ts";

/** Maximum tokens of an answer. This is enough for a tool call, and the text of the answer is not used. */
const MAX_TOKENS = 1024;

export const anthropic: ProviderWire = {
  path: "messages",
  headers: (key) => ({ "anthropic-version": "2023-06-01", ...(key === undefined ? {} : { "x-api-key": key }) }),

  body: ({ system, tools, messages }, model) => ({
    model,
    max_tokens: MAX_TOKENS,
    ...(system === "" ? {} : { system }),
    messages: messages.map(messageOf),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
        }),
  }),

  reply(body) {
    const content = isMap(body) ? body["content"] : undefined;
    if (!isMap(body) || !Array.isArray(content)) return undefined;
    const parts = content.filter(isMap);
    const usage = isMap(body["usage"]) ? body["usage"] : {};
    return {
      text: parts.map((part) => textOrEmpty(part["text"])).join(""),
      calls: parts
        .filter((part) => part["type"] === "tool_use")
        .map((part, at) => ({
          id: textOrEmpty(part["id"]) || `call-${at}`,
          name: textOrEmpty(part["name"]),
          input: part["input"],
        })),
      tokens: { input: readPositiveNumber(usage["input_tokens"]), output: readPositiveNumber(usage["output_tokens"]) },
    };
  },
};

function messageOf(message: EvalMessage): object {
  if (message.role === "user") return { role: "user", content: message.text };
  if (message.role === "tools")
    return {
      role: "user",
      content: message.results.map(({ call, text }) => ({ type: "tool_result", tool_use_id: call.id, content: text })),
    };
  const { text, calls } = message.reply;
  return {
    role: "assistant",
    content: [
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input: input ?? {} })),
    ],
  };
}
