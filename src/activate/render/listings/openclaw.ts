/**
 * OpenClaw's format: elements with descriptions. If they do not fit, all skills are listed without descriptions. If
 * that does not fit either, as many skills as possible are listed.
 */
import type { ListedSkill, WriteListing } from "../../../model/conversation/catalog-text.ts";
import { elementText } from "./available-skills.ts";
import { byName, hostPage, type ListingRow } from "./host-page.ts";

const MAX_SKILLS = 150;
/**
 * The number of characters that the host writes around the list. They are part of the size, even if Skillwright writes
 * a different text there.
 */
const AROUND = { full: 459, compact: 452 };
const TRUNCATED = 73;
const COMPACT = { alone: 100, more: 39 };

type Tier = "full" | "compact";

export const openclawListing: WriteListing = ({ skills, allowance: { amount } }) => {
  const listed = [...skills].sort(byName).slice(0, MAX_SKILLS);
  const { rows, tier } = choose(listed, skills.length, amount);
  const left = skills.length - rows.length;
  const note = [
    ...(left > 0 ? [`Not listed, because the list is full: ${left} of ${skills.length} skills.`] : []),
    ...(tier === "compact" ? ["Descriptions are left out, because the list is full."] : []),
  ];
  return hostPage(skills, rows, {
    head: [
      ...note,
      "Each skill is a file of instructions: read it at its location when a task fits.",
      "",
      "<available_skills>",
    ],
    tail: ["</available_skills>"],
  });
};

function choose(
  listed: readonly ListedSkill[],
  total: number,
  amount: number,
): { rows: readonly ListingRow[]; tier: Tier } {
  const full = listed.map(fullRow);
  if (size(full, total, "full") <= amount) return { rows: full, tier: "full" };
  const compact = listed.map(compactRow);
  let count = compact.length;
  while (count > 0 && size(compact.slice(0, count), total, "compact") > amount) count--;
  return { rows: compact.slice(0, count), tier: "compact" };
}

/** Returns the size of the host's whole section: its introduction, the note about missing skills, and the elements. */
function size(rows: readonly ListingRow[], total: number, tier: Tier): number {
  const elements = rows.reduce((sum, { text }) => sum + text.length + 1, 0);
  return noteSize(rows.length, total, tier) + (rows.length === 0 ? 0 : AROUND[tier] + elements);
}

function noteSize(included: number, total: number, tier: Tier): number {
  const numbers = `${included}${total}`.length;
  if (included < total) return TRUNCATED + numbers + (tier === "compact" ? COMPACT.more : 0) + 1;
  return tier === "compact" ? COMPACT.alone + 1 : 0;
}

function fullRow(skill: ListedSkill): ListingRow {
  const { name, description } = skill;
  return { skill, coverage: "full", text: elementText({ name, description, location: short(skill) }) };
}

function compactRow(skill: ListedSkill): ListingRow {
  return { skill, coverage: "name-only", text: elementText({ name: skill.name, location: short(skill) }) };
}

/** Writes a path in the home directory with `~`. */
function short({ root, location }: ListedSkill): string {
  const inHome = root.label.startsWith("~/") && location.startsWith(`${root.path}/`);
  return inHome ? root.label + location.slice(root.path.length) : location;
}
