import type { TurnIntent } from "../../model/conversation/control.ts";
import { type HostProfile, usesField } from "../../model/host-profile.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { forkIntentOf } from "./forks/fork-task.ts";
import type { LedgerEntry } from "./ledger.ts";

/**
 * Collects the settings that the skills of this turn request. If several skills request a setting, the skill that was
 * loaded last wins.
 */
export function turnIntent(
  ledger: readonly LedgerEntry[],
  turn: number,
  { skills }: Snapshot,
  profile: HostProfile,
): TurnIntent {
  const ids = ledger.filter((entry) => entry.turn === turn && entry.present).map(({ id }) => id);
  let wished: TurnIntent = {};
  for (const id of ids) {
    const skill = skills.find((each) => each.skill.id === id)?.skill;
    const { model, effort } = skill === undefined ? {} : forkIntentOf(skill.manifest);
    wished = {
      ...wished,
      ...(model !== undefined && usesField(profile, "model") ? { model } : {}),
      ...(effort !== undefined && usesField(profile, "effort") ? { effort } : {}),
    };
  }
  return wished;
}
