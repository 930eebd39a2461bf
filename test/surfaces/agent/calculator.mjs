// A real MCP server on standard input and output for the tests of the agent: it adds, fails, waits, and gives its name.
// The file is beside the official SDK when it runs.
import { spawn } from "node:child_process";
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const [mark] = process.argv.slice(2);
// A program that the server starts must end with the server.
if (mark) spawn("sh", ["-c", `trap '' INT TERM HUP; sleep 300 # ${mark}`], { stdio: "ignore" });

const text = (value) => ({ content: [{ type: "text", text: String(value) }] });
const numbers = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
};
const inputSchema = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => numbers, output: () => numbers },
  },
};

const server = new McpServer({ name: "calculator", version: "1.0.0" });
server.registerTool("add", { description: "Adds two numbers.", inputSchema }, ({ a, b }) => text(a + b));
server.registerTool("who", { description: "Says who it is." }, () => text(`${process.env.WHO} ${process.env.SECRET}`));
server.registerTool("fail", { description: "Fails." }, () => {
  throw new Error("it cannot");
});
server.registerTool("picture", { description: "Draws." }, () => ({
  content: [{ type: "image", data: "AAAA", mimeType: "image/png" }],
}));
await server.connect(new StdioServerTransport());
