/** The tools of a connected server as tools like all others, under `mcp__server__tool`. */
import type { Client } from "@modelcontextprotocol/client";
import type { NeutralTool, StopSignal, ToolResult } from "../../../index.ts";
import { capText } from "../tools/cap-text.ts";

/** Tools of one server, and characters of what one says of itself. */
const MAX_TOOLS = 200;
const MAX_DESCRIPTION = 4_000;
/** What endpoints take as a name. */
const NAME = /[^\w-]/g;
const MAX_NAME = 64;

export async function serverTools(server: string, client: Client, timeoutMs: number): Promise<readonly NeutralTool[]> {
  const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
  return tools.slice(0, MAX_TOOLS).map((tool) => ({
    name: `mcp__${server}__${tool.name}`.replaceAll(NAME, "_").slice(0, MAX_NAME),
    description: (tool.description ?? "").slice(0, MAX_DESCRIPTION),
    input: schemaOf(tool.inputSchema),
    get jsonSchema() {
      return structuredClone(tool.inputSchema) as Record<string, unknown>;
    },
    execute: (input, context) => call(client, tool.name, input, context?.signal as StopSignal | undefined),
  }));
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

async function call(client: Client, name: string, input: unknown, signal: StopSignal | undefined): Promise<ToolResult> {
  try {
    const given = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
    const result = await client.callTool(
      { name, arguments: given },
      signal === undefined ? {} : { signal: signal as AbortSignal },
    );
    const parts = Array.isArray(result.content) ? result.content : [];
    return { content: capText(parts.map(shown).join("\n")) || "[no answer]", isError: result.isError === true };
  } catch (error) {
    return { content: `the call failed: ${error instanceof Error ? error.message : String(error)}`, isError: true };
  }
}

/** Text as it is; of anything else, what it is. */
function shown(part: unknown): string {
  if (typeof part !== "object" || part === null) return "";
  const { type, text, mimeType, resource } = part as Record<string, unknown>;
  if (type === "text" && typeof text === "string") return text;
  const inner =
    typeof resource === "object" && resource !== null ? (resource as Record<string, unknown>)["text"] : undefined;
  return typeof inner === "string" ? inner : `[${String(type)}${typeof mimeType === "string" ? `, ${mimeType}` : ""}]`;
}
