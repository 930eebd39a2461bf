/** Runs `skillwright agent` for the fixtures of its codes. */
import type { LoadOptions } from "../../src/catalog/load/load.ts";
import { loadAgents } from "../../src/catalog/load/load-agents.ts";
import { savedLogins } from "../../src/catalog/servers/login/login-store.ts";
import { openProjectServers } from "../../src/catalog/servers/project-servers.ts";
import type { Diagnostic } from "../../src/model/diagnostics/diagnostic.ts";
import { nodeFiles } from "../../src/platform/files/node-files.ts";
import { chooseAgent } from "../../src/surfaces/agent/choose-agent.ts";
import type { AgentEvent } from "../../src/surfaces/agent/events.ts";
import { allowedServers, ConnectedServers } from "../../src/surfaces/agent/mcp/servers.ts";
import { chooseEndpoint } from "../../src/surfaces/agent/model/choose-endpoint.ts";
import { openModel } from "../../src/surfaces/agent/model/open-model.ts";
import { runTurn } from "../../src/surfaces/agent/run-turn.ts";
import { findTranscript } from "../../src/surfaces/agent/transcript/history.ts";
import { startModel } from "../surfaces/agent/model-server.ts";

export async function agentDefinitions(options: LoadOptions): Promise<readonly Diagnostic[]> {
  return (await loadAgents(options)).diagnostics;
}

/** Calls the MCP servers of the configuration. */
export async function agentServers(options: LoadOptions): Promise<readonly Diagnostic[]> {
  const { config, cwd, variables } = await loadAgents(options);
  const events: AgentEvent[] = [];
  const emit = (event: AgentEvent): unknown => events.push(event);
  const servers = new ConnectedServers({ cwd, variables, emit, interactive: false, logins: savedLogins(options) });
  await servers.connectAll(config.mcp, await allowedServers(openProjectServers(config, options), { emit }));
  return events.flatMap((event) =>
    event.type === "warning" ? [{ severity: "warning", ...event, help: event.help ?? "" }] : [],
  );
}

/** Each call throws the error of its fixture. */
export const AGENT_CALLS = {
  "agent-start": async (options: LoadOptions, ask: string) => chooseAgent(ask, await loadAgents(options)),

  async "agent-model"(options: LoadOptions) {
    const setup = await loadAgents(options);
    chooseEndpoint({}, { ...setup, config: setup.config.agent, definition: chooseAgent("default", setup) });
  },

  async "agent-resume"(options: LoadOptions, ask: string) {
    const { history, cwd } = await loadAgents(options);
    findTranscript(ask, history, cwd, nodeFiles);
  },

  "agent-refused": () => turnWith({ status: 401, body: '{"error":{"message":"no such key"}}' }),

  "agent-circles": () => turnWith({ calls: [{ name: "look" }] }),
};

async function turnWith(reply: Parameters<typeof startModel>[0][number]): Promise<void> {
  const model = await startModel([reply, reply]);
  const port = new URL(model.url).port;
  const endpoint = {
    provider: "played",
    api: "openai" as const,
    baseUrl: model.url,
    model: "any",
    apiKey: "secret",
    keyName: "PLAYED_KEY",
    headers: {},
  };
  const { error } = await runTurn({
    model: await openModel(endpoint),
    endpoint,
    system: "",
    messages: [{ role: "user", content: "look" }],
    tools: {},
    maxSteps: 2,
    emit: () => undefined,
    onStep: () => undefined,
    signal: new AbortController().signal,
  });
  await model.close();
  if (error) throw Object.assign(error, { message: error.message.replace(port, "8000") });
}
