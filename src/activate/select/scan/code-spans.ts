import type { Message } from "./message.ts";
import { runLength, type Stretch } from "./paragraphs.ts";

/**
 * Inline code of one paragraph: where it begins → one past its end. A run of backticks ends at the next run of the same
 * length; one that never comes again is text. Found from the right, so that no run looks for its partner.
 */
export function codeSpans(message: Message, { start, end }: Stretch): ReadonlyMap<number, number> {
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
