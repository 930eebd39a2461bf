/**
 * Uses every adapter with its framework's own types. `test/surfaces/adapters/examples.test.ts` compiles it; it never
 * runs.
 */
import Anthropic from "@anthropic-ai/sdk";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { Client } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { generateText, jsonSchema, type LanguageModel, ToolLoopAgent, tool } from "ai";
import OpenAI from "openai";
import type { NeutralTool, Session } from "skillwright";
import { aiSdkTools, guardAiSdkTools } from "skillwright/ai-sdk";
import { anthropicTools, guardAnthropicCalls } from "skillwright/anthropic";
import { guardLangchainTools, langchainTools } from "skillwright/langchain";
import { addMcpTools, guardMcpClient, guardMcpServer } from "skillwright/mcp";
import {
  guardOpenAiChatCalls,
  guardOpenAiResponsesCalls,
  openaiChatTools,
  openaiResponsesTools,
} from "skillwright/openai";

declare const ours: readonly NeutralTool[];
declare const session: Session;

export async function aiSdk(model: LanguageModel): Promise<string> {
  new ToolLoopAgent({ model, tools: { ...aiSdkTools(ours) } });
  return (await generateText({ model, prompt: "Go.", tools: aiSdkTools(ours) })).text;
}

export async function chat(client = new OpenAI()): Promise<void> {
  const { tools, answer } = openaiChatTools(ours);
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Go." }];
  const { choices } = await client.chat.completions.create({ model: "m", messages, tools });
  for (const { message } of choices) messages.push(message, ...(await answer(message)));
}

export async function responses(client = new OpenAI()): Promise<void> {
  const { tools, answer } = openaiResponsesTools(ours);
  const response = await client.responses.create({ model: "m", input: "Go.", tools });
  const input = await answer(response);
  await client.responses.create({ model: "m", previous_response_id: response.id, input, tools });
}

export async function anthropic(client = new Anthropic()): Promise<void> {
  const { tools, answer } = anthropicTools(ours);
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Go." }];
  const message = await client.messages.create({ model: "m", max_tokens: 1, messages, tools });
  messages.push({ role: "assistant", content: message.content }, { role: "user", content: await answer(message) });
}

export async function langchain(model: BaseChatModel): Promise<void> {
  const tools = langchainTools(ours, DynamicStructuredTool);
  const reply = await model.bindTools?.(tools).invoke("Go.");
  for (const call of reply?.tool_calls ?? []) await tools.find(({ name }) => name === call.name)?.invoke(call);
}

export function mcp(): void {
  addMcpTools(new McpServer({ name: "skills", version: "1.0.0" }), ours);
}

export async function guarded(model: LanguageModel): Promise<void> {
  const add = tool({
    inputSchema: jsonSchema<{ a: number }>({ type: "object" }),
    execute: async ({ a }) => a + 1,
  });
  const { toolResults } = await generateText({ model, prompt: "Go.", tools: guardAiSdkTools(session, { add }) });
  for (const result of toolResults) if (!result.dynamic) result.output.toFixed();
  const chatted = await new OpenAI().chat.completions.create({ model: "m", messages: [] });
  for (const { message } of chatted.choices) {
    const { calls, answers } = await guardOpenAiChatCalls(session, message);
    const next: OpenAI.ChatCompletionMessageParam[] = [message, ...answers];
    for (const call of calls)
      if (call.type === "function") next.push({ role: "tool", tool_call_id: call.id, content: "" });
  }
  const { output } = await guardOpenAiResponsesCalls(session, await new OpenAI().responses.create({ model: "m" }));
  for (const item of output) if (item.type === "function_call") item.arguments.trim();
  const message = await new Anthropic().messages.create({ model: "m", max_tokens: 1, messages: [] });
  const { content } = await guardAnthropicCalls(session, message);
  for (const block of content) if (block.type === "tool_use") block.id.trim();
  const [kept] = guardLangchainTools(session, langchainTools(ours, DynamicStructuredTool));
  await kept?.invoke("x");
  const server = guardMcpServer(session, new McpServer({ name: "skills", version: "1.0.0" }));
  server.registerTool("x", {}, () => ({ content: [] }));
  await guardMcpClient(session, new Client({ name: "c", version: "1" }), "files").callTool({ name: "x" });
}
