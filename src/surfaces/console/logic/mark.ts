/** A text → pieces, some of them marked. */
export interface Piece {
  readonly text: string;
  readonly mark?: string;
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/** Stretches that overlap an earlier one are left out; those outside of the text too. */
export function cutUp(text: string, stretches: readonly Stretch[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, mark } of [...stretches].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at || end > text.length || end <= start) continue;
    if (start > at) pieces.push({ text: text.slice(at, start) });
    pieces.push({ text: text.slice(start, end), mark });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

const MAX_MARKS = 200;

/** Where words stand, as the beginning of a word, in whatever case. */
export function findWords(text: string, words: readonly string[]): Stretch[] {
  const lower = text.toLowerCase();
  // A few letters change their length with their case; then the places would be others.
  if (lower.length !== text.length) return [];
  const found: Stretch[] = [];
  for (const word of new Set(words.map((each) => each.toLowerCase()).filter((each) => each.length > 1)))
    for (let at = lower.indexOf(word); at >= 0 && found.length < MAX_MARKS; at = lower.indexOf(word, at + word.length))
      if (at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1] ?? ""))
        found.push({ start: at, end: at + word.length, mark: "hit" });
  return found;
}
