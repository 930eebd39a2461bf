/**
 * Aleph's format: triggers and instructions of every skill in the prompt. It is the only format that inlines bodies.
 */

import type { ListedSkill, ListingInput, WriteListing } from "../../../model/conversation/catalog-text.ts";
import { slugOf } from "../../../model/text/slug.ts";
import { escapeText, escapeXml, oneLine, visibleLines } from "../escape.ts";
import { writeListing } from "../page/write-listing.ts";

/** Maximum triggers that are listed for one skill. */
const MAX_TRIGGERS = 50;

export const alephFormat: WriteListing = (input) => {
  const ids = idsOf(input.skills);
  return writeListing(input, {
    whole: [],
    portioned: [
      {
        open: () => "<skills>\n",
        close: (note) => `\n</skills>${note === "" ? "" : `\n${note}`}`,
        between: "\n",
        inlined: (skill) => instructionsOf(skill, input),
        escape: escapeText,
        entry: (skill, instructions) => entry(skill, ids.get(skill) as string, instructions),
      },
    ],
  });
};

function entry({ name, triggers }: ListedSkill, id: string, instructions: string): string {
  const phrases = triggers.slice(0, MAX_TRIGGERS).map((each) => `<trigger>${escapeText(oneLine(each))}</trigger>`);
  return [
    `<skill id="${escapeXml(id)}" name="${escapeXml(oneLine(name))}">`,
    ...(phrases.length > 0 ? ["<triggers>", ...phrases, "</triggers>"] : []),
    ...(instructions === "" ? [] : ["<instructions>", instructions, "</instructions>"]),
    "</skill>",
  ].join("\n");
}

function instructionsOf({ id }: ListedSkill, { instructions }: ListingInput): string {
  return visibleLines(instructions?.(id) ?? "").trim();
}

/**
 * Writes names in lower case with hyphens for spaces. Ids that would be equal are replaced by the skills' addresses.
 */
function idsOf(skills: readonly ListedSkill[]): Map<ListedSkill, string> {
  const plain = skills.map(({ address }) => slugOf(address));
  const uses = new Map<string, number>();
  for (const id of plain) uses.set(id, (uses.get(id) ?? 0) + 1);
  return new Map(
    skills.map((skill, at) => [skill, uses.get(plain[at] as string) === 1 ? (plain[at] as string) : skill.address]),
  );
}
