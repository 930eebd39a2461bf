/**
 * Marks each skill that the host's own list for a model does not show in full. The mark depends on the budget of the
 * whole list, not on the skill alone.
 */
import { listCatalog } from "../../../activate/list-catalog.ts";
import type { Loading, LoadOptions } from "../../../catalog/load/load.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { environmentOf } from "../../../platform/environment.ts";

export async function markCoverage({ snapshot, profile, config }: Loading, load: LoadOptions): Promise<Snapshot> {
  const options = { budget: config.catalog, pinned: config.pinned };
  const { entries } = await listCatalog(snapshot, profile, options, { variables: environmentOf(load).variables });
  const partly = new Map(entries.flatMap(({ id, coverage }) => (coverage === "full" ? [] : [[id, coverage] as const])));
  if (partly.size === 0) return snapshot;
  const skills = snapshot.skills.map((loaded) => {
    const coverage = partly.get(loaded.skill.id);
    return coverage === undefined ? loaded : { ...loaded, coverage };
  });
  return { ...snapshot, skills };
}
