/** Tells the model how much of a skill's text it has received, if the text was cut, and how to read the rest. */
import type { Prepared } from "../../model/conversation/activation.ts";
import { oneLine } from "./escape.ts";

/** Returns a paragraph for the end of a cut text; empty if the text is complete. */
export function cutNote(prepared: Prepared, how = `the remaining text is in ${oneLine(prepared.skill.path)}`): string {
  if (prepared.cutFrom === undefined) return "";
  return `\n\n[cut: ${prepared.body.length} of ${prepared.cutFrom} characters of this skill are above; ${how}]`;
}
