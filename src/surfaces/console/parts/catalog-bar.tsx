import type { Catalog } from "../answers.ts";

export const COVERAGES = ["full", "shortened", "name-only", "omitted"] as const;

/** One host: how many skills are told whole, cut, by name, not at all. */
export function CatalogBar(props: { catalog: Catalog; chosen: boolean; onChoose: () => void }) {
  const { host, counts, used, allowance } = props.catalog;
  const total = Math.max(
    1,
    COVERAGES.reduce((sum, each) => sum + (counts[each] ?? 0), 0),
  );
  return (
    <button type="button" class="bar-button" aria-pressed={props.chosen} onClick={props.onChoose}>
      <span class="bar-host">{host}</span>
      <span class="stack" aria-hidden="true">
        {COVERAGES.map((each) => (
          <span key={each} class={each} style={{ width: `${(100 * (counts[each] ?? 0)) / total}%` }} />
        ))}
      </span>
      <span class="bar-counts">
        {COVERAGES.filter((each) => (counts[each] ?? 0) > 0)
          .map((each) => `${counts[each]} ${each.replace("-", " ")}`)
          .join(" · ") || "nothing is offered"}
      </span>
      <span class="bar-used">
        {used.tokens.toLocaleString("en")} tokens
        {allowance.amount !== null && ` · at most ${allowance.amount.toLocaleString("en")} ${allowance.unit}`}
      </span>
    </button>
  );
}
