/**
 * The state of one client: whether it supports the Skills extension, which skills its user has loaded, and whether it
 * is connected.
 */
import { CLIENT_CAPABILITIES_META_KEY, type McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { SKILLS_EXTENSION_ID } from "@modelcontextprotocol/server/ext/skills";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import { withAnySignal } from "../../platform/processes/stop-after.ts";
import type { Session } from "../../session/conversation/session.ts";

/** Maximum skills that the user of one connection can load. */
const MAX_LOADED = 200;

export class Connection {
  readonly #server: McpServer;
  readonly #loaded = new Map<string, Session>();
  readonly #leaving: readonly StopSignal[];
  #used = false;

  constructor(server: McpServer, leaving: StopSignal | undefined) {
    this.#server = server;
    this.#leaving = leaving ? [leaving] : [];
  }

  /** Runs work that may start a command. The signal aborts if the client cancels the request or disconnects. */
  run<T>({ mcpReq }: ServerContext, work: (signal: StopSignal) => Promise<T>): Promise<T> {
    return withAnySignal([mcpReq.signal, ...this.#leaving], work);
  }

  /** Returns true if the client declares the extension, or has already used it. */
  hasExtension({ mcpReq }: ServerContext): boolean {
    const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
    const said = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? this.#server.server.getClientCapabilities();
    const { extensions } = (said ?? {}) as { extensions?: Readonly<Record<string, unknown>> };
    return this.#used || extensions?.[SKILLS_EXTENSION_ID] !== undefined;
  }

  /**
   * Records that the client uses the extension. A client that requests `skills/list` supports the extension, even if it
   * does not declare it. Which tools and prompts it gets changes from then on.
   */
  usesExtension(context: ServerContext): void {
    if (this.hasExtension(context)) return;
    this.#used = true;
    this.#server.sendToolListChanged();
    this.#server.sendPromptListChanged();
    this.#server.sendResourceListChanged();
  }

  /** Returns the session in which the user loaded the skill with this address; undefined if it was not loaded. */
  sessionOf(address: string): Session | undefined {
    return this.#loaded.get(address);
  }

  loadedByUser(address: string, session: Session): void {
    if (this.#loaded.size < MAX_LOADED) this.#loaded.set(address, session);
  }
}
