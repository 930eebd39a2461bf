/** Where a skill was cut: how much of it is there, and how to read on. */
import type { Prepared } from "../../model/conversation/activation.ts";
import { oneLine } from "./escape.ts";

/** Nothing where nothing was cut; else a paragraph for the end of the text. */
export function cutNote(prepared: Prepared, how = `read the rest in ${oneLine(prepared.skill.path)}`): string {
  if (prepared.cutFrom === undefined) return "";
  return `\n\n[cut: ${prepared.body.length} of ${prepared.cutFrom} characters of this skill are above; ${how}]`;
}
