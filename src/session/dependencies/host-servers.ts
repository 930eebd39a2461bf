/** Finds the MCP servers of a session: servers that the program connected, and servers in the host's configuration. */
import { OperationError } from "../../model/errors.ts";
import type { Need } from "../../model/skills/dependency.ts";
import { applyEdit } from "./mcp/apply-edit.ts";
import { configuredServers, findServer } from "./mcp/configured.ts";
import type { McpContext, McpHost } from "./mcp/mcp-host.ts";
import { findMcpHost, MCP_HOSTS } from "./mcp/mcp-hosts.ts";
import { type McpEdit, planEdit } from "./mcp/plan-edit.ts";
import type { HostServerPort } from "./resolve-needs.ts";

export interface HostServersOptions {
  /** Names of servers that the host program itself provides. */
  readonly connected: readonly string[];
  /** Name of the host profile. An unknown host uses Skillwright's own configuration. */
  readonly host: string;
  /** Where to look for configuration. If undefined, no configuration on the machine is read. */
  readonly mcp?: McpContext;
  /** Directory for the undo notes of edits. */
  readonly notes: string;
}

export async function hostServers({ connected, host: name, mcp, notes }: HostServersOptions): Promise<HostServerPort> {
  const host = findMcpHost(name) ?? (MCP_HOSTS[0] as McpHost);
  const configured = mcp ? await configuredServers(host, mcp) : [];
  const plan = async (need: Need): Promise<McpEdit> => planEdit(serverOf(need), host, mcp ?? notHere(need));
  return {
    host: host.name,
    title: host.title,
    find: (server) =>
      connected.includes(server.name) ? { state: "present", from: "the program" } : findServer(server, configured),
    preview: async (need) => shown(await plan(need)),
    login: ({ what }) => host.login(what),
    install: async (need) => applyEdit(await plan(need), notes),
  };
}

function notHere({ what }: Need): never {
  throw new OperationError("SK463", `\`${what}\` cannot be set up with \`ambient: false\``, {
    hint: "list the program's servers in `control.servers`",
  });
}

function serverOf({ what, server }: Need): NonNullable<Need["server"]> {
  if (server !== undefined) return server;
  throw new OperationError("SK463", `\`${what}\` is not an MCP server`, { hint: "nothing was changed" });
}

/** Returns the lines that an edit would add, and the file that it would change. */
function shown(edit: McpEdit): string[] {
  const lines = edit.insertions.flatMap(({ text }) => text.split(/\r?\n/)).filter((line) => /[^\s,]/.test(line));
  return [`${edit.created ? "makes" : "changes"} ${edit.path}`, ...lines.map((line) => `+ ${line}`)];
}
