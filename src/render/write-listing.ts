/**
 * The listing of our own formats. In come skills, an allowance and the shapes of a format, from the most generous on; out
 * comes a text within the allowance, and what each skill got of it. It must never know where skills come from, nor what a
 * tag is.
 */
import type { ListedSkill, Listing, ListingInput } from "../model/catalog-text.ts";
import { allot, byPriority, type Wish } from "./allot.ts";
import { Page, type Portion } from "./page.ts";
import { wholeOf } from "./saying.ts";
import type { Shape } from "./shape.ts";
import { shorten } from "./shorten.ts";
import { type Written, writeWithin } from "./write-within.ts";

/** Skills that are looked at; of such a crowd the rest is only counted. */
const MAX_SKILLS = 50_000;
/** A name, with its place where that is shown, that takes more is not listed: it would push out many others. */
const MAX_NAME = 1024;

/** The shapes of a format, the most generous first. */
export interface Shapes {
  /** Only used where everything has room. */
  readonly whole: readonly Shape[];
  /** Used for portions: the first that leaves half of the room to the entries, else the last. */
  readonly portioned: readonly [Shape, ...Shape[]];
}

export function writeListing(input: ListingInput, { whole, portioned }: Shapes): Listing {
  return writeWithin(input.allowance, (ruler) => {
    for (const shape of [...whole, portioned[0]]) {
      const listing = everything(new Page(input, shape, ruler));
      if (listing) return { listing, whole: true };
    }
    const pages = portioned.map((shape) => new Page(input, shape, ruler));
    return portions(pages.find((page) => page.room * 2 >= ruler.room) ?? (pages.at(-1) as Page));
  });
}

/** All of it, where there is room. */
function everything(page: Page): Listing | undefined {
  const { skills } = page.input;
  if (skills.length > MAX_SKILLS) return undefined;
  let left = page.room;
  const list: Portion[] = [];
  for (const skill of skills) {
    const portion = wholePortion(skill, page);
    left -= page.entrySize(skill, portion.description);
    if (left < 0) return undefined;
    list.push(portion);
  }
  return page.write(list, 0);
}

/** All that a skill may have, however much room there is. */
function wholePortion(skill: ListedSkill, page: Page): Portion {
  const saying = page.saying(skill);
  const whole = wholeOf(saying);
  const { perEntry = Number.POSITIVE_INFINITY } = page.input.allowance;
  if (whole === "") return { skill, coverage: "name-only", description: "" };
  if (whole.length <= perEntry) return { skill, coverage: "full", description: page.shape.escape(whole) };
  const cut = shorten(saying, perEntry, (text) => text.length);
  return { skill, coverage: "shortened", description: page.shape.escape(cut) };
}

interface Named {
  readonly skill: ListedSkill;
  readonly cost: number;
}

/** [D8] Names before descriptions, and each description only if there is room for all the names. */
function portions(page: Page): Written {
  const named = page.input.skills
    .slice(0, MAX_SKILLS)
    .map((skill): Named => ({ skill, cost: page.entrySize(skill, "") }))
    .filter(({ cost }) => cost <= MAX_NAME);
  const omitted = page.input.skills.length - named.length;
  const room = named.reduce((left, { cost }) => left - cost, page.room);
  const worst = page.noteSize({ omitted, undescribed: named.length });
  if (room < worst) return { listing: nameSome(named, page), whole: false };
  const wishes = named.map((each) => new Description(each, page)).filter(({ whole }) => whole !== "");
  let given = allot(wishes, room - page.noteSize({ omitted, undescribed: 0 }), page.size);
  if (given.size < wishes.length) given = allot(wishes, room - worst, page.size);
  const described = new Map([...given].map(([wish, text]) => [wish.skill, wish.portion(text)]));
  const list = named.map(({ skill }) => described.get(skill) ?? onlyNamed(skill));
  return { listing: page.write(list, wishes.length - given.size), whole: false };
}

function onlyNamed(skill: ListedSkill): Portion {
  return { skill, coverage: "name-only", description: "" };
}

/** As many names as there is room for, the most wanted first; in the text they stand in listing order all the same. */
function nameSome(named: readonly Named[], page: Page): Listing {
  const count = page.input.skills.length;
  let left = page.room - page.noteSize({ omitted: count, undescribed: count });
  const kept = new Set<ListedSkill>();
  for (const { skill, cost } of byPriority(named).flat()) {
    if (cost > left) continue;
    left -= cost;
    kept.add(skill);
  }
  const list = named.filter(({ skill }) => kept.has(skill)).map(({ skill }) => onlyNamed(skill));
  return page.write(list, list.length);
}

/** A description that can be cut to size. */
class Description implements Wish {
  readonly skill: ListedSkill;
  readonly whole: string;
  readonly extra: number;
  readonly #page: Page;
  readonly #uncut: Portion;

  constructor({ skill, cost }: Named, page: Page) {
    this.skill = skill;
    this.#page = page;
    this.#uncut = wholePortion(skill, page);
    this.whole = this.#uncut.description;
    this.extra = page.entrySize(skill, "x") - 1 - cost;
  }

  cut(max: number): string {
    const { shape, size } = this.#page;
    if (size(this.whole) <= max) return this.whole;
    return shape.escape(shorten(this.#page.saying(this.skill), max, (text) => size(shape.escape(text))));
  }

  portion(text: string): Portion {
    return { skill: this.skill, coverage: text === this.whole ? this.#uncut.coverage : "shortened", description: text };
  }
}
