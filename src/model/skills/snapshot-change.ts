import type { SkillId } from "./skill.ts";
import type { Snapshot, StatusEntry } from "./snapshot.ts";

/** A file in a report of changes. */
export interface ChangedSkill {
  readonly id: SkillId;
  readonly name: string;
  readonly path: string;
  /** The outcome; for a removed file, its last outcome. */
  readonly outcome: StatusEntry["outcome"];
  /** True if a model may see the skill. */
  readonly offered: boolean;
}

/**
 * The changed part of a skill. `metadata`: its frontmatter. `outcome`: its outcome. `body`: its text, which a snapshot
 * does not contain.
 */
export type ChangedPart = "metadata" | "outcome" | "body";

export interface AlteredSkill extends ChangedSkill {
  readonly parts: readonly ChangedPart[];
  /** The old name, if the name changed. */
  readonly nameBefore?: string;
}

/** The differences from the previous snapshot. Each list is sorted by id. */
export interface SnapshotChange {
  readonly revision: string;
  readonly revisionBefore: string;
  readonly added: readonly ChangedSkill[];
  readonly changed: readonly AlteredSkill[];
  readonly removed: readonly ChangedSkill[];
  /**
   * Other parts of the snapshot that changed. `beside` means files in directories that are watched in addition to the
   * roots.
   */
  readonly also: readonly ("diagnostics" | "roots" | "settings" | "beside")[];
  readonly snapshot: Snapshot;
}
