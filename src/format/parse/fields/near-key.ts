import { makeDistance } from "../../../model/text/matching/nearest.ts";

const answers = new Map<string, string | undefined>();
const MAX_ANSWERS = 4096;

/**
 * Returns the known key that a misspelt key such as `user-invokable` or `allowedTools` probably means. Answers are
 * cached.
 */
export function findNearKey(key: string, knownKeys: readonly string[]): string | undefined {
  if (answers.has(key)) return answers.get(key);
  const folded = fold(key);
  const distanceTo = makeDistance(folded, 2);
  const meant =
    knownKeys.find((known) => foldKnown(known) === folded) ??
    knownKeys.find((known) => known.length > 7 && distanceTo(foldKnown(known)) <= 2);
  if (answers.size < MAX_ANSWERS) answers.set(key, meant);
  return meant;
}

const foldedKnown = new Map<string, string>();

function foldKnown(key: string): string {
  const folded = foldedKnown.get(key) ?? fold(key);
  foldedKnown.set(key, folded);
  return folded;
}

function fold(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, "");
}
