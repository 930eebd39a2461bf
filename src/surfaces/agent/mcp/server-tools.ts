/** Converts the tools of a connected server into tools with names `mcp__server__tool`. */

import { reasonOf, type ServerConnection } from "../../../api/agent.ts";
import type { NeutralTool, StopSignal, ToolResult } from "../../../api/index.ts";
import { capText } from "../tools/shell/cap-text.ts";

/** Maximum number of tools that one server may offer. */
const MAX_TOOLS = 200;
const MAX_DESCRIPTION = 4_000;
/** Matches characters that endpoints do not accept in a tool's name. */
const NAME = /[^\w-]/g;
const MAX_NAME = 64;

/** Converts the tools of a server. If several tools have the same name, only the first tool is kept. */
export function serverTools(server: string, connection: ServerConnection): readonly NeutralTool[] {
  const prefix = toolPrefix(server);
  const tools = connection.tools.slice(0, MAX_TOOLS).map((tool) => ({
    name: (prefix + tool.name).replaceAll(NAME, "_").slice(0, MAX_NAME),
    description: (tool.description ?? "").slice(0, MAX_DESCRIPTION),
    input: schemaOf(tool.inputSchema),
    get jsonSchema() {
      return structuredClone(tool.inputSchema) as Record<string, unknown>;
    },
    execute: (input: unknown, context?: { readonly signal?: unknown }) =>
      call(connection, tool.name, input, context?.signal as StopSignal | undefined),
  }));
  const names = tools.map(({ name }) => name);
  return tools.filter(({ name }, at) => names.indexOf(name) === at);
}

/**
 * Returns the prefix for the names of a server's tools. A rule such as `mcp__SERVER__*` uses it to match all tools of
 * the server.
 */
function toolPrefix(server: string): string {
  return `mcp__${server}__`.replaceAll(NAME, "_");
}

/**
 * Leaves out tools whose names start with the prefix of another server. A rule for that server would match them.
 * `servers` contains the names of all servers.
 */
export function withoutToolsOfOtherServers(
  server: string,
  tools: readonly NeutralTool[],
  servers: readonly string[],
): readonly NeutralTool[] {
  const prefix = toolPrefix(server);
  const others = servers.map(toolPrefix).filter((other) => other !== prefix && other.startsWith(prefix));
  return others.length === 0 ? tools : tools.filter(({ name }) => !others.some((other) => name.startsWith(other)));
}

function schemaOf(schema: unknown): NeutralTool["input"] {
  const copy = (): Record<string, unknown> => structuredClone(schema) as Record<string, unknown>;
  return {
    "~standard": {
      version: 1,
      vendor: "skillwright",
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}

async function call(
  connection: ServerConnection,
  name: string,
  input: unknown,
  signal: StopSignal | undefined,
): Promise<ToolResult> {
  try {
    const given = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
    const { content, isError } = await connection.call(name, given, signal);
    return { content: capText(content.map(shown).join("\n")) || "[no answer]", isError };
  } catch (error) {
    return { content: `the call failed: ${reasonOf(error)}`, isError: true };
  }
}

/** Returns a text part unchanged, and describes any other content in words. */
function shown(part: unknown): string {
  if (typeof part !== "object" || part === null) return "";
  const { type, text, mimeType, resource } = part as Record<string, unknown>;
  if (type === "text" && typeof text === "string") return text;
  const inner =
    typeof resource === "object" && resource !== null ? (resource as Record<string, unknown>)["text"] : undefined;
  return typeof inner === "string" ? inner : `[${String(type)}${typeof mimeType === "string" ? `, ${mimeType}` : ""}]`;
}
