import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";

/** Writes Crush's envelope. It escapes the body too, as no other host does. */
export function crushEnvelope(prepared: Prepared): string {
  const { skill, body } = prepared;
  return [
    "<loaded_skill>",
    `  <name>${escapeXml(oneLine(skill.name))}</name>`,
    `  <description>${escapeXml(oneLine(skill.description))}</description>`,
    `  <location>${escapeXml(oneLine(skill.path))}</location>`,
    "  <instructions>",
    escapeXml(body + cutNote(prepared)),
    "  </instructions>",
    "</loaded_skill>",
  ].join("\n");
}
