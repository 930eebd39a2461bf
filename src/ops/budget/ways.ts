/**
 * How to get every skill described. In comes a way to write the catalog under changed circumstances; out come the smallest
 * changes after which no skill is left with its name only or without even that. Everything is tried on the real listing:
 * hosts cut in ways that no arithmetic foretells. It must never know where skills or settings are stored.
 */
import type { Coverage } from "../../model/conversation/catalog-text.ts";
import type { SkillId } from "../../model/skills/skill.ts";

/** One skill in a catalog that had all the room it wanted. */
export interface Cost {
  readonly id: SkillId;
  readonly address: string;
  /** Length of the description as the host would show it. */
  readonly characters: number;
  /** Of its whole entry. */
  readonly tokens: number;
  readonly coverage: Coverage;
  /** How often it was activated, by the journal; undefined where there is none. */
  readonly used?: number;
  /** The skill is never called, by the journal. */
  readonly dead: boolean;
}

export interface Change {
  /** Characters of one description. */
  readonly cap?: number;
  /** Skills that are left out. */
  readonly without?: ReadonlySet<SkillId>;
  /** All the room that it wants, or so many steps of the setting that gives it room. */
  readonly room?: "all" | number;
}

export interface Outcome {
  readonly counts: Readonly<Record<Coverage, number>>;
  readonly used: { readonly characters: number; readonly tokens: number };
}

/** Writes the catalog as if. */
export type Try = (change: Change) => Promise<Outcome>;

export interface Shortening {
  /** Characters that each description may have. */
  readonly cap: number;
  readonly skills: readonly { readonly address: string; readonly characters: number }[];
}

/** Returns whether the catalog describes every skill. */
export function allDescribed({ counts }: Pick<Outcome, "counts">): boolean {
  return counts["name-only"] + counts.omitted === 0;
}

/** Fewer characters say nothing of a skill. */
const MIN_CAP = 20;

/** The longest descriptions that all have room; undefined where even the shortest have none. */
export async function shortenTo(costs: readonly Cost[], attempt: Try): Promise<Shortening | undefined> {
  const longest = Math.max(MIN_CAP, ...costs.map(({ characters }) => characters));
  const cap = await largest(MIN_CAP, longest, async (each) => allDescribed(await attempt({ cap: each })));
  if (cap === undefined) return undefined;
  const skills = costs
    .filter(({ characters }) => characters > cap)
    .map(({ address, characters }) => ({ address, characters }))
    .sort((a, b) => b.characters - a.characters || (a.address < b.address ? -1 : 1));
  return { cap, skills };
}

/** The fewest steps between these two with which all are described; undefined where the most are not enough. */
export async function raiseTo(low: number, high: number, attempt: Try): Promise<number | undefined> {
  // Counted downwards: the more is taken away, the less holds.
  const spare = await largest(0, high - low, async (less) => allDescribed(await attempt({ room: high - less })));
  return spare === undefined ? undefined : high - spare;
}

/** The fewest to leave out, dead ones first, then what is not used and costs most. */
export async function leaveOut(costs: readonly Cost[], attempt: Try): Promise<readonly Cost[]> {
  const order = [...costs].sort(
    (a, b) =>
      Number(b.dead) - Number(a.dead) ||
      (a.used ?? 0) - (b.used ?? 0) ||
      b.tokens - a.tokens ||
      (a.address < b.address ? -1 : 1),
  );
  const without = (count: number): ReadonlySet<SkillId> => new Set(order.slice(0, count).map(({ id }) => id));
  const kept = await largest(0, order.length, async (count) =>
    allDescribed(await attempt({ without: without(order.length - count) })),
  );
  return order.slice(0, order.length - (kept ?? 0));
}

/** The largest number for which it holds, where it holds for all smaller ones; undefined where it never does. */
async function largest(
  low: number,
  high: number,
  holds: (value: number) => Promise<boolean>,
): Promise<number | undefined> {
  let [below, above] = [low - 1, high + 1];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (await holds(middle)) below = middle;
    else above = middle;
  }
  return below < low ? undefined : below;
}
