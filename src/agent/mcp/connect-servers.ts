/**
 * The MCP servers of the configuration: all are called at once, and those that answer bring their tools. One that does not
 * is a warning, not the end. The client is loaded only where there is a server.
 */
import type { Client, Transport } from "@modelcontextprotocol/client";
import type { McpSetting, NeutralTool } from "../../index.ts";
import type { Emit } from "../events.ts";
import { expandServer } from "./server-settings.ts";

export interface Servers {
  readonly tools: readonly NeutralTool[];
  readonly close: () => Promise<void>;
}

export interface ServerContext {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly emit: Emit;
}

/** Until a server must have told its tools. */
const TIMEOUT_MS = 15_000;
const MAX_SERVERS = 50;

/** [AG12] */
export async function connectServers(
  configured: Readonly<Record<string, McpSetting>>,
  context: ServerContext,
): Promise<Servers> {
  const entries = Object.entries(configured).filter(([, { enabled }]) => enabled !== false);
  const connected = await Promise.all(
    entries.slice(0, MAX_SERVERS).map(([name, setting]) => connect(name, setting, context)),
  );
  const clients = connected.flatMap((each) => (each ? [each.client] : []));
  return {
    tools: connected.flatMap((each) => each?.tools ?? []),
    close: async () => void (await Promise.allSettled(clients.map((client) => client.close()))),
  };
}

async function connect(
  name: string,
  setting: McpSetting,
  context: ServerContext,
): Promise<{ client: Client; tools: readonly NeutralTool[] } | undefined> {
  const [{ Client }, { serverTools }] = await Promise.all([
    import("@modelcontextprotocol/client"),
    import("./server-tools.ts"),
  ]);
  const client = new Client({ name: "skillwright", version: "1" });
  try {
    await client.connect(await transportTo(expandServer(setting, context.variables), context), { timeout: TIMEOUT_MS });
    return { client, tools: await serverTools(name, client, TIMEOUT_MS) };
  } catch (error) {
    await client.close();
    return warn(name, error instanceof Error ? error.message : String(error), context);
  }
}

async function transportTo(setting: McpSetting, { cwd, variables }: ServerContext): Promise<Transport> {
  const { command = "", args = [], env = {}, url, headers } = setting;
  if (url !== undefined) {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } });
  }
  const { GroupTransport } = await import("./group-transport.ts");
  return new GroupTransport({ command, args, env: { ...inherited(variables), ...env }, cwd: setting.cwd ?? cwd });
}

/** What any program needs, and no secret. */
const INHERITED = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "TMPDIR",
  "SYSTEMROOT",
  "APPDATA",
  "TEMP",
];

function inherited(variables: ServerContext["variables"]): Record<string, string> {
  const kept = INHERITED.map((name) => [name, variables[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Record<string, string>;
}

function warn(name: string, problem: string, { emit }: ServerContext): undefined {
  emit({
    type: "warning",
    code: "SK495",
    message: `the MCP server \`${name}\` cannot be used: ${problem}`,
    help: "its tools are missing; see `mcp` in your configuration",
  });
}
