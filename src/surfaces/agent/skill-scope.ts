/** Returns the skills that a definition allows its agent to use. */
import type { AgentDefinition } from "../../api/agent.ts";
import type { AgentScope } from "../../api/index.ts";

/**
 * Returns the scope of an agent; undefined if the agent may use all skills. Skills that the definition preloads are
 * always part of the scope.
 */
export function scopeOf({ allowSkills, skills }: AgentDefinition): AgentScope | undefined {
  if (allowSkills === true) return undefined;
  return { skills: [...(allowSkills === false ? [] : allowSkills), ...skills], strict: true };
}
