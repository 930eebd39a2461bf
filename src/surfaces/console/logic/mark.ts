/** A piece of a text, with or without a mark. */
export interface TextPiece {
  readonly text: string;
  readonly mark?: string;
}

export interface MarkedRange {
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/** Splits a text into pieces. Ranges that overlap an earlier range or are outside of the text are ignored. */
export function splitAtMarks(text: string, stretches: readonly MarkedRange[]): TextPiece[] {
  const pieces: TextPiece[] = [];
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

/** Returns the positions at which a word of the text begins with one of the given words. Case is ignored. */
export function findWords(text: string, words: readonly string[]): MarkedRange[] {
  const lower = text.toLowerCase();
  // Some letters have another length in lower case. The positions would then be wrong, so nothing is marked.
  if (lower.length !== text.length) return [];
  const found: MarkedRange[] = [];
  for (const word of new Set(words.map((each) => each.toLowerCase()).filter((each) => each.length > 1)))
    for (let at = lower.indexOf(word); at >= 0 && found.length < MAX_MARKS; at = lower.indexOf(word, at + word.length))
      if (at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1] ?? ""))
        found.push({ start: at, end: at + word.length, mark: "hit" });
  return found;
}
