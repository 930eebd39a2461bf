import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, expect, test } from "vitest";
import { serve } from "../../src/surfaces/http/serve.ts";
import { skill } from "../cli/run.ts";
import { makePlace } from "./place.ts";

const place = makePlace({ "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in forms.") });
const serving = await serve({
  ...{ load: place.load, version: "0", port: 0, address: "127.0.0.1", names: [], token: undefined, write: false },
  report: (error) => console.error(error),
});
const { port } = serving;
afterAll(() => serving.close());

test("[SV14] a client of the official SDK gets a skill", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("skill");
  const { content } = await client.callTool({ name: "skill", arguments: { name: "pdf" } });
  expect(JSON.stringify(content)).toContain("Do it.");
  await client.close();
});

test("[SV14] no other page does", async () => {
  const headers = { "content-type": "application/json", origin: "https://pages.example" };
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body: "{}" });
  expect(response.status).toBe(403);
});
