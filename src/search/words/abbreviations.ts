import abbreviations from "./abbreviations.json" with { type: "json" };

/** Short forms and what they stand for, and the other way round. `abbreviations.json` lists them. */
export const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = bothWays();

/** A phrase of several words stands for its short form only where it is whole; the short form for every word of it. */
function bothWays(): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const [short, phrase] of Object.entries(abbreviations)) {
    const long = phrase.split(" ");
    map.set(short, long);
    if (long.length === 1) map.set(phrase, [short]);
  }
  return map;
}
