/**
 * Divides the remaining budget among skills whose names are already listed, for their descriptions. This file knows the
 * sizes of entries, but not their syntax.
 */
import type { ListedSkill } from "../../../model/conversation/catalog-text.ts";
import type { MeasureSize } from "./shorten.ts";

export interface RoomRequest {
  readonly skill: ListedSkill;
  readonly whole: string;
  /** Size of the full description. */
  readonly wanted: number;
  /** Size of the syntax that a description adds to an entry. */
  readonly extra: number;
  /** Returns the description, cut to at most `max` units. */
  cut(max: number): string;
}

/** Size of a short description. A short description is enough to show the topic of a skill. */
const SHORT = 64;
/** Size of the shortest useful description: a few words. It is used if short descriptions of all skills do not fit. */
const SHORTEST = 32;

/**
 * Gives every skill a short description before any skill gets a long one. Then the pinned skills get their full
 * description, then the project's skills, then all others. If the descriptions of a class do not fit, the longest
 * descriptions are cut to the same length. If even short descriptions do not fit, the last skills get no description.
 * In that case the budget is `roomForSome`, because a line must tell the model how many skills have no description.
 */
export function shareBudget<T extends RoomRequest>(
  wishes: readonly T[],
  room: number,
  roomForSome: number,
  size: MeasureSize,
): Map<T, string> {
  const wanted = wishes.map((wish) => wish.wanted);
  const start = Math.max(SHORTEST, Math.min(SHORT, findCommonCap(wanted, room - sum(wishes, ({ extra }) => extra))));
  const shares = wishes.map((wish): Share<T> => {
    const text = wish.cut(start);
    return { wish, text, size: size(text) };
  });
  const classes = sortByPriority(
    shares,
    ({ wish }) => wish.skill,
    // Of skills with equal use, those with smaller descriptions come first, so that more skills get a description.
    ({ wish }) => wish.wanted,
  );
  const all = sum(shares, costOf);
  const given = all <= room ? classes : take(classes, roomForSome);
  let left = all <= room ? room - all : roomForSome - sum(given.flat(), costOf);
  for (const members of given) left = raise(members, left, start, size);
  return new Map(given.flat().map(({ wish, text }) => [wish, text]));
}

/** The space for one skill's description: the request, and the text and size that the skill has received so far. */
interface Share<T extends RoomRequest> {
  readonly wish: T;
  text: string;
  size: number;
}

function costOf({ wish, size }: Share<RoomRequest>): number {
  return wish.extra + size;
}

/** Returns the first skills whose short descriptions fit into the budget. */
function take<T extends RoomRequest>(classes: readonly Share<T>[][], room: number): Share<T>[][] {
  let left = room;
  return classes.map((members) =>
    members.filter((share) => {
      // If the description of one skill does not fit, no later skill gets a description.
      left = costOf(share) <= left ? left - costOf(share) : Number.NEGATIVE_INFINITY;
      return left >= 0;
    }),
  );
}

/**
 * Maximum rounds that lengthen the descriptions of a class. Descriptions end after words or phrases, so each round
 * leaves unused space for the next one.
 */
const MAX_RAISES = 4;

/** Lengthens all descriptions of a class up to a common size. Returns the remaining budget. */
function raise<T extends RoomRequest>(
  members: readonly Share<T>[],
  room: number,
  start: number,
  size: MeasureSize,
): number {
  let left = room;
  let short = members.filter(({ wish, text }) => text !== wish.whole);
  const wanted = short.map(({ wish }) => wish.wanted);
  let cap = start;
  let step = findCommonCap(wanted, left + sum(short, (share) => share.size)) - cap;
  for (let tries = 0; tries < MAX_RAISES && step >= 1 && short.length > 0; tries++) {
    const texts = short.map(({ wish }) => wish.cut(cap + step));
    const sizes = texts.map(size);
    const more = sum(sizes, (each) => each) - sum(short, (share) => share.size);
    if (more > left) {
      step >>= 1;
      continue;
    }
    short.forEach((share, at) => {
      share.text = texts[at] as string;
      share.size = sizes[at] as number;
    });
    left -= more;
    cap += step;
    short = short.filter(({ wish, text }) => text !== wish.whole);
    step = Math.floor(left / short.length);
  }
  return left;
}

/** Sorts by class (pinned, project, others), then by use, then by size, then by position in the list. */
export function sortByPriority<T>(
  items: readonly T[],
  skillOf: (item: T) => ListedSkill,
  sizeOf: (item: T) => number = () => 0,
): T[][] {
  const classes: T[][] = [[], [], []];
  // `for…of` is not used here: until V8 has compiled it, each of possibly ten thousand steps allocates an object.
  items.forEach((item) => {
    classes[classOf(skillOf(item))]?.push(item);
  });
  for (const each of classes) each.sort((a, b) => skillOf(b).rank - skillOf(a).rank || sizeOf(a) - sizeOf(b));
  return classes;
}

function classOf({ pinned, scope }: ListedSkill): 0 | 1 | 2 {
  if (pinned) return 0;
  return scope === "repo" || scope === "extra" ? 1 : 2;
}

/** Returns the largest cap with this property: if each value is limited to the cap, all values fit together. */
export function findCommonCap(values: readonly number[], room: number): number {
  const rising = Float64Array.from(values).sort();
  let left = room;
  for (let at = 0; at < rising.length; at++) {
    const others = rising.length - at;
    const value = rising[at] as number;
    if (value * others > left) return Math.max(0, Math.floor(left / others));
    left -= value;
  }
  return Number.POSITIVE_INFINITY;
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
}
