import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

/**
 * Returns the body inside a tag for a slash command, because the body then becomes part of the user's message. A tool
 * call returns the body unchanged.
 */
export function crabtalkEnvelope(prepared: Prepared): string {
  if (prepared.actor !== "user") return prepared.body + cutNote(prepared);
  return wrapInSkillTag(prepared.skill.name, prepared.body, cutNote(prepared));
}

export function wrapInSkillTag(name: string, body: string, note = ""): string {
  const inside = escapeClosingTags(body, ["skill"]) + escapeXml(note);
  return `<skill name="${escapeXml(oneLine(name))}">\n${inside}\n</skill>`;
}
