/** Envelopes of hosts that put a skill into one element. */
import type { Prepared } from "../../../model/conversation/activation.ts";
import { compareText } from "../../../model/text/text.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

/** Writes one element with the skill's directory, the paths of its files, and its text. */
export function copilotCliEnvelope(prepared: Prepared): string {
  const { skill, directory, resources, body } = prepared;
  const paths = resources.map(({ path }) => path).sort(compareText);
  const files = paths.map((path) => `  - ${escapeXml(oneLine(`${directory}/${path}`))}`);
  return [
    `<skill-context name="${escapeXml(oneLine(skill.name))}">`,
    `Base directory for this skill: ${escapeXml(oneLine(directory))}`,
    "",
    ...(files.length === 0 ? [] : ["Files of the skill:", ...files, ""]),
    insideOf(prepared, body.replace(BLANK_START, ""), "skill-context"),
    "</skill-context>",
  ].join("\n");
}

const BLANK_START = /^(?:[ \t]*\n)+/;

/** Writes a sentence, and an element whose attributes say how the skill was called, and with which arguments. */
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
  const inside = insideOf(prepared, prepared.body.trim(), "skill-loaded");
  return `The skill below was loaded.\n\n<skill-loaded ${head.join(" ")}>\n${inside}\n</skill-loaded>`;
}

function insideOf(prepared: Prepared, body: string, tag: string): string {
  return escapeClosingTags(body, [tag]) + escapeXml(cutNote(prepared));
}
