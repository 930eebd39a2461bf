import type { Snapshot } from "./snapshot.ts";

const frozen = new WeakSet<Snapshot>();

/** [C9] Also the skills and the findings of a snapshot, before it leaves our hands; roots may be somebody's own objects. */
export function freezeContents(snapshot: Snapshot): Snapshot {
  if (frozen.has(snapshot)) return snapshot;
  frozen.add(snapshot);
  for (const list of [snapshot.skills, snapshot.shadowed, snapshot.disabled, snapshot.ineligible]) {
    for (const entry of list) {
      freezeData(entry.skill.manifest);
      freezeData(entry.skill.sidecar);
      Object.freeze(entry.skill);
      Object.freeze(entry);
    }
  }
  for (const each of snapshot.rejected) Object.freeze(each);
  freezeData(snapshot.diagnostics);
  return snapshot;
}

/** Plain data as it comes from files; what YAML holds is bounded in depth. */
function freezeData(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const each of Object.values(value)) freezeData(each);
}
