/** Converts conversations for OpenAI's Chat Completions API, which most local servers also support. */
import { isMap } from "../../../../model/schema.ts";
import type { EvalMessage, ModelCall, ProviderWire } from "../conversation.ts";
import { parseToolInput, readPositiveNumber, textOrEmpty } from "./read.ts";

export const openai: ProviderWire = {
  path: "chat/completions",
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),

  body: ({ system, tools, messages }, model) => ({
    model,
    messages: [...(system === "" ? [] : [{ role: "system", content: system }]), ...messages.flatMap(messageOf)],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, schema }) => ({
            type: "function",
            function: { name, description, parameters: schema },
          })),
        }),
  }),

  reply(body) {
    const choices = isMap(body) ? body["choices"] : undefined;
    const message = Array.isArray(choices) && isMap(choices[0]) ? choices[0]["message"] : undefined;
    if (!isMap(body) || !isMap(message)) return undefined;
    const calls = Array.isArray(message["tool_calls"]) ? message["tool_calls"] : [];
    const usage = isMap(body["usage"]) ? body["usage"] : {};
    return {
      text: textOrEmpty(message["content"]),
      calls: calls.filter(isMap).map(callOf),
      tokens: {
        input: readPositiveNumber(usage["prompt_tokens"]),
        output: readPositiveNumber(usage["completion_tokens"]),
      },
    };
  },
};

function callOf(call: Readonly<Record<string, unknown>>, at: number): ModelCall {
  const made = isMap(call["function"]) ? call["function"] : {};
  return {
    id: textOrEmpty(call["id"]) || `call-${at}`,
    name: textOrEmpty(made["name"]),
    input: parseToolInput(made["arguments"]),
  };
}

function messageOf(message: EvalMessage): object[] {
  if (message.role === "user") return [{ role: "user", content: message.text }];
  if (message.role === "tools")
    return message.results.map(({ call, text }) => ({ role: "tool", tool_call_id: call.id, content: text }));
  const { text, calls } = message.reply;
  return [
    {
      role: "assistant",
      content: text,
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, input }) => ({
              id,
              type: "function",
              function: { name, arguments: JSON.stringify(input) },
            })),
          }),
    },
  ];
}
