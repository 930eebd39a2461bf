import type { Skill } from "../../model/skills/skill.ts";

/** The real one: approvals are of places, whatever links lead there. */
export function directoryOfSkill({ directory, realPath }: Pick<Skill, "directory" | "realPath">): string {
  return realPath === undefined ? directory : realPath.slice(0, realPath.lastIndexOf("/"));
}
