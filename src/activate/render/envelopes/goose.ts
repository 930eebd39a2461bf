import type { Prepared } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { oneLine } from "../escape.ts";

/** The host's heading for the list of files. It follows the body, so the body must not contain it. */
const FILES = "## Supporting Files";

export function gooseEnvelope(prepared: Prepared): string {
  const { skill, directory, resources } = prepared;
  const name = oneLine(skill.name);
  return [
    `# Loaded Skill: ${name} (skill)`,
    "",
    oneLine(skill.description),
    "",
    "## Content",
    "",
    withoutHeading(prepared.body) + cutNote(prepared),
    "",
    ...(resources.length === 0 ? [] : [FILES, "", `Skill directory: ${oneLine(directory)}`, ""]),
    ...resources.map(({ path }) => `- ${oneLine(path)} → load_skill(name: "${name}/${oneLine(path)}")`),
    ...(prepared.moreResources > 0 ? [`- and ${prepared.moreResources} more`] : []),
    ...(resources.length === 0 ? [] : [""]),
  ].join("\n");
}

/** Escapes headings of the body that equal `FILES`, so that they cannot be mistaken for the envelope's heading. */
function withoutHeading(body: string): string {
  return body.replace(/^[^\S\n]{0,3}##[^\S\n]+supporting[^\S\n]+files/gim, "\\$&");
}
