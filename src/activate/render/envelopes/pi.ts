import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

/** Puts the user's arguments after the element, because they are not part of the skill. */
export function piEnvelope(prepared: Prepared): string {
  const { skill, directory, body } = prepared;
  const inside = escapeClosingTags(body.trim(), ["skill"]) + escapeXml(cutNote(prepared));
  return [
    `<skill name="${escapeXml(oneLine(skill.name))}" location="${escapeXml(oneLine(skill.path))}">`,
    `Paths in the skill start from ${escapeXml(oneLine(directory))}.`,
    "",
    inside,
    "</skill>",
  ].join("\n");
}
