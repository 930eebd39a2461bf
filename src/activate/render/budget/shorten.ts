/** A description, made to fit: at the end of a word, and with the part that says when to use it. */
import { type DescriptionParts, joinParts } from "./split-description.ts";

/** How large a text is, in whatever is counted. Never smaller for a longer beginning of the same text. */
export type Size = (text: string) => number;

/** Below this, what a skill does is not worth the room beside when to use it. */
const LEAST_WHAT = 24;
/** Below this, there is room for one of the two only. */
const ROOM_FOR_BOTH = 96;
const MARK = "…";

/** At most `max`; what was taken away is marked with `…`. Empty where there is no room for anything. */
export function shorten(saying: DescriptionParts, max: number, size: Size): string {
  const { what, when } = saying;
  const whole = joinParts(saying);
  if (size(whole) <= max) return whole;
  if (what === "" || when === "") return cutWords(whole, max, size);
  const rest = max - size(` ${when}`);
  if (rest >= LEAST_WHAT) return `${cutWords(what, rest, size)} ${when}`;
  if (size(`${MARK} ${when}`) <= max) return `${MARK} ${when}`;
  if (max < ROOM_FOR_BOTH) return cutWords(when, max, size);
  const first = cutWords(what, Math.floor(max / 3), size);
  return `${first} ${cutWords(when, max - size(`${first} `), size)}`;
}

/** The beginning of a text, up to the end of a word, and a mark where something is missing. */
export function cutWords(text: string, max: number, size: Size): string {
  const total = size(text);
  if (total <= max) return text;
  const room = max - size(MARK);
  if (room < 1) return "";
  const end = wordEnd(text, total === text.length ? room : longestBeginning(text, room, size));
  return end === 0 ? "" : text.slice(0, end) + MARK;
}

function longestBeginning(text: string, max: number, size: Size): number {
  let fits = 0;
  let tooLong = text.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (size(text.slice(0, middle)) <= max) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

/** At or before a place; where words are long or not divided by spaces, after the character. */
function wordEnd(text: string, most: number): number {
  const space = text.lastIndexOf(" ", most);
  let end = space > most / 2 ? space : characterEnd(text, most);
  while (end > 0 && LOOSE_ENDS.includes(text[end - 1] as string)) end--;
  return end;
}

/** Not in the middle of a pair, nor between a letter and its marks. */
function characterEnd(text: string, most: number): number {
  let end = most;
  while (end > 0 && /^(?:[\udc00-\udfff]|\p{M})/u.test(text.slice(end, end + 2))) end--;
  return end;
}

/** Characters that a shortened text must not end with. */
const LOOSE_ENDS = " ,;:.-–—(/&";
