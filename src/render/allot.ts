/**
 * Who gets how much of a description. In come skills whose names are in the listing already, and the room that is left; out
 * come the descriptions that fit. It must never know how an entry is written, only what it takes.
 */
import type { ListedSkill } from "../model/catalog-text.ts";
import type { Size } from "./shorten.ts";

export interface Wish {
  readonly skill: ListedSkill;
  readonly whole: string;
  /** What an entry takes besides, once it has a description. */
  readonly extra: number;
  /** The description in at most so much. */
  cut(max: number): string;
}

/** Enough to tell what a skill is about. */
const SHORT = 64;

/**
 * [D8] Everybody gets a short description before anybody gets a long one. Then the pinned get all they want, then the
 * project's, then the rest; where a class cannot have all, its longest are cut to the same length. Where there is not even
 * room for short ones, the last go without.
 */
export function allot<T extends Wish>(wishes: readonly T[], room: number, size: Size): Map<T, string> {
  const given = new Map<T, string>();
  // Of two that are used alike, the one that takes less: so more of them have a description.
  const classes = byPriority(wishes, (wish) => wish.whole.length);
  let left = room;
  for (const wish of classes.flat()) {
    const text = wish.cut(SHORT);
    const cost = wish.extra + size(text);
    if (cost > left) break;
    left -= cost;
    given.set(wish, text);
  }
  for (const members of classes) left = raise(members, given, left, size);
  return given;
}

/** Words end where they do, so the first level leaves something over; so often it is handed out again. */
const MAX_RAISES = 4;

/** Raises all of a class to one level; returns what is left. */
function raise<T extends Wish>(members: readonly T[], given: Map<T, string>, room: number, size: Size): number {
  let left = room;
  let short = members.filter((wish) => given.has(wish) && given.get(wish) !== wish.whole);
  let cap = SHORT;
  let step = level(
    short.map((wish) => size(wish.whole)),
    left + sum(short, (wish) => size(given.get(wish) as string)),
  );
  step -= cap;
  for (let tries = 0; tries < MAX_RAISES && step >= 1 && short.length > 0; tries++) {
    const texts = short.map((wish) => wish.cut(cap + step));
    const more = sum(texts, size) - sum(short, (wish) => size(given.get(wish) as string));
    if (more > left) {
      step >>= 1;
      continue;
    }
    short.forEach((wish, at) => {
      given.set(wish, texts[at] as string);
    });
    left -= more;
    cap += step;
    short = short.filter((wish) => given.get(wish) !== wish.whole);
    step = Math.floor(left / short.length);
  }
  return left;
}

/** Pinned, then of the project, then the rest; in each, the more used first, then by size, else as listed. */
export function byPriority<T extends { readonly skill: ListedSkill }>(
  items: readonly T[],
  sizeOf: (item: T) => number = () => 0,
): T[][] {
  const classes: T[][] = [[], [], []];
  for (const item of items) classes[classOf(item.skill)]?.push(item);
  for (const each of classes) each.sort((a, b) => b.skill.rank - a.skill.rank || sizeOf(a) - sizeOf(b));
  return classes;
}

function classOf({ pinned, scope }: ListedSkill): 0 | 1 | 2 {
  if (pinned) return 0;
  return scope === "repo" || scope === "extra" ? 1 : 2;
}

/** As water rises: the largest cap with which all the values, each cut to it, have room together. */
export function level(values: readonly number[], room: number): number {
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
