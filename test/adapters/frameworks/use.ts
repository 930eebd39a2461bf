/** Every adapter in the hands of its framework's own types; compiled by `test/adapters/examples.test.ts`, never run. */
import Anthropic from "@anthropic-ai/sdk";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { DynamicStructuredTool } from "@langchain/core/tools";
import { McpServer } from "@modelcontextprotocol/server";
import { generateText, type LanguageModel, ToolLoopAgent } from "ai";
import OpenAI from "openai";
import type { NeutralTool } from "skillwright";
import { aiSdkTools } from "skillwright/ai-sdk";
import { anthropicTools } from "skillwright/anthropic";
import { langchainTools } from "skillwright/langchain";
import { addMcpTools } from "skillwright/mcp";
import { openaiChatTools, openaiResponsesTools } from "skillwright/openai";

declare const ours: readonly NeutralTool[];

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
