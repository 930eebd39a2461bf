import abbreviations from "./abbreviations.json" with { type: "json" };

/** Maps short forms to long forms, and long forms to short forms. `abbreviations.json` lists them. */
export const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = bothWays();

/**
 * Maps each short form to its long form, and back. A long form of several words is not mapped back, because it stands
 * for the short form only if it is complete.
 */
function bothWays(): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const [short, phrase] of Object.entries(abbreviations)) {
    const long = phrase.split(" ");
    map.set(short, long);
    if (long.length === 1) map.set(phrase, [short]);
  }
  return map;
}
