/** Chooses the fewest symlink changes that satisfy the most hosts. */

export interface LinkChooser<Place> {
  /**
   * Possible places of symlinks, best first. If two choices are equally good, the choice with the earlier places wins.
   */
  readonly candidates: readonly Place[];
  readonly current: readonly Place[];
  /** Returns how many hosts see the skill exactly once if there are symlinks at exactly these places. */
  readonly content: (candidates: readonly Place[]) => Promise<number>;
  /** The number of hosts that can be satisfied with any number of symlinks. */
  readonly everybody: number;
}

// Maximum symlinks to create or remove. There are fewer kinds of hosts than this, so more changes would not help.
const MAX_CHANGES = 6;

/**
 * Prefers more satisfied hosts, then fewer changes, then fewer links. A harmless existing link is kept, because a host
 * outside of this request may need it.
 */
export async function chooseLinks<Place>(chooser: LinkChooser<Place>): Promise<readonly Place[]> {
  const { candidates, current, content, everybody } = chooser;
  let best = { chosen: current, content: await content(current), changes: 0 };
  for (let changes = 1; changes <= Math.min(MAX_CHANGES, candidates.length); changes += 1) {
    // All hosts are satisfied, so more changes cannot be better.
    if (best.content === everybody) break;
    for (const changed of subsetsOf(candidates, changes)) {
      const chosen = candidates.filter((place) => current.includes(place) !== changed.includes(place));
      const candidate = { chosen, content: await content(chosen), changes };
      if (isBetter(candidate, best)) best = candidate;
    }
  }
  return best.chosen;
}

interface Choice {
  readonly chosen: readonly unknown[];
  readonly content: number;
  readonly changes: number;
}

function isBetter(a: Choice, b: Choice): boolean {
  if (a.content !== b.content) return a.content > b.content;
  return a.changes === b.changes && a.chosen.length < b.chosen.length;
}

/** Yields the subsets of a size, in the order of the places. */
export function* subsetsOf<Place>(candidates: readonly Place[], size: number, from = 0): Generator<readonly Place[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= candidates.length - size; at += 1)
    for (const rest of subsetsOf(candidates, size - 1, at + 1)) yield [candidates[at] as Place, ...rest];
}
