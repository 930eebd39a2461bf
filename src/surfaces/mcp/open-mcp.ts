/**
 * Builds MCP servers. They offer the Skills extension to clients that support it, and tools, prompts and resources to
 * others. Each connection or request gets its own server with the same skills, and is notified of changes. This code
 * makes no decisions about skills, and knows no transport.
 */
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import type { AgentScope } from "../../model/conversation/offer.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Skills } from "../../ops/open-skills.ts";
import { Connection } from "./connection.ts";
import { ExtensionSource, type ReportNotShared } from "./extension-source.ts";
import { offerPrompts } from "./offer-prompts.ts";
import { offerTools } from "./offer-tools.ts";
import { servingDiagnostic } from "./remark.ts";
import { SERVER_INSTRUCTIONS, serverInfo } from "./serving/answer-greeting.ts";

export interface McpOptions {
  readonly version: string;
  /** The skills that the agents of clients may use (default: all). */
  readonly scope?: AgentScope;
  /** Called once for each skill that cannot be served, or that can be served only with changes. */
  readonly onRemark?: (said: Diagnostic) => void;
}

export interface OpenMcp {
  /** Creates a server that is not connected yet. The signal aborts if its client seems to have disconnected. */
  readonly makeServer: (leaving?: StopSignal) => McpServer;
  /** Notifies every connected client that the skills changed. */
  readonly changed: () => void;
}

/** How long a client may cache an answer. It is short, because files change at any time. */
const CACHE = { ttlMs: 1_000, cacheScope: "private" } as const;

export async function openMcp(skills: Skills, { version, scope, onRemark }: McpOptions): Promise<OpenMcp> {
  const remarked = new Set<string>();
  const remark: ReportNotShared = (place, said) => {
    const key = `${place.loaded.skill.id} ${said.code} ${said.reason}`;
    if (remarked.has(key)) return;
    remarked.add(key);
    onRemark?.(servingDiagnostic(place, said));
  };
  const extension = new ExtensionSource(skills, remark, scope);
  const open = new Set<McpServer>();
  const makeServer = (leaving?: StopSignal): McpServer => {
    const mcp = new McpServer(serverInfo(version), {
      instructions: SERVER_INSTRUCTIONS,
      capabilities: { resources: { listChanged: true } },
    });
    const connection = new Connection(mcp, leaving);
    extensionOn(extension, connection).attach(mcp);
    mcp.server.setRequestHandler("resources/list", async ({ params }, context) =>
      connection.hasExtension(context) ? { resources: [] } : extension.resources(params?.cursor),
    );
    offerTools(mcp, skills, connection, scope);
    offerPrompts(mcp, skills, connection, extension, scope);
    open.add(mcp);
    mcp.server.onclose = () => void open.delete(mcp);
    return mcp;
  };
  return { makeServer, changed: () => open.forEach(tell) };
}

/**
 * Creates the extension for a connection. All connections share `extension`, but each tracks whether its own client
 * uses it.
 */
function extensionOn(extension: ExtensionSource, connection: Connection): SkillsExtension {
  const noticing = <T>(context: ServerContext, answer: Promise<T>): Promise<T> => {
    connection.usesExtension(context);
    return answer;
  };
  return new SkillsExtension({
    cacheHint: CACHE,
    // Warnings of `SkillsExtension` are ignored, because Skillwright has already reported the skills that cannot be
    // served.
    onWarning: () => undefined,
    source: {
      list: (params, context) => noticing(context, extension.list(params)),
      get: (uri, context) => noticing(context, extension.get(uri)),
      read: (uri) => extension.read(uri),
      readDirectory: (uri, params) => extension.readDirectory(uri, params),
    },
  });
}

function tell(mcp: McpServer): void {
  if (!mcp.isConnected()) return;
  mcp.sendResourceListChanged();
  mcp.sendToolListChanged();
  mcp.sendPromptListChanged();
}
