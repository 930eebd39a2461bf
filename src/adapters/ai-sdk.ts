/** Tools for Vercel's AI SDK: `tools: aiSdkTools(await skills.tools(session))`. Imports nothing of it. */
import type { Cancelled, Guarding, GuardOptions, NeutralTool, ToolInput, ToolResult } from "../index.ts";

export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: ToolInput<Record<string, unknown>>;
  execute(input: unknown, options?: { abortSignal?: Cancelled | undefined }): Promise<ToolResult>;
  toModelOutput(options: { output: ToolResult }): { type: "text" | "error-text"; value: string };
}

export function aiSdkTools(tools: readonly NeutralTool[]): Record<string, AiSdkTool> {
  return Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      {
        description: tool.description,
        inputSchema: tool.input,
        execute: (given, options) => tool.execute(given, { signal: options?.abortSignal }),
        toModelOutput: ({ output }) => ({ type: output.isError ? "error-text" : "text", value: output.content }),
      },
    ]),
  );
}

/** A tool of the AI SDK, as far as it is touched. */
export interface AiSdkToolLike {
  execute?: ((input: never, options: never) => unknown) | undefined;
}

/**
 * The same tools, whoever made them: each call is judged by the skills that are at work. One that may not be made ends as a
 * `tool-error` with the reason, which the model reads. A tool without `execute` is run elsewhere, and judged there.
 */
export function guardAiSdkTools<T extends Record<string, AiSdkToolLike>>(
  session: Guarding,
  tools: T,
  options: GuardOptions = {},
): T {
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardTool(session, name, tool, options)] as const);
  return Object.fromEntries(guarded) as T;
}

type Execute = (input: unknown, options?: { abortSignal?: Cancelled | undefined }) => unknown;

function guardTool(session: Guarding, name: string, tool: AiSdkToolLike, options: GuardOptions): AiSdkToolLike {
  if (tool.execute === undefined) return tool;
  const run = tool.execute.bind(tool) as unknown as Execute;
  const pass = async (input: unknown, context: Parameters<Execute>[1]): Promise<void> => {
    const checked = await session.check({ tool: name, input, actor: "model" }, options, context?.abortSignal);
    if (!checked.allowed) throw Object.assign(new Error(checked.text), { name: "ToolCallRefused" });
  };
  const once: Execute = async (input, context) => {
    await pass(input, context);
    return run(input, context);
  };
  // Of a tool that tells how far it is, the SDK wants to see that before the first result.
  const inParts: Execute = async function* (input, context) {
    await pass(input, context);
    yield* run(input, context) as AsyncIterable<unknown>;
  };
  return { ...tool, execute: isGenerator(tool.execute) ? inParts : once };
}

function isGenerator(run: object): boolean {
  return Object.prototype.toString.call(run) === "[object AsyncGeneratorFunction]";
}
