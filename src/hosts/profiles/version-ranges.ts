/** Ranges of versions: `<2.1.326`, `>=2.1.197`, or both with a space between them. */

/** Compares two versions by their numbers. A pre-release comes before its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((each) => each.split(/[.+-]/));
  for (let index = 0; index < 3; index++) {
    const difference = Number(left?.[index] ?? 0) - Number(right?.[index] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  const isPre = (text: string): number => (text.includes("-") ? 1 : 0);
  return isPre(b) - isPre(a);
}

export const RANGE_PATTERN = /^(?:>=\d[\w.+-]*|<\d[\w.+-]*|>=\d[\w.+-]* <\d[\w.+-]*)$/;

/** Returns true if a version is in a range. */
export function isInRange(version: string, range: string): boolean {
  return range.split(" ").every((bound) => {
    if (bound.startsWith(">=")) return compareVersions(version, bound.slice(2)) >= 0;
    return compareVersions(version, bound.slice(1)) < 0;
  });
}
