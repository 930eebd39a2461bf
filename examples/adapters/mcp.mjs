// Serves skills to every client of the Model Context Protocol on standard input and output.
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { openSkills } from "skillwright";
import { addMcpTools } from "skillwright/mcp";

const skills = await openSkills({ roots: ["skills"] });
const session = await skills.session();
const server = new McpServer({ name: "skills", version: "1.0.0" });
addMcpTools(server, await skills.tools(session, { listing: "description" }));
await server.connect(new StdioServerTransport());
