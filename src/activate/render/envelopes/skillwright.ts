/**
 * Skillwright's own envelope. The body is between two marker lines that do not occur in the body, so the body needs no
 * escaping. Everything else is escaped.
 */
import type { Prepared, Resource } from "../../../model/conversation/activation.ts";
import { cutNote } from "../cut-note.ts";
import { boundaryOf, escapeXml, oneLine } from "../escape.ts";

export function skillwrightEnvelope(prepared: Prepared): string {
  const { address, directory, body } = prepared;
  const line = `=== ${boundaryOf(body)} ===`;
  const about = [
    ...(prepared.cutFrom === undefined ? [] : [cutNote(prepared, readOn(prepared)).trim()]),
    ...resourceLines(prepared),
    "</skill>",
  ];
  // The parts of the message stay separate, so that a long body is copied only when the message is sent.
  return `<skill name="${attribute(address)}" directory="${attribute(directory)}">\n${LEAD}\n${line}\n${body}\n${line}\n${about.join("\n")}`;
}

const LEAD = "The text of the skill is between the two lines of equal signs; its paths are relative to the directory.";

function attribute(text: string): string {
  return escapeXml(oneLine(text));
}

/**
 * Returns how a model can read the rest of a skill that was cut: the tool and its arguments. Returns undefined if the
 * model has no such tool, or if the skill is complete.
 */
function readOn({ restAt, address, reader = READER }: Prepared): string | undefined {
  if (reader === null || restAt === undefined) return undefined;
  return `\`${reader}\` with name \`${oneLine(address)}\`, path \`SKILL.md\` and offset ${restAt} reads on`;
}

const READER = "skill_resource";

function resourceLines({ resources, moreResources, reader = READER }: Prepared): string[] {
  if (resources.length === 0) return [];
  return [
    reader === null ? "Files of the skill:" : `Files of the skill; \`${reader}\` reads them:`,
    ...resources.map(resourceLine),
    ...(moreResources > 0 ? [`- and ${moreResources} more`] : []),
  ];
}

function resourceLine({ path, bytes }: Resource): string {
  return `- ${attribute(path)} (${bytes} bytes)`;
}
