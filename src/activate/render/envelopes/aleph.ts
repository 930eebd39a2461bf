import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

/** Writes one skill as in Aleph's prompt. The triggers are left out, because the skill was already called. */
export function alephEnvelope(prepared: Prepared): string {
  const { skill } = prepared;
  return [
    `<skill id="${escapeXml(oneLine(prepared.address))}" name="${escapeXml(oneLine(skill.name))}">`,
    "<instructions>",
    escapeClosingTags(prepared.body, ["skill", "skills", "instructions"]) + escapeXml(cutNote(prepared)),
    "</instructions>",
    "</skill>",
  ].join("\n");
}
