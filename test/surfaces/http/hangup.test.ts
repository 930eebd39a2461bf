/** Work for a request ends when its client has disconnected. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, expect, test } from "vitest";
import { auditSkills } from "../../../src/ops/check/audit-skills.ts";
import { serveHttp } from "../../../src/surfaces/http/serve.ts";
import { isAlive, newMark, waitForEnd } from "../../alive.ts";
import { withSandbox } from "../../run/with-sandbox.ts";
import { waitFor } from "../../wait.ts";
import { skill } from "../cli/run.ts";
import { ERAS } from "../mcp/connect.ts";
import { makePlace } from "./place.ts";

// Accepts connections and never answers.
const silent = createServer().listen(0, "127.0.0.1");
await once(silent, "listening");
const nobody = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;

const TEXT_MARK = newMark();
const SCRIPT_MARK = newMark();

const place = makePlace({
  "~/.agents/skills/slow/SKILL.md": skill("slow").replace("Do it.", `!\`sleep ${TEXT_MARK}\``),
  // The script also starts a process in the background, which waits, too.
  "~/.agents/skills/slow/wait.sh": 'sleep "$1" & sleep "$1"\n',
  "~/.agents/skills/slow/evals/trigger-eval.json": '[{ "query": "be slow", "should_trigger": true }]',
  "~/.config/skillwright/config.yaml": "run: { scripts: [user], shell: [user] }\n",
});
const { environment } = place.load;
if (!environment) throw new Error("no environment");
const variables = { PATH: process.env["PATH"] ?? "", OPENAI_BASE_URL: nobody };
const serving = await serveHttp({
  load: { ...place.load, environment: { ...environment, variables } },
  ...{ version: "0", port: 0, address: "127.0.0.1", names: [], token: undefined, write: true },
  report: (error) => console.error(error),
});
afterAll(async () => {
  await serving.close();
  silent.close();
});

const runs = (mark: string) => waitFor(`a process with ${mark}`, () => isAlive(mark));

async function hangUp(path: string, body: object, begun: () => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  const asked = post(path, body, controller.signal);
  await Promise.all([expect(asked).rejects.toThrow(), begun().then(() => controller.abort())]);
}

function post(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(new URL(path, serving.url), {
    ...{ method: "POST", body: JSON.stringify(body), signal: signal ?? null },
    headers: { "content-type": "application/json" },
  });
}

withSandbox.test.each([
  ["a script", SCRIPT_MARK, "/api/skills/slow/script", { script: "wait.sh", arguments: [SCRIPT_MARK] }],
  ["a command of a text", TEXT_MARK, "/api/skills/slow/load", {}],
])("[SV12] %s, with everything that it started", async (_, mark, path, body) => {
  await hangUp(path, body, () => runs(mark));
  await waitForEnd(mark);
});

test.each([
  ["a model that thinks", "/api/eval", { model: "m", skills: ["slow"] }],
  ["a source that is fetched", "/api/plans", { do: "add", source: `${nobody}/skills.tar.gz` }],
])("[SV12] %s is not waited for", async (_, path, body) => {
  const asked = once(silent, "connection") as Promise<[Socket]>;
  await hangUp(path, body, () => asked);
  const [socket] = await asked;
  await once(socket.on("error", () => undefined).resume(), "close");
});

test("[SV12] an audit ends between two skills", async () => {
  await expect(auditSkills([], { ...place.load, signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: "SK604",
  });
});

withSandbox.test("[SV12] who waited in line and has gone is not begun with", async () => {
  const marks = [newMark(), newMark()];
  const late = newMark();
  const first = [new AbortController(), new AbortController()];
  const running = first.map(({ signal }, at) =>
    post("/api/skills/slow/script", { script: "wait.sh", arguments: [marks[at]] }, signal),
  );
  await Promise.all(marks.map(runs));
  const third = new AbortController();
  const waiting = post("/api/skills/slow/script", { script: "wait.sh", arguments: [late] }, third.signal);
  third.abort();
  await expect(waiting).rejects.toThrow();
  for (const each of first) each.abort();
  await Promise.allSettled(running);
  // The queue would run the waiting request before this later one.
  const last = await post("/api/skills/slow/script", { script: "wait.sh", arguments: ["0"] });
  expect(await last.json()).toMatchObject({ code: 0 });
  expect(isAlive(late)).toBe(false);
});

withSandbox.test.each(["2025-11-25", "2026-07-28"] as const)(
  "[MC31] a script that was called on /mcp by a client of %s",
  async (era) => {
    const mark = newMark();
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: ERAS[era] } });
    await client.connect(new StreamableHTTPClientTransport(new URL("mcp", serving.url)));
    const called = client.callTool({
      name: "skill_script",
      arguments: { name: "slow", path: "wait.sh", arguments: mark },
    });
    await Promise.all([expect(called).rejects.toThrow(), runs(mark).then(() => client.close())]);
    await waitForEnd(mark);
  },
);
