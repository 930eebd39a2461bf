/**
 * Puts an agent together: a definition, an endpoint, the skills of this place, tools, and a conversation that is new or
 * taken up. It begins also where skills cannot be loaded or a server does not answer, and says so.
 */
import {
  type AgentDefinition,
  type AgentSetup,
  type LoadOptions,
  type NeutralTool,
  openSkills,
  type Session,
  type SessionOptions,
  type Skills,
} from "../index.ts";
import { Agent } from "./agent.ts";
import { chooseEndpoint, type Endpoint, type EndpointWish } from "./choose-endpoint.ts";
import type { Emit } from "./events.ts";
import { newTranscriptId, transcriptPath } from "./history.ts";
import { connectServers } from "./mcp/connect-servers.ts";
import { openModel } from "./open-model.ts";
import { Permission, type Permissions } from "./permission.ts";
import type { AgentPorts } from "./ports.ts";
import type { Kept } from "./read-transcript.ts";
import { scopeOf } from "./skill-scope.ts";
import { builtInTools } from "./tools/built-in-tools.ts";
import type { Workspace } from "./tools/workspace.ts";
import { Transcript, type TranscriptHead } from "./transcript.ts";

export interface AgentOptions {
  readonly setup: AgentSetup;
  readonly definition: AgentDefinition;
  readonly load: LoadOptions;
  readonly wish: EndpointWish;
  readonly permissions: Permissions;
  /** More directories that its tools may touch. */
  readonly directories: readonly string[];
  readonly maxSteps: number;
  readonly ports: AgentPorts;
  readonly emit: Emit;
  readonly kept?: Kept;
}

export async function openAgent(options: AgentOptions): Promise<Agent> {
  const { setup, definition, wish, ports, emit, kept } = options;
  const { cwd, config, variables } = setup;
  const endpoint = chooseEndpoint(wish, { config: config.agent, definition, variables });
  const { provider, model } = endpoint;
  const id = kept?.head.id ?? newTranscriptId(ports.clock(), ports.random());
  const head = { id, time: new Date(ports.clock()).toISOString(), cwd, agent: definition.id, host: setup.profile.name };
  emit({ type: "session", ...head, provider, model, resumed: kept?.messages.length ?? 0 });
  const { skills, failed } = await loadSkills(options);
  const session = await skills?.session(sessionOptions(id, options));
  session?.events.on("*", (event) => emit({ type: "skill", event }));
  await tellSkills(skills, session, failed, emit);
  const servers = await connectServers(config.mcp, { cwd, variables, emit });
  return new Agent({
    id,
    definition,
    endpoint,
    model: await openModel(endpoint),
    cwd,
    skills,
    session,
    tools: toolsOf(options, endpoint, servers.tools, { skills, session }),
    transcript: openTranscript({ ...head, provider, model }, options),
    maxSteps: options.maxSteps,
    emit,
    messages: kept?.messages ?? [],
    close: servers.close,
  });
}

/** [AG5] Whatever goes wrong with skills, the agent can still work without them. */
async function loadSkills({ load }: AgentOptions): Promise<{ skills?: Skills; failed?: string }> {
  try {
    return { skills: await openSkills(load) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

function sessionOptions(id: string, { definition, ports, kept }: AgentOptions): SessionOptions {
  const scope = scopeOf(definition);
  return {
    id,
    clock: ports.clock,
    ...(kept?.skills === undefined ? {} : { state: kept.skills }),
    ...(scope === undefined ? {} : { scope }),
  };
}

async function tellSkills(
  skills: Skills | undefined,
  session: Session | undefined,
  failed: string | undefined,
  emit: Emit,
): Promise<void> {
  const { rejected = [], skills: loaded = [] } = skills?.snapshot ?? {};
  emit({
    type: "skills",
    offered: (await session?.offered("user"))?.length ?? 0,
    rejected: rejected.length,
    withheld: loaded.filter(({ withheld }) => withheld !== undefined).length,
    ...(failed === undefined ? {} : { failed }),
  });
}

/** [AG10] [AG11] */
function toolsOf(
  options: AgentOptions,
  { apiKey }: Endpoint,
  ofServers: readonly NeutralTool[],
  { skills, session }: { skills: Skills | undefined; session: Session | undefined },
): readonly NeutralTool[] {
  const { setup, definition, ports, directories } = options;
  const workspace: Workspace = {
    cwd: setup.cwd,
    directories: [setup.cwd, ...directories],
    readable: () => (skills?.skills ?? []).map(({ directory }) => directory),
    files: ports.files,
  };
  const own = builtInTools({
    workspace,
    ports,
    prompter: ports.prompter,
    variables: () => withoutKey(setup.variables, apiKey),
    onUse: (path) => session?.worksOn([path]),
  });
  const permission = new Permission(options.permissions, ports.prompter);
  return [...own, ...ofServers]
    .filter(({ name }) => definition.tools?.includes(name) ?? true)
    .map((tool) => permission.guard(tool));
}

/** A command has no business with the key of the model, under whatever name it stands. */
function withoutKey(
  variables: Readonly<Record<string, string | undefined>>,
  key: string | undefined,
): Record<string, string> {
  const kept = Object.entries(variables).filter(([, value]) => value !== undefined && value !== key);
  return Object.fromEntries(kept) as Record<string, string>;
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
