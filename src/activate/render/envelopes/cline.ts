import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

const TAGS = ["command-instructions", "command-name", "command-args"];

export function clineEnvelope(prepared: Prepared): string {
  const { skill, body, arguments: typed = "" } = prepared;
  return [
    `<command-name>${escapeXml(oneLine(skill.name))}</command-name>`,
    ...(typed === "" ? [] : [`<command-args>${escapeClosingTags(typed, TAGS)}</command-args>`]),
    "<command-instructions>",
    ...(skill.description === "" ? [] : [`Description: ${escapeXml(oneLine(skill.description))}`, ""]),
    escapeClosingTags(body.trim(), TAGS) + escapeXml(cutNote(prepared)),
    "</command-instructions>",
  ].join("\n");
}
