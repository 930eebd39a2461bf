import type { SkillId } from "./skill.ts";
import type { Snapshot, StatusEntry } from "./snapshot.ts";

/** A file that was found, as a change names it. */
export interface ChangedSkill {
  readonly id: SkillId;
  readonly name: string;
  readonly path: string;
  /** What came of it; where it is gone, what had. */
  readonly outcome: StatusEntry["outcome"];
  /** Whether a model may be told of it. */
  readonly offered: boolean;
}

/** `metadata`: what it says of itself; `outcome`: what came of it; `body`: its text, of which a snapshot knows nothing. */
export type ChangedPart = "metadata" | "outcome" | "body";

export interface AlteredSkill extends ChangedSkill {
  readonly parts: readonly ChangedPart[];
  /** Where it is called otherwise now. */
  readonly nameBefore?: string;
}

/** What is different from the snapshot before. Each list is sorted by id. */
export interface SnapshotChange {
  readonly revision: string;
  readonly revisionBefore: string;
  readonly added: readonly ChangedSkill[];
  readonly changed: readonly AlteredSkill[];
  readonly removed: readonly ChangedSkill[];
  /** What else has changed; `beside`: files in directories that were named besides. */
  readonly also: readonly ("diagnostics" | "roots" | "settings" | "beside")[];
  readonly snapshot: Snapshot;
}
