/**
 * Tools for LangChain.js, made of the caller's own `DynamicStructuredTool` of `@langchain/core/tools`, so that there is never
 * a second copy of that package. Imports nothing of it.
 */
import type { Cancelled, Guarding, GuardOptions, NeutralTool, ToolInput } from "../../api/index.ts";

/** The class `DynamicStructuredTool`, as far as it is used. */
export type LangChainToolClass<T> = new (fields: never) => T;

interface Fields {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolInput<Record<string, unknown>>;
  readonly responseFormat: "content_and_artifact";
  func(input: unknown, run?: unknown, config?: { signal?: Cancelled }): Promise<[string, { isError: boolean }]>;
}

/** The artifact of each answer says whether it is an error. */
export function langchainTools<T>(tools: readonly NeutralTool[], ToolClass: LangChainToolClass<T>): T[] {
  const Made = ToolClass as unknown as new (fields: Fields) => T;
  return tools.map(
    (tool) =>
      new Made({
        name: tool.name,
        description: tool.description,
        schema: tool.input,
        responseFormat: "content_and_artifact",
        func: async (given, _, config) => {
          const { content, isError } = await tool.execute(given, { signal: config?.signal });
          return [content, { isError }];
        },
      }),
  );
}

/** A `StructuredTool`, as far as it is touched. */
export interface LangChainToolLike {
  readonly name: string;
  readonly responseFormat?: string | undefined;
}

type Call = (input: unknown, run?: unknown, config?: { signal?: Cancelled }) => Promise<unknown>;

/**
 * The same tools, whoever made them: each call is judged by the skills that are at work, after LangChain has parsed its input.
 * Of one that may not be made the model reads the reason. The tools that were given stay as they are.
 */
export function guardLangchainTools<T extends LangChainToolLike>(
  session: Guarding,
  tools: readonly T[],
  options: GuardOptions = {},
): T[] {
  return tools.map((tool) => {
    const run = (tool as unknown as { _call: Call })._call;
    const guarded: Call = async function (this: T, input, manager, config) {
      const checked = await session.check({ tool: tool.name, input, actor: "model" }, options, config?.signal);
      if (checked.allowed) return run.call(tool, input, manager, config);
      return tool.responseFormat === "content_and_artifact" ? [checked.text, { isError: true }] : checked.text;
    };
    return Object.create(tool, { _call: { value: guarded } }) as T;
  });
}
