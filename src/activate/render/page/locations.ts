/** Shortens the paths of skills with an alias for each root that several skills share. */
import type { ListedSkill } from "../../../model/conversation/catalog-text.ts";
import type { Root } from "../../../model/skills/root.ts";
import { quoteIfUnclear } from "../escape.ts";

export interface Locations {
  /** Lines such as `r0 = /home/me/.agents/skills`, in the order in which the list uses them. */
  readonly roots: readonly string[];
  /** Returns a path such as `r0/pdf/SKILL.md`. */
  of(skill: ListedSkill): string;
}

/** Maximum number of aliases. With more aliases, the list that explains them would be too long. */
const MAX_ROOTS = 16;

export function shortLocations(skills: readonly ListedSkill[]): Locations {
  const uses = new Map<Root, number>();
  for (const { root, location } of skills)
    if (location.startsWith(`${root.path}/`)) uses.set(root, (uses.get(root) ?? 0) + 1);
  const shared = [...uses].filter(([, count]) => count > 1).map(([root]) => root);
  const short = new Map(shared.slice(0, MAX_ROOTS).map((root, index) => [root, `r${index}`]));
  return {
    roots: [...short].map(([root, alias]) => `${alias} = ${quoteIfUnclear(root.path)}`),
    of({ root, location }) {
      const alias = location.startsWith(`${root.path}/`) ? short.get(root) : undefined;
      return quoteIfUnclear(alias === undefined ? location : alias + location.slice(root.path.length));
    },
  };
}

export const fullLocations: Locations = { roots: [], of: ({ location }) => quoteIfUnclear(location) };
