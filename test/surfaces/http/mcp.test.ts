import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, expect, test } from "vitest";
import { serveHttp } from "../../../src/surfaces/http/serve.ts";
import { waitFor } from "../../wait.ts";
import { skill } from "../cli/run.ts";
import { liar, serves } from "../mcp/liar.ts";
import { skillFile } from "../mcp/machine.ts";
import { appFor } from "./app-for.ts";
import { makePlace } from "./place.ts";

const place = makePlace({ "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Fill in forms.") });
const serving = await serveHttp({
  ...{ load: place.load, version: "0", port: 0, address: "127.0.0.1", names: [], token: undefined, write: false },
  report: (error) => console.error(error),
});
const { port } = serving;
afterAll(() => serving.close());

test("[SV1] a client of the official SDK gets a skill", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("skill");
  const { content } = await client.callTool({ name: "skill", arguments: { name: "pdf" } });
  expect(JSON.stringify(content)).toContain("Do it.");
  await client.close();
});

test("[MC11] a listening client receives a new skill", async () => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  let isTold = false;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    isTold = true;
  });
  await client.listen({ toolsListChanged: true });
  place.write({ "~/.agents/skills/docx/SKILL.md": skill("docx") });
  await waitFor("the notification", () => isTold);
  await client.close();
});

test("[SV1] no other page does", async () => {
  const headers = { "content-type": "application/json", origin: "https://pages.example" };
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body: "{}" });
  expect(response.status).toBe(403);
});

test.each(["[]", " [ ] ", "[[]]", "[null]", "[1,2]", "null", "7", "{}"])(
  "[SV1] [MC16] the message %j is an error, and the next one is answered",
  async (body) => {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const post = (text: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body: text });
    const wrong = await post(body);
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('"error"')]);
    const right = await post('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    expect([right.status, await right.text()]).toEqual([200, expect.stringContaining('"result"')]);
  },
);

test("[MC27] [MC20] skills of another server are shown here, and not passed on", async () => {
  const far = await liar(
    serves({
      "skill://forms/SKILL.md": skillFile("forms", "", "Fill in.\n"),
      "skill://notes/SKILL.md": skillFile("notes", "", "Note it.\n"),
    }),
  );
  const near = makePlace({
    "~/.agents/skills/pdf/SKILL.md": skill("pdf"),
    "~/.config/skillwright/config.yaml": `mcp:\n  far: { url: "${far.url}", skills: true, headers: {} }\n`,
  });
  const { app, desk } = await appFor(near.load, { names: new Set(["127.0.0.1"]), write: true });
  await (await desk.own.servers()).approve("mcp:far:forms", true);
  await desk.own.reload({ force: true });
  const ask = async (path: string, body?: object): Promise<string> => {
    const headers = {
      host: "127.0.0.1",
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    };
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    return (await app.fetch(new Request(`http://127.0.0.1${path}`, init))).text();
  };
  const rpc = (method: string) => ask("/mcp", { jsonrpc: "2.0", id: 1, method, params: {} });
  const answers = [
    await ask("/skill"),
    await rpc("tools/list"),
    await rpc("prompts/list"),
    await rpc("resources/list"),
  ];
  for (const answer of answers) expect([answer.includes("pdf"), answer.includes("forms")]).toEqual([true, false]);
  expect(await ask("/api/skills")).toContain("mcp:far:forms");
  near.write({ "~/.agents/skills/later/SKILL.md": skill("later") });
  await waitFor("the new skill among the tools", async () => (await rpc("tools/list")).includes("later"));
  expect(far.asked.filter((each) => each.startsWith("resources/"))).toEqual([]);
  far.asked.length = 0;
  const shown = await ask("/api/served?skills=mcp:far:forms,mcp:far:notes");
  expect([shown.includes("Fill"), shown.includes("Note")]).toEqual([true, true]);
  // All requests use one connection.
  expect(far.asked.filter((each) => /^(?:initialize|skills|resources)/.test(each))).toEqual([
    "initialize",
    "skills/list",
    "resources/read skill://forms/SKILL.md",
    "resources/read skill://notes/SKILL.md",
  ]);
  expect(JSON.parse(await ask("/api/served?skills=mcp:far:none"))).toMatchObject({ error: { code: "SK301" } });
  const before = far.asked.length;
  expect(await ask("/api/budget?hosts=skillwright")).toContain("mcp:far:forms");
  expect(far.asked).toHaveLength(before);
  await app.close();
  await desk.close();
  far.close();
});
