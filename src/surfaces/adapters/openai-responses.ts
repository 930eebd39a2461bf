/** Tools for OpenAI's Responses, and the items that answer a model's calls of them. Imports nothing of it. */
import type { Cancelled, Guarding, GuardOptions, NeutralTool } from "../../api/index.ts";

/** A tool as the Responses API takes it. */
export interface OpenAiResponsesTool {
  type: "function";
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** The arguments of a skill may be left out, which strict schemas do not allow. */
  strict: false;
}

/** The part of a response that is read. */
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
  /** Answers the calls that are ours, in their order; none means that the model called nothing of ours. */
  answer(
    response: OpenAiResponsesCalls,
    options?: { readonly signal?: Cancelled | undefined },
  ): Promise<OpenAiResponsesAnswer[]>;
}

/** Translates tools for OpenAI's Responses API. */
export function openaiResponsesTools(tools: readonly NeutralTool[]): OpenAiResponsesTools {
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

/** The output without the refused calls, and the answers to those. */
export interface GuardedResponsesCalls<I> {
  /** The model's answer, without the denied calls. */
  readonly output: readonly I[];
  /** Answers to those. */
  readonly answers: OpenAiResponsesAnswer[];
}

/** The calls of a model, whosever tools they are, judged by the skills that are at work. */
export async function guardOpenAiResponsesCalls<I extends { readonly type: string }>(
  session: Guarding,
  response: { readonly output: readonly I[] },
  options: GuardOptions = {},
): Promise<GuardedResponsesCalls<I>> {
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
