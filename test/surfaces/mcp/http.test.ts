/** Tests streamable HTTP on this machine, and notifications of changes. */
import { request } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpHandler, httpHandler } from "../../../src/surfaces/mcp/serving/http-handler.ts";
import { type HttpServing, serveOnPort } from "../../../src/surfaces/mcp/serving/serve-http.ts";
import { connect, ERAS, type Era } from "./connect.ts";
import { type Machine, machine, skillFile } from "./machine.ts";

let place: Machine;
let handler: HttpHandler;
let serving: HttpServing;

beforeAll(async () => {
  place = await machine({ ".skillwright/skills/pdf/SKILL.md": skillFile("pdf") });
  handler = httpHandler(place.open);
  serving = await serveOnPort(handler, 0);
});

afterAll(async () => {
  await serving.stop();
  place.remove();
});

async function remote(era: Era, capabilities = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: ERAS[era] }, capabilities });
  await client.connect(new StreamableHTTPClientTransport(new URL(serving.url)));
  return client;
}

describe.each(["2025-11-25", "2026-07-28"] as const)("on %s", (era) => {
  test("[MC16] the same is served over HTTP", async () => {
    const client = await remote(era);
    const skills = new SkillsClient(client);
    const [entry] = (await skills.list()).skills;
    expect((await skills.read(entry as never)).text).toBe(skillFile("pdf"));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("skill");
    const called = await client.callTool({ name: "skill", arguments: { name: "pdf" } });
    expect(JSON.stringify(called)).toContain("Do it.");
    await client.close();
  });
});

test("[MC11] [MC16] what a client declares counts for each of its requests", async () => {
  const client = await remote("2026-07-28", { extensions: { "io.modelcontextprotocol/skills": {} } });
  expect((await client.listTools()).tools).toEqual([]);
  await client.close();
});

test("[MC11] listening clients are notified that skills have changed", async () => {
  const client = await remote("2026-07-28");
  const told: string[] = [];
  const heard = new Promise<void>((resolve) => {
    for (const what of ["tools", "prompts", "resources"] as const)
      client.setNotificationHandler(`notifications/${what}/list_changed`, () => {
        told.push(what);
        if (told.length === 3) resolve();
      });
  });
  await client.listen({ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true });
  handler.changed();
  await heard;
  expect(told.sort()).toEqual(["prompts", "resources", "tools"]);
  await client.close();
});

test("[MC11] on standard input and output every connected client is notified, and sees the new skill", async () => {
  const { client, skills, wire, close } = await connect(place.open);
  await client.listTools();
  place.write({ ".skillwright/skills/new/SKILL.md": skillFile("new") });
  await place.skills.reload({ force: true });
  place.open.changed();
  const names = (await client.listPrompts()).prompts.map(({ name }) => name);
  expect(names).toEqual(["new", "pdf"]);
  expect((await skills.list()).skills).toHaveLength(2);
  expect(wire.filter(({ method }) => method !== undefined).map(({ method }) => method)).toContain(
    "notifications/resources/list_changed",
  );
  await close();
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

function post(body: string, headers: Record<string, string> = {}, path = "/mcp", method = "POST"): Promise<Answer> {
  const url = new URL(serving.url);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: url.hostname,
        port: url.port,
        path,
        method,
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe("[MC16] what is not for this server", () => {
  test.each([
    ["another name", { host: "evil.example:80" }, "/mcp", PING, 403],
    ["a page from elsewhere", { origin: "https://evil.example" }, "/mcp", PING, 403],
    ["another path", {}, "/other", PING, 404],
    ["no JSON", {}, "/mcp", "{oops", 400],
    ["another kind of body", { "content-type": "text/plain" }, "/mcp", PING, 415],
    ["a large body", {}, "/mcp", JSON.stringify("x".repeat(1_200_000)), 413],
    ["an address that is none", {}, "//[", PING, 400],
  ])("%s is refused", async (_, headers, path, body, status) => {
    expect((await post(body, headers, path)).status).toBe(status);
  });

  test("[MC16] only its own names with its own port are a `Host`", async () => {
    const port = Number(new URL(serving.url).port);
    const ours = ["localhost", "LOCALHOST", "127.0.0.1", "[::1]"].map((name) => `${name}:${port}`);
    for (const host of ours) expect([host, (await post(PING, { host })).status]).toEqual([host, 200]);
    const names = ["localhost", "127.0.0.1", "[::1]"];
    const theirs = [
      ...["", ":80", `:${port + 1}`, `:0${port}`, `:${port}/`, `:${port}#`, `:${port}?`, `:${port}@a`].flatMap((end) =>
        names.map((name) => name + end),
      ),
      ...[
        "127.1",
        "0x7f000001",
        "2130706433",
        "127.0.0.2",
        "0.0.0.0",
        "a@127.0.0.1",
        "127.0.0.1.example",
        "[::ffff:7f00:1]",
      ].map((name) => `${name}:${port}`),
    ];
    for (const host of new Set(theirs))
      expect([host, [400, 403, 421].includes((await post(PING, { host })).status)]).toEqual([host, true]);
  });

  test("[MC16] a page of this machine is welcome", async () => {
    expect((await post(PING, { origin: "http://localhost:5173" })).status).toBe(200);
  });
});
