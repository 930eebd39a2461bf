/** caliban's format: `- name: description` in a tool description of at most 8 KiB, with one-line descriptions. */
import type { ListedSkill, WriteListing } from "../../../model/conversation/catalog-text.ts";
import { quoteIfUnclear } from "../escape.ts";
import { compareBytes, hostPage, type ListingRow, plainDescription } from "./host-page.ts";

/** Bytes of the sentences before the list. They are included in the limit. */
const HEAD_BYTES = 215;
/** Bytes that are reserved for the mark at the end of a cut description. */
const MARK_BYTES = 32;
const MARK = "… (description truncated)";

/**
 * Sorts by name. The first skill that does not fit is cut to half of the remaining bytes and is the last skill of the
 * list.
 */
export const calibanListing: WriteListing = ({ skills, allowance: { amount } }) => {
  const rows: ListingRow[] = [];
  let used = HEAD_BYTES;
  for (const skill of [...skills].sort((one, other) => compareBytes(one.name, other.name))) {
    const line = firstLine(skill);
    used += Buffer.byteLength(`- ${skill.name}: ${line}\n`);
    if (used <= amount) {
      rows.push({ skill, coverage: "full", text: `- ${quoteIfUnclear(skill.name)}: ${plainDescription(line)}` });
      continue;
    }
    const before = used - Buffer.byteLength(`${line}\n`);
    const half = Math.floor((amount - before - MARK_BYTES) / 2);
    if (amount - before - MARK_BYTES > 0) rows.push(cutRow(skill, [...line].slice(0, half).join("")));
    break;
  }
  const head = "Loads a skill by its name: instructions for work that its description names. The skills:";
  return hostPage(skills, rows, { head: [head, ""] });
};

function firstLine({ description }: ListedSkill): string {
  return (description.split(/\r?\n/, 1)[0] ?? "").trim();
}

function cutRow(skill: ListedSkill, said: string): ListingRow {
  return {
    skill,
    coverage: said === "" ? "name-only" : "shortened",
    text: `- ${quoteIfUnclear(skill.name)}: ${plainDescription(said)}${MARK}`,
  };
}
