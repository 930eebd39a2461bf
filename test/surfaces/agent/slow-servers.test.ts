import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AgentEvent } from "../../../src/surfaces/agent/events.ts";
import { ConnectedServers } from "../../../src/surfaces/agent/mcp/servers.ts";
import { waitFor } from "../../wait.ts";

/** A server that answers a request only when the test releases it. */
const held: ServerResponse[] = [];
let isReleased = false;
const server = createServer((_, response) => void (isReleased ? refuse(response) : held.push(response)));
const refuse = (response: ServerResponse): void => void response.writeHead(500).end("no");
const release = (): void => {
  isReleased = true;
  for (const response of held) refuse(response);
};
let url: string;

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  held.length = 0;
  isReleased = false;
});

function serversAt({ interactive }: { readonly interactive: boolean }) {
  const events: AgentEvent[] = [];
  const logins = { load: () => undefined, save: () => undefined };
  const emit = (event: AgentEvent): void => void events.push(event);
  const servers = new ConnectedServers({ cwd: "/", variables: {}, emit, interactive, logins, graceMs: 1 });
  return { events, servers, settings: { slow: { url, headers: {} }, late: { url, headers: {} } } };
}

const NOTE = "not answering yet: the MCP servers `slow`, `late`";
const failures = (events: readonly AgentEvent[]): number =>
  events.filter((event) => event.type === "warning" && event.code === "SK495").length;

test("[AG12] a person at the prompt learns which servers are slow, and does not wait for them", async () => {
  const { servers, events, settings } = serversAt({ interactive: true });
  await servers.connectAll(settings);
  expect(events).toEqual([{ type: "note", message: NOTE, help: "their tools are added when they answer" }]);
  expect([servers.names, servers.tools]).toEqual([["slow", "late"], []]);
  await waitFor("both requests", () => held.length === 2);
  release();
  await waitFor("both warnings", () => failures(events) === 2);
  expect(servers.names).toEqual([]);
  await servers.close();
});

test("[AG12] a single task waits for slow servers, and names them", async () => {
  const { servers, events, settings } = serversAt({ interactive: false });
  let isDone = false;
  const connecting = servers.connectAll(settings).then(() => {
    isDone = true;
  });
  await waitFor("the note", () => events.length === 1);
  expect([events[0], isDone]).toEqual([
    { type: "note", message: NOTE, help: "the agent waits for them before it begins" },
    false,
  ]);
  await waitFor("both requests", () => held.length === 2);
  release();
  await connecting;
  expect(failures(events)).toBe(2);
  await servers.close();
});

test("[AG12] the agent does not report a server that answers after the end", async () => {
  const { servers, events, settings } = serversAt({ interactive: true });
  await servers.connectAll(settings);
  await servers.close();
  await waitFor("both requests", () => held.length === 2);
  release();
  await waitFor("no server is expected any more", () => servers.names.length === 0);
  expect(events.length).toBe(1);
});
