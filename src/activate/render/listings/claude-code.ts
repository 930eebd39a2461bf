/**
 * Claude Code's format: `- name: description`, or `- directory (name): description`. If the budget is too small, the
 * first skills that fit keep their full descriptions, and all names stay.
 */
import type { ListedSkill, WriteListing } from "../../../model/conversation/catalog-text.ts";
import { quoteIfUnclear } from "../escape.ts";
import { columnWidth } from "./column-width.ts";
import { hostPage, type ListingRow, plainDescription } from "./host-page.ts";

export const claudeCodeListing: WriteListing = ({ skills, allowance, tool = "Skill" }) =>
  hostPage(skills, keepFirstDescriptions(skills, allowance.amount), {
    head: [`Skills that the tool ${quoteIfUnclear(tool)} can load:`, ""],
  });

function keepFirstDescriptions(skills: readonly ListedSkill[], amount: number): ListingRow[] {
  const whole = skills.map((skill) => columnWidth(wholeLine(skill)));
  const named = skills.map((skill) => columnWidth(bareLine(skill)));
  if (sum(whole) + skills.length - 1 <= amount) return skills.map(described);
  let left = amount - sum(named) - (skills.length - 1);
  const given = new Set<number>();
  for (const index of byRank(skills)) {
    const extra = (whole[index] ?? 0) - (named[index] ?? 0);
    if (extra > left) continue;
    left -= extra;
    given.add(index);
  }
  return skills.map((skill, index) => (given.has(index) ? described(skill) : nameOnly(skill)));
}

/** Sorts by use, most frequent first; then by position in the list. */
function byRank(skills: readonly ListedSkill[]): number[] {
  return skills.map((_, index) => index).sort((a, b) => (skills[b]?.rank ?? 0) - (skills[a]?.rank ?? 0) || a - b);
}

function wholeLine(skill: ListedSkill): string {
  return skill.description === "" ? bareLine(skill) : `${bareLine(skill)}: ${skill.description}`;
}

function bareLine({ name, shownName = name }: ListedSkill): string {
  return `- ${shownName}`;
}

function described(skill: ListedSkill): ListingRow {
  const said = plainDescription(skill.description);
  if (said === "") return nameOnly(skill);
  const cut = skill.description.length === MAX_DESCRIPTION && skill.description.endsWith("…");
  return {
    skill,
    coverage: cut ? "shortened" : "full",
    text: `- ${nameOf(skill)}: ${said}`,
  };
}

/** Maximum length of a description in the host. The host cuts longer descriptions before it applies the budget. */
const MAX_DESCRIPTION = 1536;

function nameOnly(skill: ListedSkill): ListingRow {
  return { skill, coverage: "name-only", text: `- ${nameOf(skill)}` };
}

/** Returns the name as the host writes it: `directory (name)` needs no quotation marks if neither part does. */
function nameOf({ name, shownName = name }: ListedSkill): string {
  const [, title] = shownName.startsWith(`${name} (`) ? (/^ \((.*)\)$/s.exec(shownName.slice(name.length)) ?? []) : [];
  const isClear = title !== undefined && quoteIfUnclear(name) === name && quoteIfUnclear(title) === title;
  return isClear ? shownName : quoteIfUnclear(shownName);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
