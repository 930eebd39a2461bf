/** The system text of an agent: what its definition says, where it works, and the catalog. It stays the same for a conversation. */
import type { AgentDefinition } from "../../api/agent.ts";

export function instructionsFor(definition: AgentDefinition, cwd: string, catalog: string): string {
  const place = `You work in the directory ${JSON.stringify(cwd)}. Paths are meant from there.`;
  return [definition.prompt, place, catalog].filter((part) => part !== "").join("\n\n");
}
