/** Envelopes of hosts that add nothing around the text, so the text cannot escape from them. */
import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";

export function bodyEnvelope(prepared: Prepared): string {
  return prepared.body + cutNote(prepared);
}

/** Sends the whole SKILL.md with its frontmatter, because the model reads the file itself. */
export function fileEnvelope(prepared: Prepared): string {
  return prepared.file + cutNote(prepared);
}
