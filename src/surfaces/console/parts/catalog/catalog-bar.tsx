import type { Catalog } from "../../answers.ts";

export const COVERAGES = ["full", "shortened", "name-only", "omitted"] as const;

/** Returns the used share of a catalog's budget, from 0 to 1. Returns 1 for a host without a budget. */
function fillOf({ used, allowance }: Catalog): number {
  if (allowance.amount === null || allowance.amount <= 0) return 1;
  const amount = allowance.unit === "tokens" ? used.tokens : used.characters;
  return Math.min(1, amount / allowance.amount);
}

/**
 * Shows how much of its budget one host uses. Colours show how many skills are listed in full, cut, by name, or not at
 * all.
 */
export function CatalogBar(props: { catalog: Catalog; chosen: boolean; onChoose: () => void }) {
  const { host, counts, used, allowance } = props.catalog;
  const fill = fillOf(props.catalog);
  const total = Math.max(
    1,
    COVERAGES.reduce((sum, each) => sum + (counts[each] ?? 0), 0),
  );
  return (
    <button type="button" class="bar-button" aria-pressed={props.chosen} onClick={props.onChoose}>
      <span class="bar-host">{host}</span>
      <span class="stack" aria-hidden="true">
        {COVERAGES.map((each) => (
          <span key={each} class={each} style={{ width: `${(100 * fill * (counts[each] ?? 0)) / total}%` }} />
        ))}
      </span>
      <span class="bar-counts">
        {COVERAGES.filter((each) => (counts[each] ?? 0) > 0)
          .map((each) => `${counts[each]} ${each.replace("-", " ")}`)
          .join(" · ") || "no skill is offered"}
      </span>
      <span class="bar-used">
        {used.tokens.toLocaleString("en")} tokens
        {allowance.amount !== null && ` · at most ${allowance.amount.toLocaleString("en")} ${allowance.unit}`}
      </span>
    </button>
  );
}
