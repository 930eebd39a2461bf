/**
 * Adapter for an `McpServer` of `@modelcontextprotocol/server` that the caller creates. The package itself is not
 * imported.
 */
import type { CallGuard, Cancelled, GuardOptions, NeutralTool, ToolInput } from "../../api/index.ts";
import { anyInput, requireArgument, requireSession, requireTools } from "./any-input.ts";

/** The parts of `McpServer` that the adapter uses. */
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

/**
 * Registers the tools on a server. The server's clients receive no other text of Skillwright, so create the tools with
 * the option `listing: "description"`.
 */
export function addMcpTools(server: McpServerLike, tools: readonly NeutralTool[]): void {
  requireArgument(typeof server?.registerTool === "function", "addMcpTools", "an `McpServer`");
  requireTools("addMcpTools", tools);
  const register: Register = server.registerTool.bind(server) as unknown as Register;
  for (const tool of tools)
    register(
      tool.name,
      { description: tool.description, inputSchema: anyInput(tool.input) },
      async (given, context) => {
        const { content, isError } = await tool.execute(given, { signal: context?.mcpReq?.signal });
        return { content: [{ type: "text", text: content }], isError };
      },
    );
}

type Run = (...args: readonly unknown[]) => unknown;

/**
 * Returns a server object for registering tools. Calls of tools that are registered on it are checked against the
 * active skills. Tools that were registered before are not checked.
 */
export function guardMcpServer<T extends McpServerLike>(session: CallGuard, server: T, options: GuardOptions = {}): T {
  requireSession("guardMcpServer", session);
  requireArgument(typeof server?.registerTool === "function", "guardMcpServer", "an `McpServer`");
  const register = server.registerTool.bind(server) as unknown as (name: string, config: object, run: Run) => unknown;
  const registerTool = (name: string, config: { readonly inputSchema?: unknown }, run: Run): unknown =>
    register(name, config, async (...args) => {
      // If a tool has no schema, the context is its only argument.
      const [input, context] = config.inputSchema === undefined ? [{}, args[0]] : args;
      const { mcpReq } = (context ?? {}) as Context;
      const checked = await session.check({ tool: name, input, actor: "model" }, options, mcpReq?.signal);
      return checked.allowed ? run(...args) : refusal(checked.text);
    });
  return Object.create(server, { registerTool: { value: registerTool } }) as T;
}

/** The parts of `Client` of `@modelcontextprotocol/client` that the adapter uses. */
export interface McpClientLike {
  callTool(call: never, ...more: never[]): Promise<unknown>;
}

/**
 * Returns a client whose calls are checked against the active skills. In rules, its tools have the names
 * `mcp__SERVER__TOOL`. The original client is not changed.
 */
export function guardMcpClient<T extends McpClientLike>(
  session: CallGuard,
  client: T,
  server: string,
  options: GuardOptions = {},
): T {
  requireSession("guardMcpClient", session);
  requireArgument(typeof client?.callTool === "function", "guardMcpClient", "an MCP client");
  const call = client.callTool.bind(client) as unknown as (asked: ToolAsked, ...more: unknown[]) => Promise<unknown>;
  const callTool = async (asked: ToolAsked, ...more: unknown[]): Promise<unknown> => {
    const tool = `mcp__${server}__${asked.name}`;
    const checked = await session.check({ tool, input: asked.arguments ?? {}, actor: "model" }, options);
    return checked.allowed ? call(asked, ...more) : refusal(checked.text);
  };
  return Object.create(client, { callTool: { value: callTool } }) as T;
}

interface ToolAsked {
  readonly name: string;
  readonly arguments?: unknown;
}

function refusal(text: string): CallResult {
  return { content: [{ type: "text", text }], isError: true };
}
