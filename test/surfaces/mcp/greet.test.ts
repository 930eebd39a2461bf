/**
 * The answer to `initialize` before the MCP packages are loaded: it equals the answer of the packages in the same
 * cases.
 */
import { PassThrough } from "node:stream";
import { InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { beforeAll, describe, expect, test } from "vitest";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { type OpenMcp, openMcp } from "../../../src/surfaces/mcp/open-mcp.ts";
import {
  answerInitialize,
  initializeResult,
  PROTOCOL_VERSIONS,
} from "../../../src/surfaces/mcp/serving/answer-greeting.ts";
import { serveOnStreams } from "../../../src/surfaces/mcp/serving/serve-stdio.ts";

let open: OpenMcp;

beforeAll(async () => {
  open = await openMcp(await openSkills({ ambient: false }), { version: "1.2.3" });
});

function initialize(params: object = {}, id: unknown = 1) {
  const usual = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  return { jsonrpc: "2.0", id, method: "initialize", params: { ...usual, ...params } };
}

/** Returns the answer of the MCP packages. */
async function theirs(message: unknown): Promise<JSONRPCMessage> {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const mcp = open.makeServer();
  await mcp.connect(server);
  const answer = new Promise<JSONRPCMessage>((resolve) => {
    client.onmessage = resolve;
  });
  await client.start();
  await client.send(message as JSONRPCMessage);
  try {
    return await answer;
  } finally {
    await mcp.close();
  }
}

const USUAL = [
  ...PROTOCOL_VERSIONS.map((protocolVersion) => initialize({ protocolVersion })),
  initialize({}, "text"),
  initialize({ capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} } }),
  initialize({ clientInfo: { name: "test", title: "Test", version: "1" } }),
];

const UNUSUAL: [string, unknown][] = [
  ["another method", { ...initialize(), method: "ping" }],
  ["no id", { jsonrpc: "2.0", method: "initialize", params: initialize().params }],
  ["an id that is neither a string nor a number", initialize({}, {})],
  ["an unknown version", initialize({ protocolVersion: "1999-01-01" })],
  ["other parameters", initialize({ _meta: {} })],
  ["no name of the client", initialize({ clientInfo: { version: "1" } })],
  ["a wrong capability", initialize({ capabilities: { roots: { listChanged: "yes" } } })],
  ["an unknown capability", initialize({ capabilities: { extensions: {} } })],
  ["a list", [initialize()]],
  ["nothing", undefined],
];

describe("[MC30] the answer to `initialize` before the MCP packages are loaded", () => {
  test.each(USUAL)("is what they answer to $params", async (message) => {
    expect(initializeResult(message, "1.2.3")).toEqual(await theirs(message));
  });

  test.each(UNUSUAL)("is left to them for %s", (_, message) => {
    expect(initializeResult(message, "1.2.3")).toBeUndefined();
  });

  test.each([
    ["in one piece", 1],
    ["in two", 2],
  ])("comes once, and the connection goes on; requests %s", async (_, pieces) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const requests = [initialize({}, 7), { jsonrpc: "2.0", id: 8, method: "ping" }];
    const lines = requests.map((each) => `${JSON.stringify(each)}\n`);
    const streams = { input, output, onError: () => undefined };
    for (const text of pieces === 1 ? [lines.join("")] : lines) input.write(text);
    const greeted = await answerInitialize(streams, "1.2.3");
    expect(greeted).toBe(7);
    const { ended } = serveOnStreams(open, streams, greeted);
    input.end();
    await ended;
    const said = String(output.read()).trim().split("\n");
    expect(said.map((line) => JSON.parse(line).id)).toEqual([7, 8]);
  });

  test("does not keep a connection open whose client has gone before it said anything", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const streams = { input, output, onError: () => undefined };
    input.end();
    expect(await answerInitialize(streams, "1.2.3")).toBeUndefined();
    await serveOnStreams(open, streams).ended;
  });
});
