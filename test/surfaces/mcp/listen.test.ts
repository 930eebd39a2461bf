/** A watch reports changed skills of a server as soon as the server sends a notification. */
import { describe, expect, test, vi } from "vitest";
import { listenForChanges } from "../../../src/catalog/servers/connection/listen.ts";
import { openServerPort } from "../../../src/catalog/servers/connection/open-port.ts";
import { type OpenConnection, ServerConnections } from "../../../src/catalog/servers/connection/server-connections.ts";
import { httpHandler } from "../../../src/surfaces/mcp/serving/http-handler.ts";
import { serveOnPort } from "../../../src/surfaces/mcp/serving/serve-http.ts";
import { waitFor } from "../../wait.ts";
import { facing, near, seen, serves } from "./liar.ts";
import { machine, skillFile } from "./machine.ts";

test("[MC32] over HTTP: a skill that comes, and nothing is kept after the last client leaves", async () => {
  const far = await machine({ ".skillwright/skills/pdf/SKILL.md": skillFile("pdf") });
  const handler = httpHandler(far.open);
  const serving = await serveOnPort(handler, 0);
  const place = await near({ docs: serving.url });
  const watching = await place.skills.watch();
  expect(seen(place)).toEqual(["mcp:docs:pdf SK912"]);
  // The first notification proves that the connection works. The second one arrives on the same connection.
  for (const name of ["first", "second"]) {
    const told = new Promise((resolve) => watching.on(({ added }) => resolve(added.map((each) => each.name))));
    far.write({ [`.skillwright/skills/${name}/SKILL.md`]: skillFile(name) });
    await far.skills.reload({ force: true });
    handler.changed();
    expect(await told).toEqual([`mcp:docs:${name}`]);
  }
  expect(seen(place)).toEqual(["first", "pdf", "second"].map((name) => `mcp:docs:${name} SK912`));
  await watching.close();
  // The server ends only after its last client has disconnected.
  await serving.stop();
  far.remove();
  place.remove();
});

test("[MC32] a server that does not tell is left alone", async () => {
  await facing(serves({ "skill://pdf/SKILL.md": skillFile("pdf") }), async (place, { asked }) => {
    const watching = await place.skills.watch();
    await waitFor("a second connection", () => asked.filter((each) => each === "initialize").length === 2);
    expect(asked.filter((each) => each === "skills/list")).toHaveLength(1);
    await watching.close();
  });
});

/** A program that has one more skill after each request, and sends a notification. Each start begins with one skill. */
const FORGETFUL = `
const entry = (n) => ({
  uri: "skill://s" + n + "/SKILL.md", frontmatter: { name: "s" + n, description: "Does it." },
  resources: [{ uri: "skill://s" + n + "/SKILL.md", size: 1, digest: "sha256:" + "0".repeat(64) }],
});
let count = 1;
const say = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
const answers = {
  initialize: () => ({
    protocolVersion: "2025-11-25", serverInfo: { name: "f", version: "1" },
    capabilities: { resources: { listChanged: true }, extensions: { "io.modelcontextprotocol/skills": {} } },
  }),
  "skills/list": () => {
    const skills = Array.from({ length: count }, (_, at) => entry(at + 1));
    if (count++ < 3) setTimeout(() => say({ method: "notifications/resources/list_changed" }), 20);
    return { skills };
  },
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  say(answers[method] ? { id, result: answers[method]() } : { id, error: { code: -32601, message: "no" } });
});
`;

test("[MC32] what a program tells of is asked of that program, not of another that is started", async () => {
  const setting = { command: process.execPath, args: ["-e", FORGETFUL], skills: true };
  const port = openServerPort({ setting, cwd: "/", variables: {} });
  expect((await port.list()).skills).toHaveLength(1);
  const counts: number[] = [];
  await new Promise<void>((resolve) => {
    const end = port.listen(async () => {
      counts.push((await port.list()).skills.length);
      if (counts.length < 3) return;
      end();
      resolve();
    });
  });
  expect(counts).toEqual([1, 2, 3]);
});

describe("[MC32] [HR7] a connection that", () => {
  /** Returns a connection whose client has these capabilities, and the number of its closings. */
  function lineTo(capabilities: object, ready = Promise.resolve()) {
    const client = {
      onclose: undefined as (() => void) | undefined,
      getServerCapabilities: () => capabilities,
      close: vi.fn(async () => client.onclose?.()),
    };
    ready.catch(() => undefined);
    const broken = new Promise<never>(() => undefined);
    const rest = { renew: () => undefined, fault: () => undefined, close: () => client.close() };
    return { client, line: { client, ready, broken, ...rest } as unknown as OpenConnection };
  }
  const TELLS = { resources: { listChanged: true } };

  test("ends is made again after half a minute, and one that fails later and later", async () => {
    vi.useFakeTimers();
    const first = lineTo(TELLS);
    const lines = [first.line, lineTo(TELLS, Promise.reject(new Error("gone"))).line, lineTo(TELLS).line];
    const connect = vi.fn(async () => lines.shift() ?? lineTo({}).line);
    const changed = vi.fn();
    const keep = vi.fn();
    const end = listenForChanges({ connect, changed, keep, timeoutMs: 10_000 });
    await vi.advanceTimersByTimeAsync(0);
    expect([connect.mock.calls.length, changed.mock.calls.length]).toEqual([1, 1]);
    expect(keep.mock.lastCall).toEqual([first.line]);
    first.client.onclose?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(keep.mock.lastCall).toEqual([undefined]);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(connect).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(connect).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(59_999);
    expect([connect.mock.calls.length, changed.mock.calls.length]).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect([connect.mock.calls.length, changed.mock.calls.length]).toEqual([3, 2]);
    end();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([connect.mock.calls.length, changed.mock.calls.length]).toEqual([3, 2]);
    vi.useRealTimers();
  });

  test("is shared is closed once, when the last has ended", async () => {
    const { client, line } = lineTo(TELLS);
    const connect = vi.fn(async () => line);
    const lines = new ServerConnections(connect);
    const ask = () => lines.ask(1_000, async () => "said");
    expect(await lines.together(async () => [await ask(), await lines.together(ask), await ask()])).toEqual(
      Array(3).fill("said"),
    );
    expect([connect.mock.calls.length, client.close.mock.calls.length]).toEqual([1, 1]);
    await ask();
    expect([connect.mock.calls.length, client.close.mock.calls.length]).toEqual([2, 2]);
    // A kept connection is used for requests, and stays open.
    lines.keep(line);
    expect(await ask()).toBe("said");
    expect([connect.mock.calls.length, client.close.mock.calls.length]).toEqual([2, 2]);
  });
});
