import abbreviations from "./abbreviations.json" with { type: "json" };

/** Maps short forms to long forms, and long forms to short forms. `abbreviations.json` lists them. */
export const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = bothWays();

/** Expands both ways. A phrase of several words stands for its short form only if it is complete. */
function bothWays(): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const [short, phrase] of Object.entries(abbreviations)) {
    const long = phrase.split(" ");
    map.set(short, long);
    if (long.length === 1) map.set(phrase, [short]);
  }
  return map;
}
