import type { SkillId } from "../../model/skills/skill.ts";
import type { Snapshot, State, StatusEntry } from "../../model/skills/snapshot.ts";
import { compareText } from "../../model/text/text.ts";

/** Returns every found file with its state in Aleph's life cycle, sorted by id. */
export function statusOf(
  snapshot: Snapshot,
  override: (id: SkillId) => State | undefined = () => undefined,
): StatusEntry[] {
  const entries: StatusEntry[] = [];
  for (const { skill, withheld } of snapshot.skills) {
    entries.push({
      id: skill.id,
      name: skill.name,
      state: override(skill.id) ?? "loaded",
      outcome: "loaded",
      offered: withheld === undefined,
      ...(withheld ? { reason: withheld.reason } : {}),
    });
  }
  for (const { skill, by, reason } of snapshot.overridden)
    entries.push({
      id: skill.id,
      name: skill.name,
      state: "eligible",
      outcome: "overridden",
      offered: false,
      reason: `${reason}; \`${by}\` is used instead`,
    });
  for (const { id, name, diagnostics } of snapshot.rejected) {
    const error = diagnostics.find((each) => each.severity === "error") ?? diagnostics[0];
    entries.push({
      id,
      name,
      state: "discovered",
      outcome: "rejected",
      offered: false,
      ...(error ? { reason: error.message } : {}),
    });
  }
  for (const { skill, reason } of snapshot.disabled)
    entries.push({ id: skill.id, name: skill.name, state: "evaluated", outcome: "disabled", offered: false, reason });
  for (const { skill, missing } of snapshot.ineligible)
    entries.push({
      id: skill.id,
      name: skill.name,
      state: "ineligible",
      outcome: "ineligible",
      offered: false,
      reason: missing.map((each) => each.message).join("; "),
    });
  return entries.sort((a, b) => compareText(a.id, b.id));
}
