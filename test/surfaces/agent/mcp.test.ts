/** Uses the tools of real MCP servers, made with the official SDK, as programs and over HTTP. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { frameworksDirectory } from "../../../scripts/frameworks.mjs";
import type { LoginStore } from "../../../src/catalog/servers/login/login-store.ts";
import type { AgentEvent } from "../../../src/surfaces/agent/events.ts";
import { ConnectedServers } from "../../../src/surfaces/agent/mcp/servers.ts";
import { newMark, processesWith, waitForEnd } from "../../alive.ts";
import { openAuthServer } from "../../catalog/servers/login/auth-server.ts";
import { waitFor } from "../../wait.ts";
import { withFrameworks } from "../adapters/frameworks.ts";
import { type Play, play } from "./play.ts";

const { describe, test } = withFrameworks;

let place: string;
let program: string;

beforeAll(() => {
  place = mkdtempSync(join(frameworksDirectory(), "run-"));
  program = join(place, "calculator.mjs");
  cpSync(join(import.meta.dirname, "calculator.mjs"), program);
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

const configured = (more = ""): string =>
  `mcp:\n  calc: { command: "${process.execPath}", args: ["${program}"], env: { WHO: "\${NAME}" } }\n${more}`;

/** Returns the results of the tools that the model called, in order. */
async function told(played: Omit<Play, "files"> & { config: string }) {
  const { requests, ...ran } = await play({ ...played, files: { "config.yaml": played.config } });
  const last = requests.at(-1)?.body as {
    messages: { role: string; content: string }[];
    tools: { function: { name: string } }[];
  };
  return {
    ...ran,
    tools: last.tools.map((tool) => tool.function.name),
    answers: last.messages.filter(({ role }) => role === "tool").map(({ content }) => content),
  };
}

describe("[AG12] MCP servers", () => {
  test("their tools are called like all others, and asked for", async () => {
    const calls = ["add", "who", "fail", "picture"].map((name) => ({
      name: `mcp__calc__${name}`,
      input: { a: 2, b: 3 },
    }));
    const script = [{ calls }, { text: "Five." }];
    const run = { script, env: { NAME: "Ada", SECRET: "s" } };
    const allowed = await told({ ...run, config: configured(), runs: [["--allow", "mcp__calc__*", "Add"]] });
    expect(allowed.answers).toEqual(["5", "Ada undefined", "it cannot", "[image, image/png]"]);
    expect(allowed.tools.filter((name) => name.startsWith("mcp__"))).toEqual(calls.map(({ name }) => name));
    const { answers } = await told({ ...run, config: configured(), runs: [["Add"]] });
    expect(answers[0]).toMatch(/^The call of `mcp__calc__add` was not made: the host asks before each call\./);
  });

  test("one that cannot be used is a warning, and one that is off is nothing", async () => {
    const { code, stderr, stdout, tools } = await told({
      script: [{ text: "Hello." }],
      config: configured(
        '  gone: { command: /nowhere }\n  mute: { command: "true" }\n  far: { url: "http://127.0.0.1:1/mcp" }\n  off: { command: /nowhere, enabled: false }\n',
      ),
      runs: [["Hello"]],
    });
    expect([code, stdout, tools.includes("mcp__calc__add")]).toEqual([0, "Hello.\n", true]);
    const warned = [...stderr.matchAll(/warning\[SK495\]: the MCP server `(\w+)`/g)].map(([, name]) => name);
    expect(warned.sort()).toEqual(["far", "gone", "mute"]);
  });

  test("one that a skill needs is set up, and its tools are there in the same turn", async () => {
    const needs = `{ type: mcp, value: calc, transport: stdio, command: "${process.execPath}", args: ["${program}"] }`;
    const { requests, stdout, box } = await play({
      files: {
        "~/.agents/skills/sums/SKILL.md": "---\nname: sums\ndescription: Adds numbers.\n---\nUse the calculator.\n",
        "~/.agents/skills/sums/agents/openai.yaml": `dependencies:\n  tools:\n    - ${needs}\n`,
      },
      script: [
        { calls: [{ name: "skill", input: { name: "sums" } }] },
        { calls: [{ name: "mcp__calc__add", input: { a: 2, b: 3 } }] },
        { text: "Five." },
      ],
      runs: [["--full-access", "Add"]],
    });
    const [{ messages }] = requests.slice(-1).map(({ body }) => body) as unknown as [
      { messages: { role: string; content: string }[] },
    ];
    expect([messages.at(-1)?.content, stdout, requests.length]).toEqual(["5", "Five.\n", 3]);
    expect(messages.find(({ role }) => role === "tool")?.content).not.toContain("started again");
    expect(readFileSync(box.path("~/.config/skillwright/config.yaml"), "utf8")).toContain(program);
  });

  test("a server ends with all that it started, when the agent does", async () => {
    const mark = newMark();
    // The model ends its answer once both processes run.
    const started = waitFor("the server and its child", () => processesWith(mark).length >= 2);
    await told({
      script: [{ text: "Bye.", until: started }],
      config: `mcp:\n  calc: { command: "${process.execPath}", args: ["${program}", "${mark}"] }\n`,
      runs: [["Start them"]],
    });
    await started;
    await waitForEnd(mark);
  });

  test("a server is asked for its tools and for its skills at the same time", async () => {
    // The server answers a request only while another request waits.
    const held: ServerResponse[] = [];
    const server = createServer((_, response) => {
      held.push(response);
      if (held.length > 1) for (const each of held.splice(0)) each.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { stderr, code } = await told({
      script: [{ text: "Hello." }],
      config: `mcp:\n  slow: { url: "http://127.0.0.1:${port}/mcp", headers: { A: b }, skills: true }\n`,
      runs: [["Hello"]],
    });
    server.close();
    server.closeAllConnections();
    expect([code, stderr.includes("the MCP server `slow` cannot be used: ")]).toEqual([0, true]);
    expect(stderr).not.toContain("seconds");
  });

  test("over HTTP, with a login where the server asks for one", async () => {
    const remote = await openAuthServer();
    const events: AgentEvent[] = [];
    const browsed: Promise<unknown>[] = [];
    const servers = new ConnectedServers({
      cwd: place,
      variables: {},
      interactive: true,
      logins: memoryLogins(),
      // The test needs the tools, so it waits for the login.
      graceMs: 60_000,
      emit: (event) => {
        events.push(event);
        if (event.type === "login") browsed.push(remote.browse(event.address));
      },
    });
    await servers.connectAll({ tracker: { url: remote.url } });
    await Promise.all(browsed);
    const [count] = servers.tools;
    expect([servers.names, count?.name, await count?.execute({})]).toEqual([
      ["tracker"],
      "mcp__tracker__count",
      { content: "3 issues", isError: false },
    ]);
    expect(events).toEqual([{ type: "login", server: "tracker", address: expect.stringContaining(remote.issuer) }]);
    await servers.close();
    await remote.close();
  });

  test("without a user to log in, the message shows how", async () => {
    const remote = await openAuthServer();
    const { stderr } = await told({
      script: [{ text: "Hello." }],
      config: `mcp:\n  tracker: { url: "${remote.url}" }\n`,
      runs: [["Hello"]],
    });
    expect(stderr).toContain("the MCP server `tracker` cannot be used: ");
    expect(stderr).toContain("the server requires a login; to log in, start the agent in a terminal once");
    await remote.close();
  });
});

function memoryLogins(): LoginStore {
  const kept = new Map<string, unknown>();
  return { load: (url) => kept.get(url), save: (url, login) => void kept.set(url, login) };
}
