import type { Snapshot } from "../../model/skills/snapshot.ts";

/** [C9] Neither the snapshot nor one of its lists can be changed. */
export function freezeSnapshot(snapshot: Snapshot): Snapshot {
  for (const value of Object.values(snapshot)) if (Array.isArray(value)) Object.freeze(value);
  return Object.freeze(snapshot);
}
