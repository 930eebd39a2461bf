/** Opens a connection to an MCP server for an agent that calls its tools. The same limits apply as for skills. */
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { expandServer, inheritedVariables } from "../../config/expand-server.ts";
import type { McpSetting } from "../../config/mcp-servers.ts";
import { openConnection } from "./open-connection.ts";
import { requestOnce } from "./server-connections.ts";

export interface ServerConnectionOptions {
  readonly setting: McpSetting;
  readonly cwd: string;
  /** Variables for `${NAME}` in the setting. A started program receives only the variables that every program needs. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The only variables that `${NAME}` may use (default: all). */
  readonly expands?: readonly string[];
  /** Returns headers. It is called for each request, because a token may need a refresh. */
  readonly headers?: () => Promise<Readonly<Record<string, string>>>;
  /** Timeout for opening the connection and for listing the server's tools. */
  readonly timeoutMs: number;
}

/** A tool as the server describes it. */
export interface ServerTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** An open connection to an MCP server. */
export interface ServerConnection {
  readonly tools: readonly ServerTool[];
  /** Throws an error with a message of one limited line; text of the server is quoted in it. */
  call(
    name: string,
    input: Record<string, unknown>,
    signal?: StopSignal,
  ): Promise<{ readonly content: readonly unknown[]; readonly isError: boolean }>;
  close(): Promise<void>;
}

const CALL_TIMEOUT_MS = 60_000;

/** Throws the same errors as `call` if the server cannot be used. */
export async function connectServer(options: ServerConnectionOptions): Promise<ServerConnection> {
  const { setting, cwd, variables, expands, headers, timeoutMs } = options;
  const line = await openConnection({
    setting: expandServer(setting, variables, expands),
    cwd,
    variables: inheritedVariables(variables),
    headers,
    timeoutMs,
  });
  try {
    const { tools } = await requestOnce(line, timeoutMs, (client, timeout) => client.listTools(undefined, { timeout }));
    return {
      tools,
      async call(name, input, signal) {
        const result = await requestOnce(line, CALL_TIMEOUT_MS, (client, timeout) =>
          client.callTool(
            { name, arguments: input },
            { timeout, ...(signal ? { signal: signal as AbortSignal } : {}) },
          ),
        );
        const content = Array.isArray(result.content) ? result.content : [];
        return { content, isError: result.isError === true };
      },
      close: () => line.close(),
    };
  } catch (error) {
    await line.close();
    throw error;
  }
}
