import type { Skill } from "../../model/skills/skill.ts";
import { freezeSnapshot, type Loaded, type Snapshot } from "../../model/skills/snapshot.ts";
import { nameKey } from "../../model/text/text.ts";
import { compareForListing } from "./build-snapshot.ts";
import { revisionOf } from "./revision.ts";

/**
 * Returns a new snapshot with the skill. It replaces `before` and any skill of the same name; if there is none, it is
 * added.
 */
export function upsertSkill(snapshot: Snapshot, skill: Skill, before?: Skill): Snapshot {
  const key = nameKey(skill.name);
  const replaced = (each: Loaded): boolean => each.skill === before || nameKey(each.skill.name) === key;
  const earlier: Partial<Loaded> = snapshot.skills.find(replaced) ?? {};
  const skills: Loaded[] = [...snapshot.skills.filter((each) => !replaced(each)), { ...earlier, skill }];
  skills.sort((a, b) => compareForListing(a.skill, b.skill));
  return freezeSnapshot({ ...snapshot, skills, revision: revisionOf(snapshot.host, { ...snapshot, skills }) });
}
