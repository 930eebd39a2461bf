import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

/** Sends the whole file with its frontmatter. */
export function codexEnvelope(prepared: Prepared): string {
  return wrap(prepared, prepared.file);
}

/** Sends the body alone, as the OpenOxide blueprint specifies. */
export function openoxideEnvelope(prepared: Prepared): string {
  return wrap(prepared, prepared.body);
}

function wrap(prepared: Prepared, text: string): string {
  const name = escapeXml(oneLine(prepared.skill.name));
  const path = escapeXml(oneLine(prepared.skill.path));
  const inside = escapeClosingTags(text, ["skill"]) + escapeXml(cutNote(prepared));
  return `<skill>\n<name>${name}</name>\n<path>${path}</path>\n${inside}\n</skill>`;
}
