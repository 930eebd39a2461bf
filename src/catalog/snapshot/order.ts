import { type Root, scopeRank } from "../../model/skills/root.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { compareText } from "../../model/text/text.ts";

/** [C3] Scope rank, then root order, then path. */
export function byPrecedence(roots: readonly Root[]): (a: Skill, b: Skill) => number {
  const order = new Map(roots.map((root, index) => [root, index]));
  return (a, b) => {
    if (a.root === b.root) return compareText(a.path, b.path);
    return compareScope(a, b) || (order.get(a.root) ?? 0) - (order.get(b.root) ?? 0) || compareText(a.path, b.path);
  };
}

/** [C4] Listings: scope rank, then name, then path. */
export function byListing(a: Skill, b: Skill): number {
  return compareScope(a, b) || compareText(a.name, b.name) || compareText(a.path, b.path);
}

function compareScope(a: Skill, b: Skill): number {
  return a.scope === b.scope ? 0 : scopeRank(a.scope) - scopeRank(b.scope);
}
