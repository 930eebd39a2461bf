const answers = new Map<string, string | undefined>();
const MAX_ANSWERS = 4096;

/** The known key that somebody meant by a near miss (`user-invokable`, `allowedTools`), if any. Answers are remembered. */
export function nearKey(key: string, knownKeys: readonly string[]): string | undefined {
  if (answers.has(key)) return answers.get(key);
  const folded = fold(key);
  const meant =
    knownKeys.find((known) => fold(known) === folded) ??
    knownKeys.find((known) => known.length > 7 && withinTwo(fold(known), folded));
  if (answers.size < MAX_ANSWERS) answers.set(key, meant);
  return meant;
}

function fold(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, "");
}

/** Whether two words are within edit distance two; only words of nearly the same length are compared. */
function withinTwo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, above[j]! + 1, row[j - 1]! + 1));
    }
  }
  return row[b.length]! <= 2;
}
