/** What goes on behind a request ends when whoever made it has gone. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, expect, test, vi } from "vitest";
import { auditSkills } from "../../../src/ops/audit/audit-skills.ts";
import { serve } from "../../../src/surfaces/http/serve.ts";
import { isAlive } from "../../alive.ts";
import { providers } from "../../run/sandbox/here.ts";
import { skill } from "../cli/run.ts";
import { ERAS } from "../mcp/connect.ts";
import { makePlace } from "./place.ts";

// Takes connections and never says a word.
const silent = createServer().listen(0, "127.0.0.1");
await once(silent, "listening");
const nobody = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;

const place = makePlace({
  "~/.agents/skills/slow/SKILL.md": skill("slow").replace("Do it.", "!`sleep 80001`"),
  // Somebody waits in the background too.
  "~/.agents/skills/slow/wait.sh": 'sleep "$1" & sleep "$1"\n',
  "~/.agents/skills/slow/evals/trigger-eval.json": '[{ "query": "be slow", "should_trigger": true }]',
  "~/.config/skillwright/config.yaml": "run: { scripts: [user], shell: [user] }\n",
});
const { environment } = place.load;
if (!environment) throw new Error("no environment");
const variables = { PATH: process.env["PATH"] ?? "", OPENAI_BASE_URL: nobody };
const serving = await serve({
  load: { ...place.load, environment: { ...environment, variables } },
  ...{ version: "0", port: 0, address: "127.0.0.1", names: [], token: undefined, write: true },
  report: (error) => console.error(error),
});
afterAll(async () => {
  await serving.close();
  silent.close();
});

const runs = (word: string) => vi.waitUntil(() => isAlive(word), { timeout: 10_000 });
const ended = (word: string) => vi.waitUntil(() => !isAlive(word), { timeout: 10_000 });

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

test.skipIf(providers.length === 0).each([
  ["a script", "80002", "/api/skills/slow/script", { script: "wait.sh", arguments: ["80002"] }],
  ["a command of a text", "80001", "/api/skills/slow/load", {}],
])("[SV33] %s, with everything that it started", async (_, word, path, body) => {
  await hangUp(path, body, () => runs(word));
  await ended(word);
});

test.each([
  ["a model that thinks", "/api/eval", { model: "m", skills: ["slow"] }],
  ["a source that is fetched", "/api/plans", { do: "add", source: `${nobody}/skills.tar.gz` }],
])("[SV33] %s is not waited for", async (_, path, body) => {
  const asked = once(silent, "connection") as Promise<[Socket]>;
  await hangUp(path, body, () => asked);
  const [socket] = await asked;
  await once(socket.on("error", () => undefined).resume(), "close");
});

test("[SV33] an audit ends between two skills", async () => {
  await expect(auditSkills([], { ...place.load, signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: "SK604",
  });
});

test.skipIf(providers.length === 0)("[SV33] who waited in line and has gone is not begun with", async () => {
  const first = [new AbortController(), new AbortController()];
  const running = first.map(({ signal }, at) =>
    post("/api/skills/slow/script", { script: "wait.sh", arguments: [`8001${at}`] }, signal),
  );
  await Promise.all(["80010", "80011"].map(runs));
  const third = new AbortController();
  const waiting = post("/api/skills/slow/script", { script: "wait.sh", arguments: ["80012"] }, third.signal);
  third.abort();
  await expect(waiting).rejects.toThrow();
  for (const each of first) each.abort();
  await Promise.allSettled(running);
  // Its turn comes before that of who asks now.
  const last = await post("/api/skills/slow/script", { script: "wait.sh", arguments: ["0"] });
  expect(await last.json()).toMatchObject({ code: 0 });
  expect(isAlive("80012")).toBe(false);
});

test.skipIf(providers.length === 0).each(["2025-11-25", "2026-07-28"] as const)(
  "[MC31] a script that was called on /mcp by a client of %s",
  async (era) => {
    const word = era === "2025-11-25" ? "80021" : "80022";
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: ERAS[era] } });
    await client.connect(new StreamableHTTPClientTransport(new URL("mcp", serving.url)));
    const called = client.callTool({
      name: "skill_script",
      arguments: { name: "slow", path: "wait.sh", arguments: word },
    });
    await Promise.all([expect(called).rejects.toThrow(), runs(word).then(() => client.close())]);
    await ended(word);
  },
);
