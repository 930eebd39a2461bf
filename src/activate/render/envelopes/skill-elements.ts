/** Envelopes of hosts that put a skill into one element. */
import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

export function copilotCliEnvelope(prepared: Prepared): string {
  const { skill, directory } = prepared;
  return [
    `<skill-context name="${escapeXml(oneLine(skill.name))}">`,
    `Base directory for this skill: ${escapeXml(oneLine(directory))}`,
    "",
    insideOf(prepared, "skill-context"),
    "",
    "</skill-context>",
  ].join("\n");
}

/** Adds attributes that say who called the skill, and with which arguments. */
export function kimiCodeEnvelope(prepared: Prepared): string {
  const { skill, directory, actor, arguments: given = "" } = prepared;
  const attributes = {
    name: skill.name,
    trigger: actor === "user" ? "user-slash" : "model-tool",
    source: skill.root.scope === "repo" ? "project" : skill.root.scope,
    dir: directory,
    args: given,
  };
  const head = Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(oneLine(value))}"`);
  return `<skill-loaded ${head.join(" ")}>\n${insideOf(prepared, "skill-loaded")}\n</skill-loaded>`;
}

function insideOf(prepared: Prepared, tag: string): string {
  return escapeClosingTags(prepared.body.trim(), [tag]) + escapeXml(cutNote(prepared));
}
