/**
 * Adapter for Anthropic's Messages API, without importing its package: tools, and blocks that answer a model's tool
 * calls.
 */
import type { CallGuard, Cancelled, GuardOptions, NeutralTool } from "../../api/index.ts";
import { requireArgument, requireSession, requireTools } from "./any-input.ts";

/** A tool in the format of the Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: "object"; [key: string]: unknown };
}

/** The part of a message that the adapter reads. */
export interface AnthropicCalls {
  readonly content: readonly { readonly type: string }[];
}

/** A block for the next user message: the result of one call. */
export interface AnthropicAnswer {
  type: "tool_result";
  tool_use_id: string;
  content: string;
  is_error: boolean;
}

/** Tools for a request, and the function that answers their calls. */
export interface AnthropicTools {
  readonly tools: AnthropicTool[];
  /** Answers the calls of Skillwright's tools, in the order of the calls. All answers belong in one user message. */
  answer(message: AnthropicCalls, options?: { readonly signal?: Cancelled | undefined }): Promise<AnthropicAnswer[]>;
}

/** Converts tools for Anthropic's Messages API. */
export function anthropicTools(tools: readonly NeutralTool[]): AnthropicTools {
  requireTools("anthropicTools", tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    tools: tools.map(({ name, description, jsonSchema }) => ({
      name,
      description,
      input_schema: { ...jsonSchema, type: "object" },
    })),
    answer: async ({ content: blocks }, options) => {
      const answers: AnthropicAnswer[] = [];
      for (const block of blocks) {
        const result = isCall(block) ? await byName.get(block.name)?.execute(block.input, options) : undefined;
        if (result && isCall(block))
          answers.push({
            type: "tool_result",
            tool_use_id: block.id,
            content: result.content,
            is_error: result.isError,
          });
      }
      return answers;
    },
  };
}

interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

function isCall(block: { readonly type: string }): block is { readonly type: string } & ToolUse {
  return block.type === "tool_use";
}

/** The content of a message without the denied calls, and the answers to the denied calls. */
export interface GuardedAnthropicCalls<B> {
  /** The content of the model's answer without the denied calls. */
  readonly content: readonly B[];
  /** Answers to the denied calls. */
  readonly answers: AnthropicAnswer[];
}

/** Checks all tool calls of a model against the rules of active skills. */
export async function guardAnthropicCalls<B extends { readonly type: string }>(
  session: CallGuard,
  message: { readonly content: readonly B[] },
  options: GuardOptions = {},
): Promise<GuardedAnthropicCalls<B>> {
  requireSession("guardAnthropicCalls", session);
  requireArgument(Array.isArray(message?.content), "guardAnthropicCalls", "a message with a list `content`");
  const content: B[] = [];
  const answers: AnthropicAnswer[] = [];
  for (const block of message.content) {
    const checked = isCall(block)
      ? await session.check({ tool: block.name, input: block.input, actor: "model" }, options)
      : undefined;
    if (checked?.allowed === false && isCall(block))
      answers.push({ type: "tool_result", tool_use_id: block.id, content: checked.text, is_error: true });
    else content.push(block);
  }
  return { content, answers };
}
