/**
 * Writes a listing in Skillwright's own formats. The input has skills, a budget and the variants of a format, most
 * generous first. The result is a text within the budget, and the share that each skill received. This file does not
 * depend on the origin of skills or on the syntax of a format.
 */
import type { CatalogListing, ListedSkill, ListingInput } from "../../../model/conversation/catalog-text.ts";
import { type RoomRequest, shareBudget, sortByPriority } from "../budget/share-room.ts";
import { cutWords, type MeasureSize, shorten } from "../budget/shorten.ts";
import { type DescriptionParts, splitDescription } from "../budget/split-description.ts";
import { type WrittenListing, writeWithin } from "../budget/write-within.ts";
import type { ListingSyntax } from "./listing-syntax.ts";
import { entryWithoutDescription, Page, type SkillPortion } from "./page.ts";

/** Maximum skills in a listing. Only the number of further skills is shown. */
const MAX_SKILLS = 50_000;
/** Maximum size of a name with its path. A longer name is not listed, because it would displace many other names. */
const MAX_NAME = 1024;
/** Minimum size of an entry. */
const LEAST_NAME = 4;

/** The variants of a format, the most generous first. */
export interface ListingSyntaxes {
  /** Variants that are used only if every full description fits. */
  readonly whole: readonly ListingSyntax[];
  /**
   * Variants with cut descriptions. The first variant that leaves half of the budget to the entries is used, otherwise
   * the last one.
   */
  readonly portioned: readonly [ListingSyntax, ...ListingSyntax[]];
}

export function writeListing(input: ListingInput, { whole, portioned }: ListingSyntaxes): CatalogListing {
  return writeWithin(input.allowance, (ruler) => {
    for (const shape of [...whole, portioned[0]]) {
      const listing = everything(new Page(input, shape, ruler));
      if (listing) return { listing, whole: true };
    }
    const pages = portioned.map((shape) => new Page(input, shape, ruler));
    return portions(pages.find((page) => page.room * 2 >= ruler.room) ?? (pages.at(-1) as Page));
  });
}

/** Returns the listing with full descriptions, if they fit. */
function everything(page: Page): CatalogListing | undefined {
  const { skills } = page.input;
  if (skills.length > MAX_SKILLS) return undefined;
  let left = page.room;
  const list: SkillPortion[] = [];
  for (const skill of skills) {
    const portion = page.whole(skill);
    left -= page.entrySize(skill, portion.description);
    if (left < 0) return undefined;
    list.push(portion);
  }
  return page.write(list, 0);
}

/** Adds descriptions only if all names fit. */
function portions(page: Page): WrittenListing {
  const skills = page.input.skills.slice(0, MAX_SKILLS);
  const named = nameAll(skills, page);
  return { listing: named ? describeSome(named, page) : nameSome(skills, page), whole: false };
}

interface Names {
  readonly named: readonly Named[];
  /** The remaining budget for descriptions and the closing line. */
  readonly left: number;
}

interface Named {
  readonly skill: ListedSkill;
  readonly cost: number;
}

/** Returns the size of all names. Returns undefined if they do not fit. */
function nameAll(skills: readonly ListedSkill[], page: Page): Names | undefined {
  const named: Named[] = [];
  let left = page.room;
  for (const skill of skills) {
    const cost = page.entrySize(skill, "");
    if (cost > MAX_NAME) continue;
    left -= cost;
    if (left < 0) return undefined;
    named.push({ skill, cost });
  }
  const worst = { omitted: page.input.skills.length - named.length, undescribed: named.length };
  return left < page.noteSize(worst) ? undefined : { named, left };
}

function describeSome({ named, left }: Names, page: Page): CatalogListing {
  const omitted = page.input.skills.length - named.length;
  const wishes = named.map((each) => new Description(each, page)).filter(({ whole }) => whole !== "");
  const room = (undescribed: number): number => left - page.noteSize({ omitted, undescribed });
  const given = shareBudget(wishes, room(0), room(named.length), page.size);
  const described = new Map([...given].map(([wish, text]) => [wish.skill, wish.portion(text)]));
  const list = named.map(({ skill }) => described.get(skill) ?? entryWithoutDescription(skill));
  return page.write(list, wishes.length - given.size);
}

/** Selects as many names as fit, by priority, and writes them in listing order. */
function nameSome(skills: readonly ListedSkill[], page: Page): CatalogListing {
  const count = page.input.skills.length;
  let left = page.room - page.noteSize({ omitted: count, undescribed: count });
  const kept = new Set<ListedSkill>();
  for (const skill of sortByPriority(skills, (each) => each).flat()) {
    if (left < LEAST_NAME) break;
    const cost = page.entrySize(skill, "");
    if (cost > left || cost > MAX_NAME) continue;
    left -= cost;
    kept.add(skill);
  }
  const list = skills.filter((skill) => kept.has(skill)).map(entryWithoutDescription);
  return page.write(list, list.length);
}

/** A description that can be shortened. */
class Description implements RoomRequest {
  readonly skill: ListedSkill;
  readonly whole: string;
  readonly wanted: number;
  readonly extra: number;
  readonly #page: Page;
  readonly #coverage: SkillPortion["coverage"];
  #saying: DescriptionParts | undefined;

  constructor({ skill, cost }: Named, page: Page) {
    const { description, coverage } = page.whole(skill);
    this.skill = skill;
    this.whole = description;
    this.wanted = page.size(description);
    this.extra = page.entrySize(skill, "x") - 1 - cost;
    this.#page = page;
    this.#coverage = coverage;
  }

  cut(max: number): string {
    if (this.wanted <= max) return this.whole;
    const { shape, size } = this.#page;
    const written: MeasureSize = (text) => size(shape.escape(text));
    if (shape.inlined) return shape.escape(cutWords(shape.inlined(this.skill), max, written));
    this.#saying ??= splitDescription(this.skill);
    return shape.escape(shorten(this.#saying, max, written));
  }

  portion(text: string): SkillPortion {
    return { skill: this.skill, coverage: text === this.whole ? this.#coverage : "shortened", description: text };
  }
}
