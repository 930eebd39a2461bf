/** Tools for Vercel's AI SDK: `tools: aiSdkTools(await skills.tools(session))`. Imports nothing of it. */
import type { Cancelled, NeutralTool, ToolInput, ToolResult } from "../index.ts";

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
