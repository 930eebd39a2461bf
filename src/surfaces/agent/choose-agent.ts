/** Chooses the agent definition for a name. */
import type { AgentDefinition, AgentSetup } from "../../api/agent.ts";
import { OperationError } from "../../api/index.ts";
import { BUILT_IN_AGENTS } from "./built-in-agents.ts";

export function allAgents({ definitions }: Pick<AgentSetup, "definitions">): readonly AgentDefinition[] {
  const taken = new Set(definitions.map(({ id }) => id));
  return [...definitions, ...BUILT_IN_AGENTS.filter(({ id }) => !taken.has(id))];
}

/** Finds an agent by the name of its directory, or by the name in its definition. Throws SK491 if there is none. */
export function chooseAgent(asked: string, setup: Pick<AgentSetup, "definitions" | "diagnostics">): AgentDefinition {
  const all = allAgents(setup);
  const found = all.find(({ id }) => id === asked) ?? all.find(({ name }) => name === asked);
  if (found !== undefined) return found;
  const broken = setup.diagnostics.find(({ path }) => path?.endsWith(`/${asked}/AGENT.md`));
  const names = all.map(({ id }) => `\`${id}\``).join(", ");
  throw new OperationError("SK491", `there is no agent \`${asked}\`${broken ? `: ${broken.message}` : ""}`, {
    hint: broken?.help ?? `the agents are ${names}`,
  });
}
