/**
 * Runs skills with `context: fork` in one of our agents. The agent has its own model, tools and system text, and runs
 * inside the parent's session. Only its last message is returned.
 */
import type { ToolSet } from "ai";
import type { AgentDefinition, AgentSetup } from "../../api/agent.ts";
import {
  type GuardOptions,
  type NeutralTool,
  OperationError,
  type SubagentOutcome,
  type SubagentRunner,
  type SubagentTask,
} from "../../api/index.ts";
import { aiSdkTools } from "../adapters/ai-sdk.ts";
import { chooseAgent } from "./choose-agent.ts";
import type { AgentEvent, EmitEvent } from "./events.ts";
import { instructionsFor } from "./instructions.ts";
import type { Endpoint } from "./model/choose-endpoint.ts";
import { openModel } from "./model/open-model.ts";
import { runTurn } from "./run-turn.ts";
import type { SkillRequests } from "./skill-requests.ts";
import { scopeOf } from "./skill-scope.ts";
import { toMessage } from "./transcript/compact-conversation.ts";

export interface SubagentPorts {
  readonly setup: AgentSetup;
  /** Returns the model for an agent. If the skill requests another known model, returns that one. */
  readonly endpointFor: (definition: AgentDefinition, wished: string | undefined) => Endpoint;
  readonly wishes: Pick<SkillRequests, "effortOf">;
  /** Returns the tools of the agent that starts the subagent. */
  readonly tools: () => readonly NeutralTool[];
  readonly guard: GuardOptions;
  readonly maxSteps: number;
  readonly emit: EmitEvent;
}

export function subagentRunner(ports: SubagentPorts): SubagentRunner {
  return {
    run: async (task) => {
      try {
        return await run(task, ports);
      } catch (error) {
        if (!(error instanceof OperationError)) throw error;
        return { status: "failed", summary: error.message };
      }
    },
  };
}

async function run(task: SubagentTask, ports: SubagentPorts): Promise<SubagentOutcome> {
  const definition = chooseAgent(task.agent, ports.setup);
  const endpoint = ports.endpointFor(definition, task.model);
  const emit = (event: AgentEvent): void =>
    ports.emit({ type: "subagent", skill: task.address, agent: definition.id, depth: task.depth, event });
  const { ended, text, error } = await runTurn({
    model: await openModel(endpoint),
    endpoint,
    wishes: async () => ports.wishes.effortOf(task.effort, endpoint),
    system: instructionsFor(definition, ports.setup.cwd, ""),
    messages: [...task.session.preloaded.map(toMessage), { role: "user", content: task.task }],
    tools: aiSdkTools(task.session.guard(await toolsFor(task, definition, ports), ports.guard)) as ToolSet,
    maxSteps: ports.maxSteps,
    emit,
    onStep: () => undefined,
    signal: abortSignalOf(task),
  });
  if (ended === "answered") return { status: "done", summary: text };
  if (ended === "stopped") return { status: "cancelled", summary: text };
  return { status: "failed", summary: [error?.message, text].filter((part) => part).join("\n\n") };
}

/** Returns the tools that the definition allows. If it allows any skill, the tools for skills are included. */
async function toolsFor(
  { session }: SubagentTask,
  definition: AgentDefinition,
  ports: SubagentPorts,
): Promise<readonly NeutralTool[]> {
  const { tools } = definition;
  const own = ports.tools().filter(({ name }) => tools?.includes(name) ?? true);
  return [...own, ...(await session.tools(scopeOf(definition)))];
}

function abortSignalOf({ signal }: SubagentTask): AbortSignal {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  signal.addEventListener("abort", () => controller.abort(), { once: true });
  return controller.signal;
}
