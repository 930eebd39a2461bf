/** A server and a client of the Model Context Protocol, connected in memory. */
import { addMcpTools, type McpServerLike } from "../../../src/surfaces/adapters/mcp.ts";
import { framework } from "./frameworks.ts";
import { DONE, type Play, type Received } from "./play.ts";

interface Server {
  McpServer: new (
    info: object,
  ) => McpServerLike & { connect(transport: unknown): Promise<void>; close(): Promise<void> };
}

interface Client {
  Client: new (
    info: object,
  ) => {
    connect(transport: unknown): Promise<void>;
    close(): Promise<void>;
    listTools(): Promise<{ tools: { name: string; description?: string; inputSchema: unknown }[] }>;
    callTool(call: object): Promise<{ content: { text: string }[]; isError?: boolean }>;
  };
  InMemoryTransport: { createLinkedPair(): [unknown, unknown] };
}

export const playMcp: Play = async (tools, calls) => {
  const { McpServer } = await framework<Server>("@modelcontextprotocol/server");
  const { Client, InMemoryTransport } = await framework<Client>("@modelcontextprotocol/client");
  const server = new McpServer({ name: "skills", version: "1" });
  addMcpTools(server, tools);
  const client = new Client({ name: "test", version: "1" });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(here), client.connect(there)]);
  try {
    const listed = await client.listTools();
    const received: Received[] = [];
    for (const { tool, input } of calls) {
      const { content, isError = false } = await client.callTool({ name: tool, arguments: input });
      received.push({ content: content.map(({ text }) => text).join(""), isError });
    }
    const shown = listed.tools.map(({ name, description = "", inputSchema }) => ({
      name,
      description,
      schema: inputSchema,
    }));
    return { tools: shown, received, said: DONE };
  } finally {
    await client.close();
    await server.close();
  }
};
