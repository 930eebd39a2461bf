/**
 * Adapter for OpenAI's Responses API, without importing its package: tools, and items that answer a model's tool calls.
 */
import type { CallGuard, Cancelled, GuardOptions, NeutralTool } from "../../api/index.ts";
import { requireArgument, requireSession, requireTools } from "./any-input.ts";

/** A tool in the format of the Responses API. */
export interface OpenAiResponsesTool {
  type: "function";
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** Strict schemas do not allow optional fields, but the arguments of a skill are optional. */
  strict: false;
}

/** The part of a response that the adapter reads. */
export interface OpenAiResponsesCalls {
  readonly output: readonly { readonly type: string }[];
}

/** An input item with the result of one call. */
export interface OpenAiResponsesAnswer {
  type: "function_call_output";
  call_id: string;
  output: string;
}

/** Tools for a request, and the function that answers their calls. */
export interface OpenAiResponsesTools {
  readonly tools: OpenAiResponsesTool[];
  /**
   * Answers the calls of Skillwright's tools, in the order of the calls. The list is empty if the model called none of
   * these tools.
   */
  answer(
    response: OpenAiResponsesCalls,
    options?: { readonly signal?: Cancelled | undefined },
  ): Promise<OpenAiResponsesAnswer[]>;
}

/** Converts tools for OpenAI's Responses API. */
export function openaiResponsesTools(tools: readonly NeutralTool[]): OpenAiResponsesTools {
  requireTools("openaiResponsesTools", tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    tools: tools.map(({ name, description, jsonSchema }) => ({
      type: "function",
      name,
      description,
      parameters: jsonSchema,
      strict: false,
    })),
    answer: async ({ output }, options) => {
      const answers: OpenAiResponsesAnswer[] = [];
      for (const item of output) {
        if (!isCall(item)) continue;
        const content = (await byName.get(item.name)?.execute(item.arguments, options))?.content;
        if (content !== undefined)
          answers.push({ type: "function_call_output", call_id: item.call_id, output: content });
      }
      return answers;
    },
  };
}

interface FunctionCall {
  readonly name: string;
  readonly arguments: string;
  readonly call_id: string;
}

function isCall(item: { readonly type: string }): item is { readonly type: string } & FunctionCall {
  return item.type === "function_call";
}

/** The output of a response without the denied calls, and the answers to the denied calls. */
export interface GuardedResponsesCalls<I> {
  /** The output of the model without the denied calls. */
  readonly output: readonly I[];
  /** Answers to the denied calls. */
  readonly answers: OpenAiResponsesAnswer[];
}

/** Checks all tool calls of a model against the rules of active skills. */
export async function guardOpenAiResponsesCalls<I extends { readonly type: string }>(
  session: CallGuard,
  response: { readonly output: readonly I[] },
  options: GuardOptions = {},
): Promise<GuardedResponsesCalls<I>> {
  requireSession("guardOpenAiResponsesCalls", session);
  requireArgument(Array.isArray(response?.output), "guardOpenAiResponsesCalls", "a response with a list `output`");
  const output: I[] = [];
  const answers: OpenAiResponsesAnswer[] = [];
  for (const item of response.output) {
    const checked = isCall(item)
      ? await session.check({ tool: item.name, input: item.arguments, actor: "model" }, options)
      : undefined;
    if (checked?.allowed === false && isCall(item))
      answers.push({ type: "function_call_output", call_id: item.call_id, output: checked.text });
    else output.push(item);
  }
  return { output, answers };
}
