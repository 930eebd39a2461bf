import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

/** A slash command puts the body into the message inside a tag. A tool call returns the body unchanged. */
export function crabtalkEnvelope(prepared: Prepared): string {
  if (prepared.actor !== "user") return prepared.body + cutNote(prepared);
  return inSkillTag(prepared.skill.name, prepared.body, cutNote(prepared));
}

export function inSkillTag(name: string, body: string, note = ""): string {
  const inside = escapeClosingTags(body, ["skill"]) + escapeXml(note);
  return `<skill name="${escapeXml(oneLine(name))}">\n${inside}\n</skill>`;
}
