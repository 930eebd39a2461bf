import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SkillId } from "../../../src/model/skills/skill.ts";
import {
  type CatalogChange,
  type CatalogOutcome,
  chooseSkillsToOmit,
  describesEverySkill,
  findDescriptionLimit,
  findSufficientBudget,
  type SkillCost,
} from "../../../src/ops/budget/budget-remedies.ts";

const cost = (address: string, characters: number, more: Partial<SkillCost> = {}): SkillCost => ({
  id: address as SkillId,
  address,
  characters,
  tokens: Math.ceil(characters / 4),
  coverage: "name-only",
  unused: false,
  ...more,
});

/** Returns a listing with room for this many characters, in which the last entries have no description. */
function listing(costs: readonly SkillCost[], room: number) {
  return async ({ cap = Number.POSITIVE_INFINITY, without, room: given }: CatalogChange): Promise<CatalogOutcome> => {
    let left = given === "all" ? Number.POSITIVE_INFINITY : (given ?? room);
    let bare = 0;
    for (const { id, characters } of costs) {
      if (without?.has(id)) continue;
      left -= Math.min(cap, characters);
      if (left < 0) bare++;
    }
    return { counts: { full: 0, shortened: 0, "name-only": bare, omitted: 0 }, used: { characters: 0, tokens: 0 } };
  };
}

const costs = fc
  .uniqueArray(fc.record({ name: fc.string({ minLength: 1 }), size: fc.integer({ min: 1, max: 2000 }) }), {
    selector: ({ name }) => name,
    minLength: 1,
    maxLength: 30,
  })
  .map((all) => all.map(({ name, size }) => cost(name, size)));

describe("[BU4] shorter descriptions", () => {
  test("the longest that all have room, and not one character more", async () => {
    await fc.assert(
      fc.asyncProperty(costs, fc.integer({ min: 0, max: 5000 }), async (all, room) => {
        const attempt = listing(all, room);
        const found = await findDescriptionLimit(all, attempt);
        if (found === undefined) {
          expect(describesEverySkill(await attempt({ cap: 20 }))).toBe(false);
          return;
        }
        expect(describesEverySkill(await attempt({ cap: found.cap }))).toBe(true);
        const longest = Math.max(20, ...all.map(({ characters }) => characters));
        if (found.cap < longest) expect(describesEverySkill(await attempt({ cap: found.cap + 1 }))).toBe(false);
        expect(found.skills.map(({ address }) => address).toSorted()).toEqual(
          all
            .filter(({ characters }) => characters > found.cap)
            .map(({ address }) => address)
            .toSorted(),
        );
      }),
    );
  });
});

describe("[BU4] fewer skills", () => {
  test("the fewest of its order", async () => {
    await fc.assert(
      fc.asyncProperty(costs, fc.integer({ min: 0, max: 5000 }), async (all, room) => {
        const attempt = listing(all, room);
        const out = await chooseSkillsToOmit(all, attempt);
        const without = (some: readonly SkillCost[]): CatalogChange => ({ without: new Set(some.map(({ id }) => id)) });
        expect(describesEverySkill(await attempt(without(out)))).toBe(true);
        if (out.length > 0) expect(describesEverySkill(await attempt(without(out.slice(0, -1))))).toBe(false);
      }),
    );
  });

  test("unused ones first, then what is not used, then what costs most", async () => {
    const all = [
      cost("used", 900, { used: 3 }),
      cost("small", 10, { used: 0 }),
      cost("large", 500, { used: 0 }),
      cost("unused", 5, { used: 0, unused: true }),
    ];
    const out = await chooseSkillsToOmit(all, listing(all, 0));
    expect(out.map(({ address }) => address)).toEqual(["unused", "large", "small", "used"]);
  });
});

describe("[BU4] more room", () => {
  test("the fewest steps that are enough", async () => {
    await fc.assert(
      fc.asyncProperty(costs, async (all) => {
        const needed = all.reduce((sum, { characters }) => sum + characters, 0);
        expect(await findSufficientBudget(0, needed + 500, listing(all, 0))).toBe(needed);
        expect(await findSufficientBudget(0, needed - 1, listing(all, 0))).toBeUndefined();
      }),
    );
  });
});
