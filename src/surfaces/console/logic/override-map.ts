/** Computes the precedence map. It has a lane for each root, and a column for each name that several files have. */
import type { Root, SkillList } from "../answers.ts";

export interface MapEntry {
  readonly id: string;
  /** Index of the root; 0 has the highest precedence. */
  readonly lane: number;
  readonly path: string;
  /** The reason why the skill is overridden; undefined for the winner. */
  readonly reason?: string;
}

export interface OverrideColumn {
  readonly name: string;
  readonly winner: MapEntry | undefined;
  readonly losers: readonly MapEntry[];
}

type Known = { readonly id: string; readonly name: string; readonly path: string; readonly root: string };

/**
 * Returns the columns, sorted by name. An overridden skill is in the same column as the skill that overrides it, even
 * if their names differ.
 */
export function overrideMap(roots: readonly Root[], list: SkillList): OverrideColumn[] {
  const lanes = new Map<string, number>();
  for (const [index, { path }] of roots.entries()) if (!lanes.has(path)) lanes.set(path, index);
  const stand = ({ id, path, root }: Known): MapEntry => ({ id, path, lane: lanes.get(root) ?? -1 });
  const all: readonly Known[] = [...list.skills, ...list.disabled, ...list.ineligible, ...list.overridden];
  const byId = new Map(all.map((skill) => [skill.id, skill]));
  const losers = new Map<string, MapEntry[]>();
  for (const skill of list.overridden) {
    const before = losers.get(skill.by) ?? [];
    before.push({ ...stand(skill), reason: skill.reason });
    losers.set(skill.by, before);
  }
  return [...losers]
    .map(([by, lost]): OverrideColumn => {
      const winner = byId.get(by);
      return { name: winner?.name ?? by, winner: winner && stand(winner), losers: lost };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
