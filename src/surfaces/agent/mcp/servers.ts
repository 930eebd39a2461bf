/**
 * Connects to the configured MCP servers concurrently and collects their tools. A server that fails causes a warning.
 */
import {
  allowCommand,
  connectServer,
  describeServer,
  type LoginStore,
  loginToServer,
  type McpSetting,
  type ProjectServers,
  type ProjectServerView,
  reasonOf,
  type ServerConnection,
} from "../../../api/agent.ts";
import type { NeutralTool, Prompter } from "../../../api/index.ts";
import type { AgentEvent, EmitEvent } from "../events.ts";
import { serverTools, withoutToolsOfOtherServers } from "./server-tools.ts";

export interface ServerContext {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly emit: EmitEvent;
  /** True if the user can log in interactively. */
  readonly interactive: boolean;
  readonly logins: LoginStore;
  /** Milliseconds before the user learns which servers do not answer (default: 2,000). */
  readonly graceMs?: number;
}

/** Time limit for a server to list its tools. It is the same as the time limit for listing its skills. */
const TIMEOUT_MS = 10_000;
/** Maximum time for which a user at a prompt waits for servers. */
const GRACE_MS = 2000;
const MAX_SERVERS = 50;

export class ConnectedServers {
  readonly #context: ServerContext;
  /** Names of all servers, including disabled and unusable ones. */
  readonly #named = new Set<string>();
  readonly #pending = new Set<string>();
  #isClosed = false;
  readonly #connected = new Map<
    string,
    { readonly connection: ServerConnection; readonly tools: readonly NeutralTool[] }
  >();

  constructor(context: ServerContext) {
    this.#context = context;
  }

  /** Names of the connected servers, and of the servers that may still answer. */
  get names(): readonly string[] {
    return [...this.#connected.keys(), ...this.#pending];
  }

  get tools(): readonly NeutralTool[] {
    const named = [...this.#named];
    return [...this.#connected].flatMap(([name, { tools }]) => withoutToolsOfOtherServers(name, tools, named));
  }

  /**
   * Connects to all servers. A server that cannot be used causes a warning. If a user is at the prompt, the
   * conversation begins while slow servers still connect, and their names are shown. A single task waits for slow
   * servers, because it may need their tools.
   */
  async connectAll(configured: Readonly<Record<string, McpSetting>>, allowed: readonly ProjectServerView[] = []) {
    const own = Object.entries(configured).map(
      ([name, setting]): Parameters<ConnectedServers["connect"]> => [name, setting],
    );
    const projects = allowed.map(({ name, setting, variables }): Parameters<ConnectedServers["connect"]> => {
      const passed = variables.filter((each) => each.passed).map((each) => each.name);
      return [name, setting, passed];
    });
    for (const [name] of [...own, ...projects]) this.#named.add(name);
    const entries = [...own, ...projects].filter(([, { enabled }]) => enabled !== false);
    const tried = entries.slice(0, MAX_SERVERS).map(async (entry) => {
      const [name] = entry;
      this.#pending.add(name);
      try {
        await this.connect(...entry);
      } catch (error) {
        if (!this.#isClosed) this.#context.emit(warning(name, error));
      } finally {
        this.#pending.delete(name);
      }
    });
    const { interactive, emit, graceMs = GRACE_MS } = this.#context;
    const all = Promise.all(tried);
    if (await isDoneWithin(all, graceMs)) return;
    emit(slowNote([...this.#pending], interactive));
    if (!interactive) await all;
  }

  /**
   * Connects to a server. Throws if the server cannot be used. `expands` contains the variables that the setting may
   * use.
   */
  async connect(name: string, setting: McpSetting, expands?: readonly string[]): Promise<void> {
    const { cwd, variables } = this.#context;
    this.#named.add(name);
    const connection = await connectServer({
      setting,
      cwd,
      variables,
      ...(expands ? { expands } : {}),
      timeoutMs: TIMEOUT_MS,
      ...(setting.url === undefined || setting.headers ? {} : { headers: await this.#access(name, setting.url) }),
    });
    if (this.#isClosed) return connection.close();
    this.#connected.set(name, { connection, tools: serverTools(name, connection) });
  }

  /** Returns a function for authorization headers. Logs in first if the server requires it. */
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
      throw new Error("the server requires a login; to log in, start the agent in a terminal once");
    this.#context.emit({ type: "login", server, address });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([...this.#connected.values()].map(({ connection }) => connection.close()));
  }
}

/**
 * Returns the project's servers that may start. If a user can answer, asks about each server without a decision. Each
 * server that is not allowed causes a warning.
 */
export async function allowedServers(
  { servers, diagnostics, allow }: ProjectServers,
  { prompter, emit }: { readonly prompter?: Prompter | undefined; readonly emit: EmitEvent },
): Promise<readonly ProjectServerView[]> {
  for (const { code, message, help } of diagnostics)
    emit({ type: "warning", code, message, ...(help === undefined ? {} : { help }) });
  const allowed: ProjectServerView[] = [];
  for (const view of servers.filter(({ setting }) => setting.enabled !== false).slice(0, MAX_SERVERS)) {
    if (view.state === "allowed" || (await hasYes(view, { allow, prompter, emit }))) allowed.push(view);
  }
  return allowed;
}

async function hasYes(
  view: ProjectServerView,
  ports: { readonly allow: ProjectServers["allow"]; readonly prompter: Prompter | undefined; readonly emit: EmitEvent },
): Promise<boolean> {
  const { allow, prompter, emit } = ports;
  const answer = await prompter?.ask({
    kind: "choice",
    title: "Start this MCP server of the project?",
    details: [
      ...(view.state === "changed" ? ["its definition changed since you allowed it"] : []),
      ...describeServer(view),
    ],
    choices: [
      { value: "no", label: "No" },
      { value: "yes", label: "Yes, until its definition changes" },
    ],
  });
  try {
    if (answer === "yes") {
      await allow(view);
      return true;
    }
    emit(notAllowed(view));
  } catch (error) {
    emit(warning(view.name, error));
  }
  return false;
}

function notAllowed({ name, state, path }: ProjectServerView): AgentEvent {
  const why = state === "changed" ? "its definition changed since you allowed it" : "you have not allowed the server";
  return {
    type: "warning",
    code: "SK531",
    message: `the MCP server \`${name}\` of \`${path}\` is not started: ${why}`,
    help: `review its definition, then run \`${allowCommand(name)}\``,
  };
}

function warning(name: string, error: unknown): AgentEvent {
  return {
    type: "warning",
    code: "SK495",
    message: `the MCP server \`${name}\` cannot be used: ${reasonOf(error)}`,
    help: "the agent runs without its tools; see `mcp` in your configuration",
  };
}

async function isDoneWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function slowNote(names: readonly string[], interactive: boolean): AgentEvent {
  const shown = names.map((name) => `\`${name}\``).join(", ");
  return {
    type: "note",
    message: `not answering yet: the MCP ${names.length === 1 ? "server" : "servers"} ${shown}`,
    help: interactive ? "their tools are added when they answer" : "the agent waits for them before it begins",
  };
}
