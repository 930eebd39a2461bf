/** Lists every adapter with its framework, and whether the framework can mark a failed call. */
import type { Play } from "./play.ts";
import { playAiSdk } from "./play-ai-sdk.ts";
import { playAnthropic } from "./play-anthropic.ts";
import { playLangChain } from "./play-langchain.ts";
import { playMcp } from "./play-mcp.ts";
import { playOpenAiChat, playOpenAiResponses } from "./play-openai.ts";

export const ADAPTERS: readonly (readonly [name: string, play: Play, marksErrors: boolean])[] = [
  ["AI SDK", playAiSdk, true],
  ["OpenAI Chat Completions", playOpenAiChat, false],
  ["OpenAI Responses", playOpenAiResponses, false],
  ["Anthropic", playAnthropic, true],
  ["LangChain", playLangChain, true],
  ["MCP", playMcp, true],
];
