/**
 * Reports pairs of skills whose descriptions share most of their significant words. A model could not choose between
 * such skills. Pairs are found by their rarest words, so that thousands of skills take nearly linear time. The number
 * of comparisons is limited.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { locateKey } from "./rule.ts";

const SIMILAR = 0.7;
const MIN_WORDS = 6;
const RAREST = 6;
const MAX_SHARED = 40;
/** Maximum similar skills whose files a diagnostic lists. */
const MAX_RELATED = 5;

export function findOverlaps(skills: readonly Skill[]): Diagnostic[] {
  const described = skills
    .map((skill) => ({ skill, words: tellingWords(skill.description) }))
    .filter(({ words }) => words.size >= MIN_WORDS);
  const users = new Map<string, number[]>();
  described.forEach(({ words }, index) => {
    for (const word of words) (users.get(word) ?? users.set(word, []).get(word)!).push(index);
  });
  const found: Diagnostic[] = [];
  described.forEach(({ skill, words }, index) => {
    const rarest = [...words]
      .sort((a, b) => users.get(a)!.length - users.get(b)!.length || (a < b ? -1 : 1))
      .slice(0, RAREST);
    const rivals = new Set(
      rarest.flatMap((word) => users.get(word)!.slice(0, MAX_SHARED)).filter((other) => other < index),
    );
    const similar = [...rivals]
      .sort((a, b) => a - b)
      .map((other) => described[other]!)
      .filter((rival) => rival.skill.name !== skill.name && similarity(words, rival.words) >= SIMILAR)
      .filter((rival) => !isToldByName({ skill, words }, rival));
    if (similar.length > 0) found.push(overlap(skill, similar));
  });
  return found;
}

interface Described {
  readonly skill: Skill;
  readonly words: ReadonlySet<string>;
}

/** Returns one diagnostic for a skill, even if several other skills are similar. */
function overlap(skill: Skill, similar: readonly Described[]): Diagnostic {
  const more = similar.length - 1;
  const others = more === 0 ? "" : ` and of ${more} more ${more === 1 ? "skill" : "skills"}`;
  return diagnostic("SK132", {
    at: locateKey(skill, "description").at,
    message: `the description says nearly the same as that of \`${similar[0]!.skill.name}\`${others}`,
    help: "describe in each how it differs, or merge the skills",
    related: similar.slice(0, MAX_RELATED).map((rival) => ({ message: "the other skill", path: rival.skill.path })),
  });
}

/**
 * Returns true if each skill has a distinguishing word in both its name and its description, as in the family
 * `oo-writer`, `oo-todoist`.
 */
function isToldByName(a: Described, b: Described): boolean {
  return hasOwnWord(a, b) && hasOwnWord(b, a);
}

function hasOwnWord({ skill, words }: Described, other: Described): boolean {
  return [...tellingWords(skill.name)].some((word) => words.has(word) && !other.words.has(word));
}

const COMMON = new Set(
  "a an and are as at be by can do for from has have how in into is it its of on or that the their them then this to use used user using when with you your".split(
    " ",
  ),
);

function tellingWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)));
}

/** Returns shared words divided by all words. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}
