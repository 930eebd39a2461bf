import type { Prepared } from "../../../model/conversation/activation.ts";
import type { Scope } from "../../../model/skills/root.ts";
import { cutNote } from "../cut-note.ts";
import { oneLine } from "../escape.ts";

/**
 * Writes the metadata before a horizontal rule and the body after it. Nothing follows the body, so the body cannot
 * imitate later text.
 */
export function rooCodeEnvelope(prepared: Prepared): string {
  const { skill, body, arguments: typed = "" } = prepared;
  return [
    `Skill: ${oneLine(skill.name)}`,
    ...(skill.description === "" ? [] : [`Description: ${oneLine(skill.description)}`]),
    ...(typed === "" ? [] : [`Provided arguments: ${oneLine(typed)}`]),
    `Source: ${sourceOf(skill.scope)}`,
    "",
    "--- Skill Instructions ---",
    "",
    body + cutNote(prepared),
  ].join("\n");
}

function sourceOf(scope: Scope): string {
  return scope === "repo" || scope === "extra" ? "project" : "global";
}
