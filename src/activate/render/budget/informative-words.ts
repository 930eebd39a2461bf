/**
 * Shortens a description by leaving out its least informative words: those that many other skills use, that repeat the
 * name, or that occurred before. It reorders nothing, and no sentence loses its "not".
 */
import type { ListedSkill } from "../../../model/conversation/catalog-text.ts";
import { LITTLE_WORDS } from "../../../model/text/little-words.ts";
import { plainText, removeUnpaired } from "./phrases.ts";
import { cutWords, type MeasureSize } from "./shorten.ts";
import { fullDescription } from "./split-description.ts";

/**
 * Returns the weight of a word among the descriptions of a listing: rare words have more, and 0 means uninformative.
 */
export type WordRarity = (word: string) => number;

export interface InformativeText {
  readonly rarity: WordRarity;
  /** The skill's name, which the catalog shows beside the description. */
  readonly name: string;
  readonly size: MeasureSize;
}

/** Factor for the weight of a word that occurred before. */
const REPEATED = 0.1;
/** The position at which a word has half its weight, because descriptions start with their purpose. */
const HALF_WAY = 30;
/** If less than this share of the space is used, there were too few informative words. */
const LEAST_PART = 0.5;
const MARK = "…";

export class InformativeWords {
  readonly #words: readonly string[];
  /** Positions of the words, most informative first. Uninformative words are left out. */
  readonly #order: readonly number[];
  readonly #size: MeasureSize;

  constructor(text: string, telling: InformativeText) {
    this.#words = plainText(text).split(" ");
    this.#order = orderOf(weigh(this.#words, telling));
    this.#size = telling.size;
  }

  /**
   * Returns at most `max` characters with a mark for missing words; undefined if the result would not distinguish the
   * skill.
   */
  cut(max: number): string | undefined {
    const kept = this.#choose(max - this.#size(MARK));
    const shortened = trimmed(removeUnpaired(this.#words.filter((_, at) => kept.has(at)).join(" ")));
    if (shortened === "" || this.#size(shortened) < max * LEAST_PART) return undefined;
    return cutWords(shortened + MARK, max, this.#size);
  }

  /** Returns the most informative words that fit. */
  #choose(room: number): Set<number> {
    const kept = new Set<number>();
    let left = room;
    for (const at of this.#order) {
      const cost = this.#size(` ${this.#words[at]}`);
      if (cost > left) continue;
      kept.add(at);
      left -= cost;
    }
    return kept;
  }
}

/** Counts in how many descriptions each word occurs. A word that half of them contain has no weight. */
export function rarityAmong(skills: readonly ListedSkill[]): WordRarity {
  const counts = new Map<string, number>();
  for (const skill of skills)
    for (const word of new Set(partsOf(fullDescription(skill)))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const half = skills.length / 2;
  return (word) => (LITTLE_WORDS.has(word) ? 0 : Math.max(0, Math.log(half / (counts.get(word) ?? half))));
}

/** Returns the weight of each word relative to its length. */
function weigh(words: readonly string[], { rarity, name }: InformativeText): number[] {
  const said = new Set(partsOf(name));
  const denied = sentencesThatDeny(words);
  return words.map((word, at) => {
    if (denied[at]) return 0;
    let weight = 0;
    for (const part of partsOf(word)) {
      weight += rarity(part) * (said.has(part) ? REPEATED : 1);
      said.add(part);
    }
    return weight / (word.length + 1) / (1 + at / HALF_WAY);
  });
}

function orderOf(weights: readonly number[]): number[] {
  return [...weights.keys()]
    .filter((at) => (weights[at] as number) > 0)
    .sort((a, b) => (weights[b] as number) - (weights[a] as number) || a - b);
}

function partsOf(word: string): string[] {
  return word
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "");
}

/**
 * Finds sentences about what a skill is not for. Without one of its words such a sentence could mean the opposite, so
 * all of it is left out.
 */
function sentencesThatDeny(words: readonly string[]): boolean[] {
  const denied: boolean[] = [];
  for (let start = 0; start < words.length; ) {
    let end = start;
    while (end < words.length - 1 && !SENTENCE_END.test(words[end] as string)) end++;
    const denies = words.slice(start, end + 1).some((word) => DENIES.test(word));
    while (start <= end) denied[start++] = denies;
  }
  return denied;
}

const SENTENCE_END = /[.!?;。！？；]$/;
const DENIES = /^\W{0,4}(?:not|never|no|without|except|unless|instead|avoid|\w{1,8}n['’]t)\b|不|勿|别/i;

/** Removes characters that a shortened text must not end with. */
function trimmed(text: string): string {
  return text.replace(/[\s,;:.–—(/&-]{1,20}$/, "");
}
