/** The server answers any message of a client, and continues. */
import { PassThrough, Writable } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LineTransport, serveOnStreams } from "../../../src/surfaces/mcp/serving/serve-stdio.ts";
import { type Machine, machine, skillFile } from "./machine.ts";

let place: Machine;

beforeAll(async () => {
  place = await machine({ ".skillwright/skills/pdf/SKILL.md": skillFile("pdf") });
});

afterAll(() => place.remove());

const INITIALIZE = {
  jsonrpc: "2.0",
  id: "init",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const LIST = { jsonrpc: "2.0", id: "list", method: "skills/list", params: {} };

interface Said {
  readonly id?: unknown;
  readonly error?: { readonly code: number };
  readonly result?: { readonly skills?: unknown[] };
}

/** Returns all answers to these lines, until the server ends by itself. */
async function converse(lines: readonly (string | Buffer)[]): Promise<Said[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { ended } = serveOnStreams(place.open, { input, output, onError: () => undefined });
  let text = "";
  output.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  for (const line of lines) input.write(line);
  input.end();
  await ended;
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Said);
}

const line = (message: unknown): string => `${JSON.stringify(message)}\n`;
const brief = ({ id, error, result }: Said): unknown[] => [id, error?.code ?? (result ? "ok" : "note")];

describe("[MC17] messages", () => {
  test.each([
    ["not JSON", "{oops\n", [null, -32700]],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x0a]), [null, -32700]],
    ["no message", '{"id": 5}\n', [5, -32600]],
    ["a number", "7\n", [null, -32600]],
    ["null", "null\n", [null, -32600]],
    ["a batch", "[]\n", [null, -32600]],
    ["an id that is none", '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', [null, -32600]],
    ["too long", `"${"x".repeat(5_000_000)}"\n`, [null, -32600]],
    ["an unknown method", line({ jsonrpc: "2.0", id: 9, method: "skills/burn" }), [9, -32601]],
    [
      "parameters of another kind",
      line({ jsonrpc: "2.0", id: 9, method: "skills/list", params: { cursor: 5 } }),
      [9, -32602],
    ],
    [
      "another client's cursor",
      line({ jsonrpc: "2.0", id: 9, method: "skills/list", params: { cursor: "AAAA" } }),
      [9, -32602],
    ],
    ["no tool", line({ jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "__proto__" } }), [9, -32602]],
  ])("%s is answered, and the next one too", async (_, wrong, expected) => {
    const said = (await converse([line(INITIALIZE), wrong, line(LIST)])).map(brief);
    const answers = said.filter(([, what]) => what !== "note").map((each) => JSON.stringify(each));
    expect(answers.sort()).toEqual(
      [["init", "ok"], expected, ["list", "ok"]].map((each) => JSON.stringify(each)).sort(),
    );
  });

  test("out of order: before the beginning, twice, unrequested answers", async () => {
    const stray = { jsonrpc: "2.0", id: 1, result: {} };
    const said = (
      await converse([line(stray), line(LIST), line(INITIALIZE), line(INITIALIZE), line(stray), line(LIST)])
    ).map(brief);
    expect(said.filter(([id]) => id === "init").length).toBe(2);
    expect(said.filter(([id]) => id === "list").length).toBe(2);
  });

  test("any lines at all", async () => {
    const value = fc.oneof(fc.json(), fc.string(), fc.constantFrom("tools/call", "prompts/get", "skills/get"));
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom("2.0", "1.0"),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
        method: fc.constantFrom(
          "skills/list",
          "skills/get",
          "resources/read",
          "tools/call",
          "prompts/get",
          "prompts/list",
          "x",
        ),
        params: fc.oneof(fc.anything(), fc.record({ uri: fc.string(), name: fc.string(), cursor: fc.string() })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(value, message), { maxLength: 8 }), async (messages) => {
        const lines = messages.map(
          (each) => `${(typeof each === "string" ? each : safeJson(each)).replaceAll("\n", " ")}\n`,
        );
        const said = await converse([line(INITIALIZE), ...lines, line({ ...LIST, id: "the end" })]);
        expect(said.find(({ id }) => id === "the end")?.result?.skills).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });
});

function safeJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each)) ?? "null";
}

test("[MC17] if the client is gone, the answer fails and the connection ends", async () => {
  const input = new PassThrough();
  const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
  const output = new Writable({ write: (_chunk, _encoding, done) => done(gone) });
  const transport = new LineTransport(input, output);
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  await expect(transport.send({ jsonrpc: "2.0", id: 1, result: {} })).rejects.toBe(gone);
  await closed;
  await expect(transport.send({ jsonrpc: "2.0", id: 2, result: {} })).rejects.toThrow("the client disconnected");
});

test("[MC17] a client that does not read is not listened to, until it does", async () => {
  const stuck: (() => void)[] = [];
  const input = new PassThrough();
  const output = new Writable({ write: (_chunk, _encoding, done) => void stuck.push(done) });
  const transport = new LineTransport(input, output);
  await transport.start();
  const sent: Promise<void>[] = [];
  const say = (): void => {
    sent.push(transport.send({ jsonrpc: "2.0", id: 1, result: { text: "x".repeat(1_048_576) } }));
  };
  for (let times = 0; times < 15; times++) say();
  const before = input.isPaused();
  for (let times = 0; times < 5; times++) say();
  const waiting = input.isPaused();
  while (stuck.length > 0) {
    stuck.shift()?.();
    await new Promise((next) => setImmediate(next));
  }
  await Promise.all(sent);
  expect([before, waiting, input.isPaused()]).toEqual([false, true, false]);
});
