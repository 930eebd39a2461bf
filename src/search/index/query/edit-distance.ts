/**
 * Returns the Damerau-Levenshtein distance between a word and the UTF-16 units of another, or any number above
 * `most`.
 */
export function editDistance(a: string, b: Uint16Array, most: number): number {
  let older = ROWS[0];
  let old = ROWS[1];
  let row = ROWS[2];
  for (let j = 0; j <= b.length; j++) old[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const unit = a.charCodeAt(i - 1);
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const other = (old[j - 1] as number) + (unit === b[j - 1] ? 0 : 1);
      let slips = Math.min((old[j] as number) + 1, (row[j - 1] as number) + 1, other);
      if (i > 1 && j > 1 && unit === b[j - 2] && a.charCodeAt(i - 2) === b[j - 1])
        slips = Math.min(slips, (older[j - 2] as number) + 1);
      row[j] = slips;
      if (slips < least) least = slips;
    }
    if (least > most) return least;
    [older, old, row] = [old, row, older];
  }
  return old[b.length] as number;
}

/** Length of the rows of the distance table. Longer words are not compared. */
const MAX_UNITS = 64;
const ROWS = [new Uint8Array(MAX_UNITS), new Uint8Array(MAX_UNITS), new Uint8Array(MAX_UNITS)] as const;
