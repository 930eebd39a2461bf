import { dirname } from "node:path";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";

/** Returns the real directories of skills. `isMeant` selects the skills. */
export function skillDirectories({ skills }: Snapshot, isMeant: (skill: Skill) => boolean): readonly string[] {
  return skills.flatMap(({ skill, withheld }) =>
    withheld === undefined && skill.root.source === undefined && isMeant(skill)
      ? [dirname(skill.realPath ?? skill.path)]
      : [],
  );
}
