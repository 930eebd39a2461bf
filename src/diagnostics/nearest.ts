/** The names that somebody may have meant, best first: contained in one another, or few letters apart. */
export function nearest(asked: string, names: readonly string[], count = 3): string[] {
  const wanted = asked.toLowerCase();
  const scored: { name: string; score: number }[] = [];
  for (const name of new Set(names)) {
    const key = name.toLowerCase();
    const contained = wanted.length > 2 && (key.includes(wanted) || wanted.includes(key));
    const score = contained ? 0.5 : editDistance(wanted, key, Math.max(2, Math.floor(wanted.length / 3)));
    if (Number.isFinite(score)) scored.push({ name, score });
  }
  return scored
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map((each) => each.name);
}

const MAX_COMPARED = 128;

/** Edit distance, or infinity beyond `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length > MAX_COMPARED) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++)
      row.push(Math.min(above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), above[j]! + 1, row[j - 1]! + 1));
    if (Math.min(...row) > limit) return Number.POSITIVE_INFINITY;
  }
  const result = row[b.length]!;
  return result > limit ? Number.POSITIVE_INFINITY : result;
}
