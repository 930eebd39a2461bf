import type { Skill } from "../model/skill.ts";
import type { Loaded, Snapshot } from "../model/snapshot.ts";
import { nameKey } from "./name-key.ts";
import { byListing } from "./order.ts";
import { revisionOf } from "./revision.ts";

/** A new snapshot in which the skill stands in the place of the loaded one of its name, or beside the others. */
export function upsertSkill(snapshot: Snapshot, skill: Skill): Snapshot {
  const key = nameKey(skill.name);
  const others = snapshot.skills.filter((each) => nameKey(each.skill.name) !== key);
  const before: Partial<Loaded> = snapshot.skills.find((each) => nameKey(each.skill.name) === key) ?? {};
  const skills: Loaded[] = [...others, { ...before, skill }].sort((a, b) => byListing(a.skill, b.skill));
  return Object.freeze({ ...snapshot, skills, revision: revisionOf(snapshot.host, { ...snapshot, skills }) });
}
