/**
 * The MCP servers of the configuration: all are called at once, and those that answer bring their tools. One that does not
 * is a warning, not the end. The client is loaded only where there is a server.
 */
import type { Client, Transport } from "@modelcontextprotocol/client";
import {
  expandServer,
  inheritedVariables,
  type LoginStore,
  loginToServer,
  type McpSetting,
  type NeutralTool,
} from "../../../index.ts";
import type { AgentEvent, Emit } from "../events.ts";

export interface ServerContext {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly emit: Emit;
  /** Whether somebody is there to log in. */
  readonly interactive: boolean;
  readonly logins: LoginStore;
}

/** Until a server must have told its tools. */
const TIMEOUT_MS = 15_000;
const MAX_SERVERS = 50;

export class Servers {
  readonly #context: ServerContext;
  readonly #connected = new Map<string, { readonly client: Client; readonly tools: readonly NeutralTool[] }>();

  constructor(context: ServerContext) {
    this.#context = context;
  }

  get names(): readonly string[] {
    return [...this.#connected.keys()];
  }

  get tools(): readonly NeutralTool[] {
    return [...this.#connected.values()].flatMap(({ tools }) => tools);
  }

  /** [AG12] One that cannot be used is a warning. */
  async connectAll(configured: Readonly<Record<string, McpSetting>>): Promise<void> {
    const entries = Object.entries(configured).filter(([, { enabled }]) => enabled !== false);
    const tried = entries.slice(0, MAX_SERVERS).map(async ([name, setting]) => {
      try {
        await this.connect(name, setting);
      } catch (error) {
        this.#context.emit(warning(name, error));
      }
    });
    await Promise.all(tried);
  }

  /** Throws where the server cannot be used. */
  async connect(name: string, setting: McpSetting): Promise<void> {
    const [{ Client }, { serverTools }] = await Promise.all([
      import("@modelcontextprotocol/client"),
      import("./server-tools.ts"),
    ]);
    const client = new Client({ name: "skillwright", version: "1" });
    try {
      const transport = await this.#transport(name, expandServer(setting, this.#context.variables));
      await client.connect(transport, { timeout: TIMEOUT_MS });
      this.#connected.set(name, { client, tools: await serverTools(name, client, TIMEOUT_MS) });
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  async #transport(name: string, setting: McpSetting): Promise<Transport> {
    const { cwd, variables } = this.#context;
    const { command = "", args = [], env = {}, url } = setting;
    if (url !== undefined) return this.#remote(name, url, setting.headers);
    const { GroupTransport } = await import("./group-transport.ts");
    return new GroupTransport({
      command,
      args,
      env: { ...inheritedVariables(variables), ...env },
      cwd: setting.cwd ?? cwd,
    });
  }

  /** With the headers that the user has set, or else with a login, where the server asks for one. */
  async #remote(name: string, url: string, headers: McpSetting["headers"]): Promise<Transport> {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    if (headers) return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } });
    const access = await loginToServer({
      url,
      store: this.#context.logins,
      open: (address) => this.#login(name, address),
    });
    // Asked for each request: a token may have to be renewed in the middle of a conversation.
    const authorized: typeof fetch = async (to, init) => {
      const merged = new Headers(init?.headers);
      for (const [key, value] of Object.entries(await access.headers())) merged.set(key, value);
      return fetch(to, { ...init, headers: merged });
    };
    return new StreamableHTTPClientTransport(new URL(url), { fetch: authorized });
  }

  #login(server: string, address: string): void {
    if (!this.#context.interactive)
      throw new Error("it asks for a login; start the agent in a terminal once to log in");
    this.#context.emit({ type: "login", server, address });
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#connected.values()].map(({ client }) => client.close()));
  }
}

function warning(name: string, error: unknown): AgentEvent {
  const problem = error instanceof Error ? error.message : String(error);
  return {
    type: "warning",
    code: "SK495",
    message: `the MCP server \`${name}\` cannot be used: ${problem}`,
    help: "its tools are missing; see `mcp` in your configuration",
  };
}
