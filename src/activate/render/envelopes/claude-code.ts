import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

/** Tags that the hosts in this file use for their own messages. A body must not contain these tags. */
const TAGS = ["system-reminder", "command-message", "command-name", "command-args"];

export function claudeCodeEnvelope(prepared: Prepared): string {
  return `${baseOf(prepared)}\n\n${insideOf(prepared, prepared.body.trimStart())}`;
}

/** Adds a sentence about paths, and a line break at the end. */
export function qwenCodeEnvelope(prepared: Prepared): string {
  const paths = "Paths in the skill start from this directory: make them absolute before you use them.";
  return `${baseOf(prepared)}\n${paths}\n\n${insideOf(prepared, prepared.body.trim())}\n`;
}

function baseOf({ directory }: Prepared): string {
  return `Base directory for this skill: ${oneLine(directory)}`;
}

function insideOf(prepared: Prepared, body: string): string {
  return escapeClosingTags(body, TAGS) + cutNote(prepared);
}
