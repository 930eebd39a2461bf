/** What is known of one client: whether it has the extension, and which skills its user has loaded. */
import { CLIENT_CAPABILITIES_META_KEY, type McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { SKILLS_EXTENSION_ID } from "@modelcontextprotocol/server/ext/skills";
import type { Session } from "../../index.ts";

/** Skills that one user loads in one connection. */
const MAX_LOADED = 200;

export class Connection {
  readonly #server: McpServer;
  readonly #loaded = new Map<string, Session>();
  #used = false;

  constructor(server: McpServer) {
    this.#server = server;
  }

  /** [MC10] It says so, or has used it. */
  hasExtension({ mcpReq }: ServerContext): boolean {
    const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
    const said = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? this.#server.server.getClientCapabilities();
    const { extensions } = (said ?? {}) as { extensions?: Readonly<Record<string, unknown>> };
    return this.#used || extensions?.[SKILLS_EXTENSION_ID] !== undefined;
  }

  /** A client that asks for `skills/list` has the extension, whatever it says; its tools and prompts are others from then on. */
  usesExtension(context: ServerContext): void {
    if (this.hasExtension(context)) return;
    this.#used = true;
    this.#server.sendToolListChanged();
    this.#server.sendPromptListChanged();
    this.#server.sendResourceListChanged();
  }

  /** In which the user loaded a skill of this address. */
  sessionOf(address: string): Session | undefined {
    return this.#loaded.get(address);
  }

  loadedByUser(address: string, session: Session): void {
    if (this.#loaded.size < MAX_LOADED) this.#loaded.set(address, session);
  }
}
