/** Envelopes of hosts that add nothing around the text, so the text cannot escape from them. */
import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";

export function bodyEnvelope(prepared: Prepared): string {
  return prepared.body + cutNote(prepared);
}

/**
 * Returns the whole SKILL.md with its frontmatter. A model of these hosts reads the file itself, so it sees the same
 * text.
 */
export function fileEnvelope(prepared: Prepared): string {
  return prepared.file + cutNote(prepared);
}
