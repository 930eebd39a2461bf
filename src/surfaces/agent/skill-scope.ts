/** Returns the skills that a definition allows its agent to use. */
import type { AgentDefinition } from "../../api/agent.ts";
import type { AgentScope } from "../../api/index.ts";

/** Preloaded skills are always allowed; undefined means all skills. */
export function scopeOf({ allowSkills, skills }: AgentDefinition): AgentScope | undefined {
  if (allowSkills === true) return undefined;
  return { skills: [...(allowSkills === false ? [] : allowSkills), ...skills], strict: true };
}
