/**
 * Adapter for OpenAI's Chat Completions, without importing its package: tools, and messages that answer a model's tool
 * calls.
 */
import type { CallGuard, Cancelled, GuardOptions, NeutralTool } from "../../api/index.ts";
import { requireArgument, requireSession, requireTools } from "./any-input.ts";

/** A tool in the format of Chat Completions. */
export interface OpenAiChatTool {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** The part of an assistant's message that the adapter reads. */
export interface OpenAiChatCalls {
  readonly tool_calls?: readonly OpenAiChatCall[] | null | undefined;
}

type OpenAiChatCall = {
  readonly id: string;
  readonly type: string;
  readonly function?: { name: string; arguments: string };
};

/** A message with the result of one call. */
export interface OpenAiChatAnswer {
  role: "tool";
  tool_call_id: string;
  content: string;
}

/** Tools for a request, and the function that answers their calls. */
export interface OpenAiChatTools {
  readonly tools: OpenAiChatTool[];
  /**
   * Answers the calls of Skillwright's tools, in the order of the calls. The list is empty if the model called none of
   * these tools.
   */
  answer(message: OpenAiChatCalls, options?: { readonly signal?: Cancelled | undefined }): Promise<OpenAiChatAnswer[]>;
}

/** Converts tools for OpenAI's Chat Completions. */
export function openaiChatTools(tools: readonly NeutralTool[]): OpenAiChatTools {
  requireTools("openaiChatTools", tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    tools: tools.map(({ name, description, jsonSchema }) => ({
      type: "function",
      function: { name, description, parameters: jsonSchema },
    })),
    answer: async ({ tool_calls: calls }, options) => {
      const answers: OpenAiChatAnswer[] = [];
      for (const { id, function: called } of calls ?? []) {
        const tool = called && byName.get(called.name);
        if (tool)
          answers.push({
            role: "tool",
            tool_call_id: id,
            content: (await tool.execute(called.arguments, options)).content,
          });
      }
      return answers;
    },
  };
}

/** The allowed calls, and the answers to the denied calls. */
export interface GuardedChatCalls<C> {
  /** The allowed calls. */
  readonly calls: readonly C[];
  /** Answers to the denied calls. */
  readonly answers: OpenAiChatAnswer[];
}

/** Checks all tool calls of a model against the rules of active skills. */
export async function guardOpenAiChatCalls<C extends OpenAiChatCall>(
  session: CallGuard,
  message: { readonly tool_calls?: readonly C[] | null | undefined },
  options: GuardOptions = {},
): Promise<GuardedChatCalls<C>> {
  requireSession("guardOpenAiChatCalls", session);
  requireArgument(
    message !== undefined && message !== null && Array.isArray(message?.tool_calls ?? []),
    "guardOpenAiChatCalls",
    "a message with `tool_calls`",
  );
  const calls: C[] = [];
  const answers: OpenAiChatAnswer[] = [];
  for (const call of message.tool_calls ?? []) {
    const { name, arguments: input } = namedIn(call);
    const checked = await session.check({ tool: name, input, actor: "model" }, options);
    if (checked.allowed) calls.push(call);
    else answers.push({ role: "tool", tool_call_id: call.id, content: checked.text });
  }
  return { calls, answers };
}

/**
 * Returns the name and the arguments of a call. The call is of a function, or of a custom tool whose argument is any
 * text.
 */
function namedIn(call: OpenAiChatCall & { readonly custom?: { name: string; input: string } }) {
  return call.function ?? { name: call.custom?.name ?? "", arguments: { input: call.custom?.input ?? "" } };
}
