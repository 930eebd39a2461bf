/** Tools on an `McpServer` of `@modelcontextprotocol/server`, which is the caller's. Imports nothing of it. */
import type { Cancelled, NeutralTool, ToolInput } from "../index.ts";

/** `McpServer`, as far as it is used. */
export interface McpServerLike {
  registerTool(name: string, config: never, run: never): unknown;
}

interface Config {
  readonly description: string;
  readonly inputSchema: ToolInput<Record<string, unknown>>;
}

interface CallResult {
  content: { type: "text"; text: string }[];
  isError: boolean;
}

type Register = (
  name: string,
  config: Config,
  run: (input: unknown, context?: Context) => Promise<CallResult>,
) => unknown;

interface Context {
  readonly mcpReq?: { readonly signal?: Cancelled };
}

/** A client has no text of ours but the tools: make them with `listing: "description"`. */
export function addMcpTools(server: McpServerLike, tools: readonly NeutralTool[]): void {
  const register: Register = server.registerTool.bind(server) as unknown as Register;
  for (const tool of tools)
    register(tool.name, { description: tool.description, inputSchema: tool.input }, async (given, context) => {
      const { content, isError } = await tool.execute(given, { signal: context?.mcpReq?.signal });
      return { content: [{ type: "text", text: content }], isError };
    });
}
