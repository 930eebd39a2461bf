/** Places where a link could stand, and who would be content with which of them → the fewest changes that make the most content. */

export interface Chooser<Place> {
  /** Best first: of two choices that are equally good the one that changes the earlier places is taken. */
  readonly places: readonly Place[];
  readonly current: readonly Place[];
  /** How many are content with exactly these. */
  readonly content: (places: readonly Place[]) => Promise<number>;
  /** How many can be content at all. */
  readonly everybody: number;
}

// More than there are kinds of hosts; beyond it nobody would want the links.
const MAX_CHANGES = 6;

/**
 * More content hosts count first, then fewer changes, then fewer links. A link that harms nobody stays: somebody who
 * is not asked here may need it.
 */
export async function chooseLinks<Place>(chooser: Chooser<Place>): Promise<readonly Place[]> {
  const { places, current, content, everybody } = chooser;
  let best = { chosen: current, content: await content(current), changes: 0 };
  for (let changes = 1; changes <= Math.min(MAX_CHANGES, places.length); changes += 1) {
    // More changes cannot be better than what leaves nothing to be wished for.
    if (best.content === everybody) break;
    for (const changed of subsetsOf(places, changes)) {
      const chosen = places.filter((place) => current.includes(place) !== changed.includes(place));
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

/** Of a size, in the order of the places. */
export function* subsetsOf<Place>(places: readonly Place[], size: number, from = 0): Generator<readonly Place[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= places.length - size; at += 1)
    for (const rest of subsetsOf(places, size - 1, at + 1)) yield [places[at] as Place, ...rest];
}
