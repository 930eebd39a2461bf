import { pathToFileURL } from "node:url";
import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { escapeXml, oneLine } from "../escape.ts";
import { escapeClosingTags } from "../escape-closing-tags.ts";

/** Maximum files that are named. The host names any ten files; Skillwright names the first ten by name. */
const MAX_FILES = 10;
const TAGS = ["skill_content", "skill_files"];

/** Returns the body followed by the directory for a user's command, and the whole element for a model's call. */
export function opencodeEnvelope(prepared: Prepared): string {
  if (prepared.actor === "user")
    return `${insideOf(prepared, prepared.body.trimStart())}\n\n${baseOf(prepared.directory)}`;
  return element(prepared, prepared.directory);
}

/** Writes the element as in the specification's guide, where the directory is a URI. */
export function skillContent(prepared: Prepared): string {
  return element(prepared, pathToFileURL(prepared.directory).href);
}

function element(prepared: Prepared, base: string): string {
  const name = escapeXml(oneLine(prepared.skill.name));
  return [
    `<skill_content name="${name}">`,
    `# Skill: ${name}`,
    "",
    insideOf(prepared, prepared.body.trim()),
    "",
    baseOf(base),
    "The list below may leave out files of the skill.",
    "",
    "<skill_files>",
    filesOf(prepared),
    "</skill_files>",
    "</skill_content>",
  ].join("\n");
}

function insideOf(prepared: Prepared, body: string): string {
  return escapeClosingTags(body, TAGS) + escapeXml(cutNote(prepared));
}

function baseOf(base: string): string {
  return `Base directory for this skill: ${escapeXml(oneLine(base))}\nPaths in the skill start from this directory.`;
}

function filesOf({ directory, resources }: Prepared): string {
  return resources
    .slice(0, MAX_FILES)
    .map(({ path }) => `<file>${escapeXml(oneLine(`${directory}/${path}`))}</file>`)
    .join("\n");
}
