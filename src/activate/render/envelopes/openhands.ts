import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { oneLine } from "../escape.ts";

/** Writes the body, a horizontal rule, and the skill's directory. */
export function openhandsEnvelope(prepared: Prepared): string {
  const where = `The skill is in \`${oneLine(prepared.directory)}\`; paths in it start from there.`;
  return `${prepared.body}${cutNote(prepared)}\n\n---\n${where}`;
}
