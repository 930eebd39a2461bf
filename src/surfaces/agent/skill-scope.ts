/** Which skills a definition lets its agent have. */
import type { AgentDefinition } from "../../api/agent.ts";
import type { AgentScope } from "../../api/index.ts";

/** What is preloaded is allowed by that; undefined means all. */
export function scopeOf({ allowSkills, skills }: AgentDefinition): AgentScope | undefined {
  if (allowSkills === true) return undefined;
  return { skills: [...(allowSkills === false ? [] : allowSkills), ...skills], strict: true };
}
