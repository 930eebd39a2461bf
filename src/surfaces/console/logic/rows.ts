/** Merges the server's five lists of skills into one list of rows, filtered and sorted. */
import type { Finding, Hit, SkillList } from "../answers.ts";

export const ROW_OUTCOMES = ["loaded", "withheld", "overridden", "disabled", "ineligible", "rejected"] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export interface SkillListRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly root: string;
  readonly scope: string;
  readonly outcome: RowOutcome;
  /** The reason why the skill is not loaded. */
  readonly reason: string | undefined;
  readonly code: string | undefined;
  /** Id of the skill that overrides this skill. */
  readonly by?: string;
  readonly diagnostics: readonly Finding[];
}

/** Returns one row for each file that was found. */
export function rowsOf(list: SkillList): SkillListRow[] {
  const about = findingsByDirectory(list.diagnostics);
  const base = (skill: { id: string; name: string; path: string; root: string; scope: string }) => {
    const { id, name, path, root, scope } = skill;
    return { id, name, path, root, scope, diagnostics: about.get(path) ?? [] };
  };
  return [
    ...list.skills.map((skill): SkillListRow => {
      const { withheld, offered, description } = skill;
      const outcome = offered ? "loaded" : "withheld";
      return { ...base(skill), description, outcome, reason: withheld?.reason, code: withheld?.code };
    }),
    ...list.overridden.map((skill): SkillListRow => {
      const { by, reason, description } = skill;
      return { ...base(skill), description, outcome: "overridden", reason, code: undefined, by };
    }),
    ...list.disabled.map((skill): SkillListRow => {
      const { reason, description } = skill;
      return { ...base(skill), description, outcome: "disabled", reason, code: undefined };
    }),
    ...list.ineligible.map((skill): SkillListRow => {
      const { missing, description } = skill;
      const reason = missing.map(({ message }) => message).join("; ");
      return { ...base(skill), description, outcome: "ineligible", reason, code: missing[0]?.code };
    }),
    ...list.rejected.map((skill): SkillListRow => {
      const [first] = skill.diagnostics;
      const { diagnostics } = skill;
      return {
        ...{ ...base(skill), description: "", diagnostics, outcome: "rejected" },
        reason: first?.message,
        code: first?.code,
      };
    }),
  ];
}

function findingsByDirectory(diagnostics: readonly Finding[]): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const each of diagnostics) {
    if (each.path === null) continue;
    const list = found.get(each.path);
    if (list) list.push(each);
    else found.set(each.path, [each]);
  }
  return found;
}

/** Returns the label of the skill's root. It is the skill's id without scope and directory. */
export function rootLabel({ id, scope, root, path }: Pick<SkillListRow, "id" | "scope" | "root" | "path">): string {
  const inside = path.startsWith(`${root}/`) ? path.slice(root.length).replace(/\/[^/]*$/, "") : "";
  const place = id.startsWith(`${scope}:`) ? id.slice(scope.length + 1) : id;
  return inside !== "" && place.endsWith(inside) ? place.slice(0, -inside.length) : place;
}

export interface RowFilter {
  readonly scope?: string | undefined;
  readonly outcome?: string | undefined;
}

export function filterRows(rows: readonly SkillListRow[], { scope, outcome }: RowFilter): SkillListRow[] {
  return rows.filter(
    (row) => (scope === undefined || row.scope === scope) && (outcome === undefined || row.outcome === outcome),
  );
}

/**
 * Returns the hits of the search, best first. After them come skills that the search does not cover, if their names
 * contain the words.
 */
export function rankRows(rows: readonly SkillListRow[], hits: readonly Hit[], query: string): SkillListRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const first = hits.flatMap(({ id }) => byId.get(id) ?? []);
  const taken = new Set(first.map(({ id }) => id));
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (name: string): boolean => words.every((word) => name.toLowerCase().includes(word));
  return [...first, ...rows.filter(({ id, name }) => !taken.has(id) && has(name))];
}

/** Returns the groups of rows, each with the number of its rows, for the filter buttons. */
export function countGroups(rows: readonly SkillListRow[], key: "scope" | "outcome"): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row[key], (counts.get(row[key]) ?? 0) + 1);
  return counts;
}
