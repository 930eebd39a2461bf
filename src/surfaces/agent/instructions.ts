/**
 * Builds the system text of an agent from its definition, the working directory and the catalog. It does not change
 * during a conversation.
 */
import type { AgentDefinition } from "../../api/agent.ts";

export function instructionsFor(definition: AgentDefinition, cwd: string, catalog: string): string {
  const place = `You work in the directory ${JSON.stringify(cwd)}. Paths are relative to it.`;
  return [definition.prompt, place, catalog].filter((part) => part !== "").join("\n\n");
}
