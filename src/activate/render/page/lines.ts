/** Entries of one line each: `- name: description (file: place)`. */
import type { ListedSkill } from "../../../model/conversation/catalog-text.ts";
import { withoutTags } from "../escape.ts";
import { callName } from "./call-name.ts";
import type { Locations } from "./locations.ts";

export function lineEntry(skill: ListedSkill, description: string, locations?: Locations): string {
  const said = description === "" ? "" : `: ${description}`;
  return `- ${callName(skill)}${said}${locations ? ` (file: ${locations.of(skill)})` : ""}`;
}

/** A description in such a line: no tag, and nothing that looks like the place at its end. */
export function lineText(text: string): string {
  return withoutTags(text).replaceAll("(file:", "(file :");
}
