/**
 * Reports pairs of skills whose descriptions share most of their significant words, so that a model could not choose.
 * Pairs are found by their rarest words, so that thousands of skills take nearly linear time. The number of comparisons
 * is limited.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { locate } from "./rule.ts";

const SIMILAR = 0.7;
const MIN_WORDS = 6;
const RAREST = 6;
const MAX_SHARED = 40;

export function overlaps(skills: readonly Skill[]): Diagnostic[] {
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
    for (const other of [...rivals].sort((a, b) => a - b)) {
      const rival = described[other]!;
      if (similarity(words, rival.words) >= SIMILAR) found.push(overlap(skill, rival.skill));
    }
  });
  return found;
}

function overlap(skill: Skill, rival: Skill): Diagnostic {
  return diagnostic("SK132", {
    at: locate(skill, "description").at,
    message: `the description says nearly the same as that of \`${rival.name}\``,
    help: "say in each what only it does, or make one skill of the two",
    related: [{ message: "the other one", path: rival.path }],
  });
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
