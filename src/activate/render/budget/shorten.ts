/** Shortens a description to whole phrases, and keeps the part that says when to use the skill. */
import { findBreaks, plainText, removeUnpairedBrackets, trimIncompletePhrase } from "./phrases.ts";
import { type DescriptionParts, joinParts } from "./split-description.ts";

/** Returns the size of a text in some unit. A text is never smaller than its own beginning. */
export type MeasureSize = (text: string) => number;

/**
 * Minimum room for the part about the skill's purpose. With less room, only the part about when to use the skill is
 * kept.
 */
const LEAST_WHAT = 24;
/** Minimum size of a cut description that keeps both parts. Below this size, only one part is kept. */
const ROOM_FOR_BOTH = 96;
const MARK = "…";

/**
 * Returns a description of at most `max` units, in whole phrases if possible. `…` marks removed text. The result is
 * empty if nothing fits.
 */
export function shorten(saying: DescriptionParts, max: number, size: MeasureSize): string {
  if (size(joinParts(saying)) <= max) return joinParts(saying);
  const what = plainText(saying.what);
  const when = plainText(saying.when);
  const whole = joinParts({ what, when });
  if (size(whole) <= max) return whole;
  if (what === "" || when === "") return cutPhrases(whole, max, size);
  const rest = max - size(` ${when}`);
  if (rest >= LEAST_WHAT) return `${cutPhrases(what, rest, size)} ${when}`;
  if (size(`${MARK} ${when}`) <= max) return `${MARK} ${when}`;
  if (max < ROOM_FOR_BOTH)
    return beginning(when, max, size) ?? beginning(what, max, size) ?? someWords(when, max, size);
  const first = cutPhrases(what, Math.floor(max / 3), size);
  return `${first} ${cutPhrases(when, max - size(`${first} `), size)}`;
}

/**
 * Returns the longest beginning that ends with a clause. It ends with a phrase if that keeps much more, and with a word
 * if no phrase fits.
 */
function cutPhrases(text: string, max: number, size: MeasureSize): string {
  return beginning(text, max, size) ?? someWords(text, max, size);
}

/** Returns the longest beginning that ends with a clause or a phrase; undefined if none fits. */
function beginning(text: string, max: number, size: MeasureSize): string | undefined {
  if (size(text) <= max) return text;
  const room = max - size(MARK);
  const most = longestBeginning(text, Math.max(0, room), size);
  let clause = 0;
  let phrase = 0;
  for (const { end, grade } of findBreaks(text)) {
    if (end > most) break;
    if (grade === "sentence" || grade === "clause") clause = end;
    if (grade !== "opening") phrase = end;
  }
  const end = clause * 2 >= most ? clause : phrase;
  return end === 0 ? undefined : text.slice(0, end) + MARK;
}

function someWords(text: string, max: number, size: MeasureSize): string {
  const cut = cutWords(text, max, size);
  const words = removeUnpairedBrackets(trimIncompletePhrase(cut.slice(0, -MARK.length))).trim();
  return words === "" ? "" : words + MARK;
}

/** Returns the beginning of a text up to the end of a word, with a mark if text is missing. */
export function cutWords(text: string, max: number, size: MeasureSize): string {
  const total = size(text);
  if (total <= max) return text;
  const room = max - size(MARK);
  if (room < 1) return "";
  const end = wordEnd(text, total === text.length ? room : longestBeginning(text, room, size));
  return end === 0 ? "" : text.slice(0, end) + MARK;
}

function longestBeginning(text: string, max: number, size: MeasureSize): number {
  let fits = 0;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (size(text.slice(0, middle)) <= max) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

/**
 * Returns the end of a word at or before a position. In long or unseparated words, it returns the end of a character.
 */
function wordEnd(text: string, most: number): number {
  const space = text.lastIndexOf(" ", most);
  let end = space > most / 2 ? space : characterEnd(text, most);
  while (end > 0 && LOOSE_ENDS.includes(text[end - 1] as string)) end--;
  return end;
}

/** Returns a position that does not split a surrogate pair, or a letter and its combining marks. */
function characterEnd(text: string, most: number): number {
  let end = most;
  while (end > 0 && /^(?:[\udc00-\udfff]|\p{M})/u.test(text.slice(end, end + 2))) end--;
  return end;
}

/** Characters that a shortened text must not end with. */
const LOOSE_ENDS = " ,;:.-–—(/&";
