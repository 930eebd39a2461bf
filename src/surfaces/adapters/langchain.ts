/**
 * Adapter for LangChain.js. The caller passes the class `DynamicStructuredTool` of `@langchain/core/tools`, so that
 * there is only one copy of that package.
 */
import type { CallGuard, Cancelled, GuardOptions, NeutralTool, ToolInput } from "../../api/index.ts";
import { anyInput, requireArgument, requireSession, requireTools } from "./any-input.ts";

/** The parts of the class `DynamicStructuredTool` that the adapter uses. */
export type LangChainToolClass<T> = new (fields: never) => T;

interface Fields {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolInput<Record<string, unknown>>;
  readonly responseFormat: "content_and_artifact";
  func(input: unknown, run?: unknown, config?: { signal?: Cancelled }): Promise<[string, { isError: boolean }]>;
}

/**
 * Converts tools to instances of `ToolClass`. If a tool fails, its message and the message's artifact have the status
 * `error`.
 */
export function langchainTools<T>(tools: readonly NeutralTool[], ToolClass: LangChainToolClass<T>): T[] {
  requireTools("langchainTools", tools);
  requireArgument(
    typeof ToolClass === "function",
    "langchainTools",
    "`DynamicStructuredTool` of `@langchain/core/tools`",
  );
  const Made = ToolClass as unknown as new (fields: Fields) => T;
  return tools.map((tool) => {
    const made = new Made({
      name: tool.name,
      description: tool.description,
      schema: anyInput(tool.input),
      responseFormat: "content_and_artifact",
      func: async (given, _, config) => {
        const { content, isError } = await tool.execute(given, { signal: config?.signal });
        return [content, { isError }];
      },
    });
    return Object.assign(made as object, { invoke: markingErrors(made as Invocable) }) as T;
  });
}

interface Invocable {
  invoke(input: unknown, config?: unknown): Promise<unknown>;
}

/** Corrects the status of failed calls, because LangChain gives every answer the status `success`. */
function markingErrors(tool: Invocable): Invocable["invoke"] {
  const invoke = tool.invoke;
  return async function (this: unknown, input, config) {
    const message = await invoke.call(this ?? tool, input, config);
    if (isErrorMessage(message)) {
      message.status = "error";
      if (message.lc_kwargs) message.lc_kwargs.status = "error";
    }
    return message;
  };
}

interface AnswerMessage {
  status?: string;
  readonly artifact?: { readonly isError?: boolean };
  readonly lc_kwargs?: { status?: string };
}

function isErrorMessage(message: unknown): message is AnswerMessage {
  if (typeof message !== "object" || message === null || !("status" in message)) return false;
  return (message as AnswerMessage).artifact?.isError === true;
}

/** The parts of a `StructuredTool` that the adapter uses. */
export interface LangChainToolLike {
  readonly name: string;
  readonly responseFormat?: string | undefined;
}

type Call = (input: unknown, run?: unknown, config?: { signal?: Cancelled }) => Promise<unknown>;

/**
 * Returns the same tools with a guard. After LangChain has parsed an input, the rules of active skills judge the call.
 * If a call is denied, the model reads the reason. The original tools are not changed.
 */
export function guardLangchainTools<T extends LangChainToolLike>(
  session: CallGuard,
  tools: readonly T[],
  options: GuardOptions = {},
): T[] {
  requireSession("guardLangchainTools", session);
  const isTools = Array.isArray(tools) && tools.every((tool) => typeof tool?.name === "string");
  requireArgument(isTools, "guardLangchainTools", "a list of tools");
  return tools.map((tool) => {
    const run = (tool as unknown as { _call: Call })._call;
    const guarded: Call = async function (this: T, input, manager, config) {
      const checked = await session.check({ tool: tool.name, input, actor: "model" }, options, config?.signal);
      if (checked.allowed) return run.call(tool, input, manager, config);
      return tool.responseFormat === "content_and_artifact" ? [checked.text, { isError: true }] : checked.text;
    };
    const invoke = markingErrors(tool as unknown as Invocable);
    return Object.create(tool, { _call: { value: guarded }, invoke: { value: invoke } }) as T;
  });
}
