/** Shortens long tool results to their beginning and end. An error message may be in either part. */

/** Maximum characters of a tool result for a model; about 12,000 tokens. */
export const MAX_RESULT_CHARS = 50_000;
const TAIL_CHARS = 10_000;

export function capText(text: string, max: number = MAX_RESULT_CHARS): string {
  if (text.length <= max) return text;
  const tail = Math.min(TAIL_CHARS, Math.floor(max / 4));
  const left = text.length - max;
  return `${text.slice(0, max - tail)}\n[${left} characters omitted]\n${text.slice(-tail)}`;
}
