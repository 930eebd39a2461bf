/** Work for a client ends when it cancels the request or disconnects. */
import { PassThrough } from "node:stream";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LineTransport, serveOnStreams } from "../../../src/surfaces/mcp/serving/serve-stdio.ts";
import { isAlive, newMark, waitForEnd } from "../../alive.ts";
import { withSandbox } from "../../run/with-sandbox.ts";
import { waitFor } from "../../wait.ts";
import { connect } from "./connect.ts";
import { type Machine, machine, skillFile } from "./machine.ts";

let place: Machine;

beforeAll(async () => {
  const files = {
    "~/.agents/skills/slow/SKILL.md": skillFile("slow").replace("Do it.", '!`sleep "$0"`'),
    "~/.agents/skills/slow/wait.sh": 'sleep "$1" & sleep "$1"\n',
    "~/.agents/skills/slow/say.sh": "echo said\n",
    "~/.config/skillwright/config.yaml": "run: { scripts: [user], shell: [user] }\n",
  };
  place = await machine(files, {}, { PATH: process.env["PATH"] ?? "" });
});

afterAll(() => place.remove());

const runs = (mark: string) => waitFor(`a process with ${mark}`, () => isAlive(mark));

withSandbox.describe.each(["2025-11-25", "2026-07-28"] as const)("[MC31] on %s", (era) => {
  test.each([
    "a script",
    "a command of a skill's text, called by the model",
    "a command of a skill's text, called by the user",
  ])("%s that is called off is ended", async (what) => {
    const mark = newMark();
    const { client, close } = await connect(place.open, { era });
    const cancel = new AbortController();
    const { signal } = cancel;
    const call = { name: "slow", arguments: mark };
    const called = what.endsWith("user")
      ? client.getPrompt({ name: "slow", arguments: { arguments: mark } }, { signal })
      : what.endsWith("model")
        ? client.callTool({ name: "skill", arguments: call }, { signal })
        : client.callTool({ name: "skill_script", arguments: { ...call, path: "wait.sh" } }, { signal });
    await Promise.all([expect(called).rejects.toThrow(), runs(mark).then(() => cancel.abort())]);
    await waitForEnd(mark);
    await close();
  });
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

function lines(...messages: readonly object[]): string {
  return messages.map((each) => `${JSON.stringify(each)}\n`).join("");
}

function script(path: string, words: string): object {
  return {
    ...{ jsonrpc: "2.0", id: 2, method: "tools/call" },
    params: { name: "skill_script", arguments: { name: "slow", path, arguments: words } },
  };
}

/** Talks to a server without a client. Returns the server's questions and its answer to the call. */
function talk(...messages: readonly object[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const serving = serveOnStreams(place.open, { input, output, onError: () => undefined });
  let said = "";
  output.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  input.write(lines(INITIALIZE, ...messages));
  return { input, output, serving, answer: () => said.split("\n").find((line) => line.includes('"id":2')) };
}

test("[MC17] [MC11] who listens for changes keeps nothing going when its input ends", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const serving = serveOnStreams(place.open, { input, output, onError: () => undefined });
  const transport = new LineTransport(output, input);
  const client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(transport as unknown as Transport);
  await client.listen({ resourcesListChanged: true });
  input.end();
  await serving.ended;
  // The timeout of this test is shorter than the time for which the server waits for answers.
});

withSandbox.describe("[MC17] [MC31] when the input ends", () => {
  test("a script that takes long is stopped, and said to be", async () => {
    const mark = newMark();
    const { input, serving, answer } = talk(script("wait.sh", mark));
    await runs(mark);
    input.end();
    await serving.ended;
    expect(isAlive(mark)).toBe(false);
    expect(answer()).toContain("it was stopped");
  });

  test("what was called off is not waited for", async () => {
    const mark = newMark();
    const { input, serving, answer } = talk(script("wait.sh", mark));
    await runs(mark);
    input.end(lines({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } }));
    await serving.ended;
    expect(answer()).toBeUndefined();
    await waitForEnd(mark);
  });

  test("one that is quick is answered", async () => {
    const { input, serving, answer } = talk(script("say.sh", ""));
    input.end();
    await serving.ended;
    expect(answer()).toContain("said");
  });

  test("no request waits if the client does not read", async () => {
    const mark = newMark();
    const { input, output, serving } = talk(script("wait.sh", mark));
    await runs(mark);
    output.destroy(new Error("EPIPE"));
    await serving.ended;
    await waitForEnd(mark);
    input.end();
  });
});
