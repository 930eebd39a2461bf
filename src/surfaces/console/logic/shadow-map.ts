/** Roots and skills → what the precedence map draws: a lane for each root, a column for each name that several files have. */
import type { Root, SkillList } from "../answers.ts";

export interface Standing {
  readonly id: string;
  /** Which root, counted from the one that wins. */
  readonly lane: number;
  readonly path: string;
  /** Why it lost; nothing where it won. */
  readonly reason?: string;
}

export interface Column {
  readonly name: string;
  readonly winner: Standing | undefined;
  readonly losers: readonly Standing[];
}

type Known = { readonly id: string; readonly name: string; readonly path: string; readonly root: string };

/** Sorted by name; a shadowed skill is in the column of the skill that shadows it, even if that has another name. */
export function shadowMap(roots: readonly Root[], list: SkillList): Column[] {
  const lanes = new Map<string, number>();
  for (const [index, { path }] of roots.entries()) if (!lanes.has(path)) lanes.set(path, index);
  const stand = ({ id, path, root }: Known): Standing => ({ id, path, lane: lanes.get(root) ?? -1 });
  const all: readonly Known[] = [...list.skills, ...list.disabled, ...list.ineligible, ...list.shadowed];
  const byId = new Map(all.map((skill) => [skill.id, skill]));
  const losers = new Map<string, Standing[]>();
  for (const skill of list.shadowed) {
    const before = losers.get(skill.by) ?? [];
    before.push({ ...stand(skill), reason: skill.reason });
    losers.set(skill.by, before);
  }
  return [...losers]
    .map(([by, lost]): Column => {
      const winner = byId.get(by);
      return { name: winner?.name ?? by, winner: winner && stand(winner), losers: lost };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
