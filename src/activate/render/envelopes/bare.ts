/** Hosts without an envelope: nothing stands around the text, so there is nothing that it could break out of. */
import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";

export function body(prepared: Prepared): string {
  return prepared.body + cutNote(prepared);
}

/** The model reads SKILL.md itself, frontmatter and all. */
export function file(prepared: Prepared): string {
  return prepared.file + cutNote(prepared);
}
