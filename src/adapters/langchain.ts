/**
 * Tools for LangChain.js, made of the caller's own `DynamicStructuredTool` of `@langchain/core/tools`, so that there is never
 * a second copy of that package. Imports nothing of it.
 */
import type { Cancelled, NeutralTool, ToolInput } from "../index.ts";

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
