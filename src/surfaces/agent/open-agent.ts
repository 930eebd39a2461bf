/**
 * Assembles an agent: a definition, an endpoint, the skills of this project, tools, and a new or resumed conversation.
 * If skills cannot be loaded or a server does not answer, it reports that and starts without them.
 */
import {
  type AgentDefinition,
  type AgentSetup,
  type McpServer,
  type McpSetting,
  openProjectServers,
  savedLogins,
} from "../../api/agent.ts";
import {
  type LoadOptions,
  type NeutralTool,
  openSkills,
  type Session,
  type SessionOptions,
  type Skills,
  type SubagentRunner,
} from "../../api/index.ts";
import { Agent } from "./agent.ts";
import type { EmitEvent } from "./events.ts";
import { allowedServers, ConnectedServers } from "./mcp/servers.ts";
import { chooseEndpoint, chooseOtherModel, type Endpoint, type EndpointChoice } from "./model/choose-endpoint.ts";
import { openModel } from "./model/open-model.ts";
import type { AgentPorts } from "./ports.ts";
import { SkillRequests } from "./skill-requests.ts";
import { scopeOf } from "./skill-scope.ts";
import { type SubagentPorts, subagentRunner } from "./subagents.ts";
import { builtInTools } from "./tools/built-in-tools.ts";
import { type AgentPermissions, makeAgentDecision } from "./tools/decide-call.ts";
import { CallLimiter } from "./tools/limited.ts";
import { createRedactor, redactTool } from "./tools/redact-results.ts";
import { shellToolVariables } from "./tools/shell/shell-tool-variables.ts";
import type { Workspace } from "./tools/workspace.ts";
import { newTranscriptId, transcriptPath } from "./transcript/history.ts";
import type { StoredTranscript } from "./transcript/read-transcript.ts";
import { Transcript, type TranscriptHead } from "./transcript/transcript.ts";

export interface AgentOptions {
  readonly setup: AgentSetup;
  readonly definition: AgentDefinition;
  readonly load: LoadOptions;
  readonly wish: EndpointChoice;
  readonly permissions: AgentPermissions;
  /** Additional directories that the agent's tools may use. */
  readonly directories: readonly string[];
  readonly maxSteps: number;
  readonly ports: AgentPorts;
  readonly emit: EmitEvent;
  readonly kept?: StoredTranscript;
}

export async function openAgent(options: AgentOptions): Promise<Agent> {
  const { setup, definition, wish, ports, emit, kept } = options;
  const { cwd, config, variables } = setup;
  const endpoint = chooseEndpoint(wish, { config: config.agent, definition, variables });
  const { provider, model } = endpoint;
  const id = kept?.head.id ?? newTranscriptId(ports.clock(), ports.random());
  const head = { id, time: new Date(ports.clock()).toISOString(), cwd, agent: definition.id, host: setup.profile.name };
  emit({ type: "session", ...head, provider, model, resumed: kept?.messages.length ?? 0 });
  const interactive = ports.prompter !== undefined;
  const servers = new ConnectedServers({ cwd, variables, emit, interactive, logins: savedLogins(options.load) });
  try {
    const { prompter } = ports;
    const allowed = await allowedServers(openProjectServers(config, options.load), { prompter, emit });
    // The servers are connected while the skills are loaded, because both steps may have to wait for servers that do
    // not answer.
    const connecting = servers.connectAll(config.mcp, allowed);
    const found = await loadSkills(options).finally(() => connecting);
    return await assemble({ ...head, provider, model }, endpoint, { servers, found }, options);
  } catch (error) {
    await servers.close();
    throw error;
  }
}

async function assemble(
  head: TranscriptHead,
  endpoint: Endpoint,
  { servers, found }: { readonly servers: ConnectedServers; readonly found: FoundSkills },
  options: AgentOptions,
): Promise<Agent> {
  const { setup, definition, emit, kept, maxSteps } = options;
  const { skills, failed } = found;
  const guard = { otherwise: makeAgentDecision(options.permissions) };
  const wishes = wishesFor(endpoint, options);
  // `tools` is replaced later, because the tools of subagents exist only once the session is open.
  let tools = (): readonly NeutralTool[] => [];
  const endpointFor = forAgents(endpoint, wishes, options);
  const subagents = subagentRunner({ setup, endpointFor, wishes, tools: () => tools(), guard, maxSteps, emit });
  const session = await skills.session(sessionOptions(head.id, servers, subagents, options));
  session.events.on("*", (event) => emit({ type: "skill", event }));
  await tellSkills(skills, session, failed, emit);
  tools = toolsOf(options, endpoint, servers, session);
  return new Agent({
    id: head.id,
    definition,
    endpoint,
    model: await openModel(endpoint),
    wishes: () => wishes.grant(session.intent()),
    cwd: setup.cwd,
    skills,
    session,
    tools: () => tools().filter(({ name }) => definition.tools?.includes(name) ?? true),
    guard,
    transcript: openTranscript(head, options),
    maxSteps,
    emit,
    messages: kept?.messages ?? [],
    close: () => servers.close(),
  });
}

function wishesFor(endpoint: Endpoint, { setup, definition, wish, emit }: AgentOptions): SkillRequests {
  const config = setup.config.agent;
  const endpointOf = (model: string): Endpoint =>
    chooseEndpoint(chooseOtherModel(model, wish, config), { config, definition, variables: setup.variables });
  return new SkillRequests({ config, endpoint, endpointOf, open: openModel, emit });
}

/**
 * Returns a function that chooses the endpoint of a subagent. A model that the skill requests takes precedence, then
 * the named agent's model, then the main agent's endpoint.
 */
function forAgents(
  endpoint: Endpoint,
  wishes: SkillRequests,
  { setup, wish }: AgentOptions,
): SubagentPorts["endpointFor"] {
  const config = setup.config.agent;
  return (definition, wished) => {
    const chosen = wished === undefined ? undefined : wishes.modelFor(wished);
    const circumstances = { config, definition, variables: setup.variables };
    if (chosen !== undefined) return chooseEndpoint(chooseOtherModel(chosen, wish, config), circumstances);
    return (definition.provider ?? definition.model) ? chooseEndpoint({}, circumstances) : endpoint;
  };
}

interface FoundSkills {
  readonly skills: Skills;
  /** The reason why the skills cannot be loaded. */
  readonly failed?: string;
}

/** Loads the skills. If that fails, the agent works without skills. */
async function loadSkills({ load, setup }: AgentOptions): Promise<FoundSkills> {
  try {
    return { skills: await openSkills(load) };
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    return { skills: await openSkills({ ambient: false, cwd: setup.cwd }), failed };
  }
}

function sessionOptions(
  id: string,
  servers: ConnectedServers,
  subagents: SubagentRunner,
  { definition, ports, permissions, setup, kept }: AgentOptions,
): SessionOptions {
  const scope = scopeOf(definition);
  return {
    id,
    agent: definition.id,
    clock: ports.clock,
    ...(kept?.skills === undefined ? {} : { state: kept.skills }),
    ...(scope === undefined ? {} : { scope }),
    control: {
      access: permissions.full ? "full" : "ask",
      promptTimeoutMs: setup.config.agent.askTimeoutSeconds * 1_000,
      servers: servers.names,
      subagents,
      connect: (server) => servers.connect(server.name, settingOf(server)),
      ...(ports.prompter ? { prompter: ports.prompter } : {}),
    },
  };
}

function settingOf({ command, args, url }: McpServer): McpSetting {
  if (url !== undefined) return { url };
  return { ...(command === undefined ? {} : { command }), ...(args === undefined ? {} : { args }) };
}

async function tellSkills(
  skills: Skills,
  session: Session,
  failed: string | undefined,
  emit: EmitEvent,
): Promise<void> {
  const { rejected, skills: loaded } = skills.snapshot;
  emit({
    type: "skills",
    offered: (await session.offered("user")).length,
    rejected: rejected.length,
    withheld: loaded.filter(({ withheld }) => withheld !== undefined).length,
    ...(failed === undefined ? {} : { failed }),
  });
}

/**
 * Returns the current tools of Skillwright and of servers. Their calls are limited, and secrets are redacted from their
 * results.
 */
function toolsOf(
  { setup, ports, directories }: AgentOptions,
  { apiKey }: Endpoint,
  servers: ConnectedServers,
  session: Session,
): () => readonly NeutralTool[] {
  const workspace: Workspace = {
    cwd: setup.cwd,
    directories: [setup.cwd, ...directories],
    readable: () => session.readable,
    files: ports.files,
  };
  const own = builtInTools({
    workspace,
    ports,
    prompter: ports.prompter,
    variables: shellToolVariables(setup, session, apiKey),
    onUse: (path) => session.worksOn([path]),
  });
  const redact = createRedactor(session, apiKey);
  const limit = new CallLimiter();
  return () => [...own, ...servers.tools].map((tool) => limit.limited(redactTool(tool, redact)));
}

function openTranscript(head: TranscriptHead, { setup, ports, kept, emit }: AgentOptions): Transcript {
  const path = kept?.path ?? transcriptPath(setup.history, head.id);
  const onFailure = (error: unknown): void =>
    emit({
      type: "warning",
      code: "SK601",
      message: `the conversation is not kept: ${error instanceof Error ? error.message : String(error)}`,
    });
  return new Transcript({ path, append: ports.append, onFailure }, kept ? undefined : head);
}
