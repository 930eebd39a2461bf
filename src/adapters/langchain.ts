/**
 * Tools for LangChain.js, made by the caller's own `tool` of `@langchain/core/tools`, so that there is never a second copy of
 * that package. Imports nothing of it.
 */
import type { NeutralTool, ToolInput } from "../index.ts";

/** `tool` of `@langchain/core/tools`, as far as it is used. */
export type LangChainTool<T> = (run: never, fields: never) => T;

interface Fields {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolInput<Record<string, unknown>>;
  readonly responseFormat: "content_and_artifact";
}

type Run = (input: unknown, config?: { signal?: AbortSignal }) => Promise<[string, { isError: boolean }]>;

/** The artifact of each answer says whether it is an error. */
export function langchainTools<T>(tools: readonly NeutralTool[], tool: LangChainTool<T>): T[] {
  const make = tool as unknown as (run: Run, fields: Fields) => T;
  return tools.map((each) =>
    make(
      async (given, config) => {
        const { content, isError } = await each.execute(given, { signal: config?.signal });
        return [content, { isError }];
      },
      { name: each.name, description: each.description, schema: each.input, responseFormat: "content_and_artifact" },
    ),
  );
}
