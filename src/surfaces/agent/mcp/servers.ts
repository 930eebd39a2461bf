/**
 * The MCP servers of the configuration: all are called at once, and those that answer bring their tools. One that does not
 * is a warning, not the end.
 */
import {
  connectServer,
  type LoginStore,
  loginToServer,
  type McpSetting,
  type NeutralTool,
  type ServerConnection,
} from "../../../index.ts";
import type { AgentEvent, Emit } from "../events.ts";
import { serverTools } from "./server-tools.ts";

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
  readonly #connected = new Map<
    string,
    { readonly connection: ServerConnection; readonly tools: readonly NeutralTool[] }
  >();

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
    const { cwd, variables } = this.#context;
    const connection = await connectServer({
      setting,
      cwd,
      variables,
      timeoutMs: TIMEOUT_MS,
      ...(setting.url === undefined || setting.headers ? {} : { headers: await this.#access(name, setting.url) }),
    });
    this.#connected.set(name, { connection, tools: serverTools(name, connection) });
  }

  /** A login, where the server asks for one. */
  async #access(name: string, url: string): Promise<() => Promise<Readonly<Record<string, string>>>> {
    const access = await loginToServer({
      url,
      store: this.#context.logins,
      open: (address) => this.#login(name, address),
    });
    return () => access.headers();
  }

  #login(server: string, address: string): void {
    if (!this.#context.interactive)
      throw new Error("it asks for a login; start the agent in a terminal once to log in");
    this.#context.emit({ type: "login", server, address });
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#connected.values()].map(({ connection }) => connection.close()));
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
