import type { ScannedMessage } from "./message.ts";
import { type MessageRange, runLength } from "./paragraphs.ts";

/**
 * Returns the inline code of one paragraph as a map from start to end. A run of backticks ends at the next run of the
 * same length; an unpaired run is text. The scan goes from right to left, so the next run of each length is already
 * known.
 */
export function codeSpans(message: ScannedMessage, { start, end }: MessageRange): ReadonlyMap<number, number> {
  const spans = new Map<number, number>();
  const runs: { at: number; length: number }[] = [];
  for (let at = message.next("`", start); at < end; at = message.next("`", at)) {
    const length = runLength(message, at, end);
    runs.push({ at, length });
    at += length;
  }
  const nearest = new Map<number, number>();
  for (const { at, length } of runs.reverse()) {
    const partner = nearest.get(length);
    if (partner !== undefined) spans.set(at, partner + length);
    nearest.set(length, at);
  }
  return spans;
}
