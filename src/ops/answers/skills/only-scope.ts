import type { Scope } from "../../../model/skills/root.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";

/** Returns the snapshot with only the files from the roots of one scope. */
export function filterByScope(snapshot: Snapshot, scope: Scope): Snapshot {
  const has = (each: { skill: { scope: Scope } }): boolean => each.skill.scope === scope;
  return {
    ...snapshot,
    skills: snapshot.skills.filter(has),
    overridden: snapshot.overridden.filter(has),
    rejected: snapshot.rejected.filter((each) => each.root.scope === scope),
    disabled: snapshot.disabled.filter(has),
    ineligible: snapshot.ineligible.filter(has),
  };
}
