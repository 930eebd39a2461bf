/**
 * Finds the smallest changes after which the catalog describes every skill. The caller provides a function that writes
 * the catalog with a change. Every change is tested with the real listing, because hosts cut text in ways that cannot
 * be calculated. This file does not know where skills or settings are stored.
 */
import type { Coverage } from "../../model/conversation/catalog-text.ts";
import type { SkillId } from "../../model/skills/skill.ts";

/** One skill and its size in a catalog without a budget. */
export interface SkillCost {
  readonly id: SkillId;
  readonly address: string;
  /** Length of the description as the host would show it. */
  readonly characters: number;
  /** Number of tokens of the whole catalog entry. */
  readonly tokens: number;
  readonly coverage: Coverage;
  /** Number of activations in the journal; undefined without a journal. */
  readonly used?: number;
  /** True if the journal shows that the skill is never activated. */
  readonly unused: boolean;
}

export interface CatalogChange {
  /** Maximum characters of one description. */
  readonly cap?: number;
  /** Skills that the catalog omits. */
  readonly without?: ReadonlySet<SkillId>;
  /**
   * The budget. `all` means no limit. A number is a value of the host's budget setting, in steps (the unit of that
   * setting).
   */
  readonly room?: "all" | number;
}

export interface CatalogOutcome {
  readonly counts: Readonly<Record<Coverage, number>>;
  readonly used: { readonly characters: number; readonly tokens: number };
}

/** Writes the catalog that would result from a change. */
export type TryCatalog = (change: CatalogChange) => Promise<CatalogOutcome>;

export interface Shortening {
  /** Maximum characters of each description. */
  readonly cap: number;
  readonly skills: readonly { readonly address: string; readonly characters: number }[];
}

/** Returns true if the catalog describes every skill. */
export function describesEverySkill({ counts }: Pick<CatalogOutcome, "counts">): boolean {
  return counts["name-only"] + counts.omitted === 0;
}

/** Minimum length of a shortened description, because shorter ones are not useful. */
const MIN_CAP = 20;

/**
 * Returns the maximum length at which all shortened descriptions fit. Returns undefined if even the minimum length does
 * not fit.
 */
export async function findDescriptionLimit(
  costs: readonly SkillCost[],
  attempt: TryCatalog,
): Promise<Shortening | undefined> {
  const longest = Math.max(MIN_CAP, ...costs.map(({ characters }) => characters));
  const cap = await largest(MIN_CAP, longest, async (each) => describesEverySkill(await attempt({ cap: each })));
  if (cap === undefined) return undefined;
  const skills = costs
    .filter(({ characters }) => characters > cap)
    .map(({ address, characters }) => ({ address, characters }))
    .sort((a, b) => b.characters - a.characters || (a.address < b.address ? -1 : 1));
  return { cap, skills };
}

/**
 * Returns the smallest budget with which the catalog describes all skills. `low` and `high` are values of the host's
 * budget setting, in steps. Returns undefined if `high` is not enough.
 */
export async function findSufficientBudget(
  low: number,
  high: number,
  attempt: TryCatalog,
): Promise<number | undefined> {
  // Searches for the largest number of steps by which `high` can be reduced. The function `largest` needs a condition
  // that also holds for all smaller numbers.
  const spare = await largest(0, high - low, async (less) => describesEverySkill(await attempt({ room: high - less })));
  return spare === undefined ? undefined : high - spare;
}

/** Returns the fewest skills to omit. Unused skills come first, then skills with little use and high cost. */
export async function chooseSkillsToOmit(
  costs: readonly SkillCost[],
  attempt: TryCatalog,
): Promise<readonly SkillCost[]> {
  const order = [...costs].sort(
    (a, b) =>
      Number(b.unused) - Number(a.unused) ||
      (a.used ?? 0) - (b.used ?? 0) ||
      b.tokens - a.tokens ||
      (a.address < b.address ? -1 : 1),
  );
  const without = (count: number): ReadonlySet<SkillId> => new Set(order.slice(0, count).map(({ id }) => id));
  const kept = await largest(0, order.length, async (count) =>
    describesEverySkill(await attempt({ without: without(order.length - count) })),
  );
  return order.slice(0, order.length - (kept ?? 0));
}

/**
 * Returns the largest number for which the condition holds; undefined if there is none. The condition must hold for all
 * smaller numbers too.
 */
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
