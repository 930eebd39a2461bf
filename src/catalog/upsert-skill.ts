import type { Skill } from "../model/skill.ts";
import type { Loaded, Snapshot } from "../model/snapshot.ts";
import { freezeSnapshot } from "./freeze-snapshot.ts";
import { nameKey } from "./name-key.ts";
import { byListing } from "./order.ts";
import { revisionOf } from "./revision.ts";

/** A new snapshot in which the skill stands in the place of the loaded one of its id or name, or beside the others. */
export function upsertSkill(snapshot: Snapshot, skill: Skill): Snapshot {
  const key = nameKey(skill.name);
  const replaced = (each: Loaded): boolean => each.skill.id === skill.id || nameKey(each.skill.name) === key;
  const before: Partial<Loaded> = snapshot.skills.find(replaced) ?? {};
  const skills: Loaded[] = [...snapshot.skills.filter((each) => !replaced(each)), { ...before, skill }];
  skills.sort((a, b) => byListing(a.skill, b.skill));
  return freezeSnapshot({ ...snapshot, skills, revision: revisionOf(snapshot.host, { ...snapshot, skills }) });
}
